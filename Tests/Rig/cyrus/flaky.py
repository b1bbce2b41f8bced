"""A way to the server that spoils requests and answers as chance has it; a seed makes the same chance again."""

import contextlib
import random
import time

from way import Handler, Way

# What may become of a request, and how often when the way is bad.
FATES = {
    "pass": 16, "lost": 2, "answer lost": 2, "cut": 2, "half": 1, "garbage": 1, "unavailable": 1, "limited": 1, "late": 1,
    "page": 1, "stalled": 1, "slow": 1, "doubled": 2, "401": 1, "403": 1, "404": 1, "413": 1, "noise": 1, "done, 400": 1,
    "done, 500": 1, "done, 502": 1, "done, 503": 1, "silence": 1}
# Who hears nothing waits for a minute: that is met once, by every fifth seed.
SILENT_SEEDS = 5
NOISE = b"\x80\x00\xff no HTTP \r\n\r\n" * 20

# What a server, or something before it, says instead of doing what it is asked.
ANSWERS = {
    "unavailable": (503, [], b""), "limited": (429, [("Retry-After", "1")], b""),
    "page": (200, [("Content-Type", "text/html")], b"<html>Please sign in to this network.</html>"),
    "401": (401, [("WWW-Authenticate", "Basic realm=\"mail\"")], b""), "403": (403, [], b""), "404": (404, [], b""),
    "413": (413, [], b"")}


class FlakyHandler(Handler):
    def pass_on(self):
        body = self.body()
        fate = self.server.way.fate()
        if fate in ANSWERS:
            return self.reply(*ANSWERS[fate])
        if fate == "stalled":
            time.sleep(2)
        if fate in ("lost", "stalled"):
            return self.hang_up()
        if fate == "late":
            time.sleep(0.3)
        if fate == "doubled" and not self.is_stream:
            # As by something between that does not know whether its first try got there.
            self.ask(body)
        if fate == "noise":
            # Something else listens there, or has the line.
            self.close_connection = True
            return self.connection.sendall(NOISE)
        if self.is_stream and fate != "silence":
            return self.stream(breaks=fate not in ("pass", "late", "doubled"))
        status, headers, content = self.ask(body)
        if fate == "silence":
            # It was done, and nobody ever says so: until who asked gives up.
            self.close_connection = True
            self.connection.settimeout(300)
            with contextlib.suppress(OSError):
                self.connection.recv(1)
            return None
        if fate == "answer lost":
            return self.hang_up()
        if fate.startswith("done, "):
            # What stands before the server has lost its patience with it, or an answer that it does not like.
            return self.reply(int(fate.removeprefix("done, ")), [("Content-Type", "text/html")], b"<html>Something went wrong.</html>")
        if fate == "half":
            # Its length fits: only what it says shows that the end is missing.
            return self.reply(status, headers, content[:len(content) // 2])
        if fate == "garbage":
            content = b"\xff{" + content[1:]
        if fate == "slow":
            return self.reply_slowly(status, headers, content)
        if fate != "cut":
            return self.reply(status, headers, content)
        self.reply(status, headers, content, length=len(content) // 2)
        self.wfile.flush()
        self.hang_up()

    def reply_slowly(self, status, headers, content):
        self.reply(status, headers, content, length=0)
        step = len(content) // 20 + 1
        try:
            for start in range(0, len(content), step):
                self.wfile.write(content[start:start + step])
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            # Who asked did not wait for the end of it.
            self.close_connection = True


class Flaky(Way):
    """Good until `spoil`."""

    handler = FlakyHandler

    def __init__(self, target, pushes=False):
        super().__init__(target, pushes)
        self.chance = None
        self.fates = FATES
        self.spoiled, self.silences = {}, 0

    def spoil(self, seed, but=()):
        """`but`: fates that nothing meets."""
        with self.lock:
            self.chance, self.silences = random.Random(seed), int(seed % SILENT_SEEDS == 0)
            self.fates = {fate: often for fate, often in FATES.items() if fate not in but}

    def mend(self):
        with self.lock:
            self.chance = None

    def fate(self):
        with self.lock:
            if not self.chance:
                return "pass"
            fate = self.chance.choices(list(self.fates), self.fates.values())[0]
            if fate == "silence":
                if not self.silences:
                    return "pass"
                self.silences -= 1
            self.spoiled[fate] = self.spoiled.get(fate, 0) + 1
            return fate
