#!/usr/bin/env python3
"""A mail server that takes every message and keeps it: where Cyrus sends what it is told to.

Recipients whose name begins with "reject" or "nobody" are refused for good, those with "defer" for now. Alone it listens on the
port that is given and prints the envelope of each message as a line of JSON."""

import json
import re
import socketserver
import sys

from background import Background


class Dialogue(socketserver.StreamRequestHandler):
    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.sender, self.recipients = None, []
        self.say("220 sink.example ESMTP")
        for line in self.rfile:
            text = line.decode("utf-8", "replace").strip()
            verb = text[:4].upper()
            if verb == "QUIT":
                self.say("221 2.0.0 bye")
                return
            getattr(self, "on_" + verb.lower(), self.unknown)(text)

    def unknown(self, text):
        self.say("500 5.5.2 not understood")

    def on_ehlo(self, text):
        for name in ("sink.example", "SIZE 104857600", "8BITMIME", "SMTPUTF8", "DSN", "ENHANCEDSTATUSCODES"):
            self.say("250-" + name)
        self.say("250 PIPELINING")

    def on_helo(self, text):
        self.say("250 sink.example")

    def on_mail(self, text):
        self.sender, self.recipients = self.address(text), []
        self.say("250 2.1.0 ok")

    def on_rcpt(self, text):
        name = self.address(text)
        if name.startswith(("reject", "nobody")):
            self.say("550 5.1.1 no such person")
        elif name.startswith("defer") and not self.server.sink.is_open:
            self.say("451 4.3.0 try again later")
        else:
            self.recipients.append(name)
            self.say("250 2.1.5 ok")

    def on_data(self, text):
        if not self.recipients:
            return self.say("503 5.5.1 nobody to send it to")
        self.say("354 go ahead")
        content = bytearray()
        for line in self.rfile:
            if line == b".\r\n":
                break
            content += line[1:] if line.startswith(b"..") else line
        self.server.sink.keep(self.sender, self.recipients, bytes(content))
        self.say("250 2.0.0 kept")
        self.sender, self.recipients = None, []

    def on_rset(self, text):
        self.sender, self.recipients = None, []
        self.say("250 2.0.0 ok")

    def on_noop(self, text):
        self.say("250 2.0.0 ok")

    @staticmethod
    def address(text):
        found = re.search(r"<([^>]*)>", text)
        return found.group(1) if found else ""


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


class Sink(Background):
    """Started and stopped by `with`."""

    def __init__(self, port=0, told=lambda sender, recipients, content: None):
        self.server = Server(("127.0.0.1", port), Dialogue)
        self.server.sink = self
        self.port = self.server.server_address[1]
        self.told = told
        # (sender, recipients, bytes) of each, in the order of their coming.
        self.messages = []
        # Whether those that are deferred get through after all.
        self.is_open = False

    def keep(self, sender, recipients, content):
        self.messages.append((sender, recipients, content))
        self.told(sender, recipients, content)

    def take(self):
        taken, self.messages = self.messages, []
        return taken


if __name__ == "__main__":
    def show(sender, recipients, content):
        print(json.dumps({"from": sender, "to": recipients, "size": len(content)}), flush=True)

    Sink(int(sys.argv[1]) if len(sys.argv) > 1 else 0, show).server.serve_forever()
