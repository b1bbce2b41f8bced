"""The program itself as the server of a story: the Inbox API and JMAP over a mailbox in a file."""

import json
import os
import signal
import socket
import subprocess

from nylas import APIClient


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Ours:
    # What stands on the screen when the client is in step.
    live, is_polled = "live", False

    def __init__(self, rig, token):
        self.rig, self.token, self.port = rig, token, free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.server = None

    def start(self, *options):
        data = os.path.join(self.rig.folder.name, "server.db")
        self.server = subprocess.Popen(
            [self.rig.maraca, "serve", "--port", str(self.port), "--mbox", self.rig.mbox, "--data", data, "--token", self.token, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        line = json.loads(self.server.stdout.readline())
        assert line["url"] == self.url, line
        return line["jmap_url" if self.rig.protocol == "jmap" else "url"]

    def move(self):
        """The next start is at another address."""
        self.port = free_port()
        self.url = "http://127.0.0.1:%d" % self.port

    def signal(self, number):
        self.server.send_signal(number)

    def stop(self):
        if self.server:
            self.signal(signal.SIGTERM)
            assert self.server.wait(10) == 0, "the server did not end cleanly"
            self.server.stdout.close()
            self.server = None

    def ends(self):
        if self.server:
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()

    # What the Python client sees.

    def client(self):
        return APIClient(None, None, self.token, api_server=self.url)

    def threads(self):
        return self.client().threads.all()

    def messages(self):
        return self.client().messages.all()

    def drafts(self):
        return self.client().drafts.all()

    def arrives(self, subject, text):
        self.client().drafts.create(to=[{"email": "ann@example.test", "name": "Ann"}], subject=subject, body=text).send()
