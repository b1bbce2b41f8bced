"""A way to the server on which one answer gets lost: the server has done what it was asked, and nobody hears of it."""

import http.client
import http.server
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def pass_on(self):
        way = self.server.way
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        # The host too: the server names it when it points elsewhere.
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        if way.loses_request(self.command):
            return self.hang_up()
        server = http.client.HTTPConnection("127.0.0.1", way.target, timeout=60)
        server.request(self.command, self.path, body, headers)
        answer = server.getresponse()
        content = answer.read()
        server.close()
        if way.loses_answer(self.command):
            return self.hang_up()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def hang_up(self):
        self.close_connection = True
        self.connection.close()

    do_GET = do_POST = pass_on


class Lossy:
    """Started and stopped by `with`. Counts POST requests; the one whose number is told is lost, or its answer is."""

    def __init__(self, target):
        self.target = target
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.way = self
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]
        self.lock = threading.Lock()
        self.reset()

    def reset(self, lost=None, kind="answer", then=lambda: None):
        """`lost`: the number of the request, from 1; `then` is called at the moment of the loss."""
        with self.lock:
            self.count, self.reads, self.lost, self.kind, self.then = 0, 0, lost, kind, then

    def loses_request(self, method):
        with self.lock:
            self.count += method == "POST"
            self.reads += method == "GET"
            isLost = method == "POST" and self.count == self.lost and self.kind == "request"
        if isLost:
            self.then()
        return isLost

    def loses_answer(self, method):
        with self.lock:
            isLost = method == "POST" and self.count == self.lost and self.kind == "answer"
        if isLost:
            self.then()
        return isLost

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
