"""A way to the server that spoils requests and answers as chance has it; a seed makes the same chance again."""

import random
import socket
import struct
import time

from way import Handler, Way

# What may become of a request, and how often when the way is bad.
FATES = {
    "pass": 10, "lost": 2, "answer lost": 2, "cut": 2, "garbage": 1, "unavailable": 1, "limited": 1, "late": 1, "page": 1}


class FlakyHandler(Handler):
    def pass_on(self):
        body = self.body()
        fate = self.server.way.fate()
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
        status, headers, content = self.ask(body)
        if fate == "answer lost":
            return self.hang_up()
        if fate == "garbage":
            content = b"\xff{" + content[1:]
        if fate != "cut":
            return self.reply(status, headers, content)
        self.reply(status, headers, content, length=len(content) // 2)
        self.wfile.flush()
        self.hang_up()

    def hang_up(self):
        """With a reset, as a connection ends whose other side is gone."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


class Flaky(Way):
    """Good until `spoil`."""

    handler = FlakyHandler

    def __init__(self, target):
        super().__init__(target)
        self.chance = None
        self.spoiled = {}

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
