"""A way to a server through this process, on which things can happen."""

import contextlib
import http.client
import http.server
import socket
import struct
import sys
import threading

from background import Background
from push import Stream, is_stream


class Handler(http.server.BaseHTTPRequestHandler):
    """Passes requests on; what else becomes of them is said by `pass_on`."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        length = int(self.headers.get("Content-Length") or 0)
        return self.rfile.read(length) if length else None

    def ask(self, body):
        """The server's answer: status, headers that may be passed on, and content."""
        # The host too: the server names it when it points elsewhere.
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        server = http.client.HTTPConnection("127.0.0.1", self.server.way.target, timeout=60)
        server.request(self.command, self.path, body, headers)
        answer = server.getresponse()
        content = answer.read()
        server.close()
        kept = [
            (name, value) for name, value in answer.getheaders()
            if name.lower() not in ("transfer-encoding", "content-length", "connection")]
        return answer.status, kept, content

    def reply(self, status, headers, content, length=None):
        """`length`: how much of it is sent, when not all of it."""
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content[:length])

    def hang_up(self):
        """With a reset, as a connection ends whose other side is gone."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    @property
    def is_stream(self):
        return self.server.way.pushes and is_stream(self.path)

    def stream(self, breaks=False):
        Stream(self).run(breaks)

    def pass_on(self):
        if self.is_stream:
            return self.stream()
        self.reply(*self.ask(self.body()))

    def do_GET(self):
        self.pass_on()

    do_POST = do_GET


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # Connections that are still open do not keep it from closing.
    block_on_close = False

    def handle_error(self, request, address):
        # Who asked may leave before the answer.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


class Way(Background):
    """Started and stopped by `with`. With `pushes` it has an event stream, which it makes itself, instead of the server's."""

    handler = Handler

    def __init__(self, target, pushes=False):
        self.target = target
        self.pushes = pushes
        # How many streams began, and when something new was pushed, by `time.monotonic`.
        self.streams, self.news = 0, []
        self.is_closed = False
        self.lock = threading.Lock()
        self.listen(0)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def listen(self, port):
        self.server = Server(("127.0.0.1", port), self.handler)
        self.server.way = self

    @contextlib.contextmanager
    def refusing(self):
        """Nobody listens meanwhile: connections are refused, and streams end."""
        port = self.server.server_address[1]
        self.__exit__()
        try:
            yield
        finally:
            self.listen(port)
            self.__enter__()

    def __enter__(self):
        self.is_closed = False
        return super().__enter__()

    def __exit__(self, *_):
        self.is_closed = True
        super().__exit__()
