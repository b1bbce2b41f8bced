"""A way to the server that spoils requests and answers as chance has it; a seed makes the same chance again."""

import http.client
import http.server
import random
import socket
import struct
import threading
import time

# What may become of a request, and how often when the way is bad.
FATES = {
    "pass": 10, "lost": 2, "answer lost": 2, "cut": 2, "garbage": 1, "unavailable": 1, "limited": 1, "late": 1, "page": 1}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def pass_on(self):
        way = self.server.way
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        fate = way.fate()
        if fate == "lost":
            return self.hang_up()
        if fate == "unavailable":
            return self.reply(503, [], b"")
        if fate == "limited":
            return self.reply(429, [("Retry-After", "1")], b"")
        if fate == "page":
            return self.reply(200, [("Content-Type", "text/html")], b"<html>Please sign in to this network.</html>")
        if fate == "late":
            time.sleep(0.3)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        server = http.client.HTTPConnection("127.0.0.1", way.target, timeout=60)
        server.request(self.command, self.path, body, headers)
        answer = server.getresponse()
        content = answer.read()
        server.close()
        if fate == "answer lost":
            return self.hang_up()
        if fate == "garbage":
            content = b"\xff{" + content[1:]
        kept = [
            (name, value) for name, value in answer.getheaders()
            if name.lower() not in ("transfer-encoding", "content-length", "connection")]
        self.reply(answer.status, kept, content, cut=fate == "cut")

    def reply(self, status, headers, content, cut=False):
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if not cut:
            return self.wfile.write(content)
        self.wfile.write(content[:len(content) // 2])
        self.wfile.flush()
        self.hang_up()

    def hang_up(self):
        """With a reset, as a connection ends whose other side is gone."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    do_GET = do_POST = pass_on


class Flaky:
    """Started and stopped by `with`; good until `spoil`."""

    def __init__(self, target):
        self.target = target
        self.chance = None
        self.lock = threading.Lock()
        self.spoiled = {}
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.way = self
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def spoil(self, seed):
        with self.lock:
            self.chance = random.Random(seed)

    def mend(self):
        with self.lock:
            self.chance = None

    def fate(self):
        with self.lock:
            if not self.chance:
                return "pass"
            fate = self.chance.choices(list(FATES), FATES.values())[0]
            self.spoiled[fate] = self.spoiled.get(fate, 0) + 1
            return fate

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
