"""A way to a server, on which connections break."""

import random
import socket
import socketserver
import struct
import sys
import os
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cyrus"))
from background import Background  # noqa: E402


class Line(socketserver.BaseRequestHandler):
    def handle(self):
        way = self.server.way
        far = socket.create_connection(("127.0.0.1", way.target))
        back = threading.Thread(target=self.carry, args=(far, self.request, way.length()), daemon=True)
        back.start()
        self.carry(self.request, far, way.length())
        back.join(5)
        far.close()

    def carry(self, source, target, left):
        """Passes on so many bytes at most, then hangs up, in the middle of whatever is said."""
        try:
            while True:
                piece = source.recv(65536)
                if not piece:
                    break
                target.sendall(piece[:left])
                left -= len(piece)
                if left <= 0:
                    for each in (source, target):
                        each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        each.shutdown(socket.SHUT_RDWR)
                    return
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    block_on_close = False

    def handle_error(self, request, address):
        pass


class LossyLine(Background):
    """Started and stopped by `with`. While it `loses`, each direction of each connection breaks after so many bytes, by chance."""

    def __init__(self, target, seed=0):
        self.target, self.chance, self.loses = target, random.Random(seed), False
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), Line)
        self.server.way = self
        self.port = self.server.server_address[1]

    def length(self):
        with self.lock:
            return int(self.chance.expovariate(1 / 6000)) + 1 if self.loses else 1 << 60
