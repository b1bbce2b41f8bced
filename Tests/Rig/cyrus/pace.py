"""How fast a first sync is, beside what the server can give and beside mbsync."""

import base64
import concurrent.futures
import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import large
from cyrus import Cyrus
from ending import ends_cleanly
from program import Maraca, same
from sink import Sink

ROUNDS = 3
LANES = 4
PIECE = 250
LIST = ["id", "threadId", "blobId", "mailboxIds", "keywords", "receivedAt", "subject", "from", "to", "cc", "bcc",
        "replyTo", "preview", "attachments", "messageId", "inReplyTo", "size", "header:List-Id:asText"]
PART = ["blobId", "size", "name", "type", "charset", "cid", "disposition"]


def timed(work):
    start = time.monotonic()
    work()
    return time.monotonic() - start


class Ceiling:
    """All mail's list over JMAP, in as many connections and as large pieces as the program's; answers are not looked at."""

    def __init__(self, server):
        self.port = server.http
        secret = base64.b64encode(b"%s:secret" % large.USER.encode()).decode()
        self.headers = {"Authorization": "Basic " + secret, "Content-Type": "application/json"}

    def ask(self, connection, method, arguments):
        call = {"using": ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
                "methodCalls": [[method, {"accountId": large.USER, **arguments}, "0"]]}
        connection.request("POST", "/jmap/", json.dumps(call), self.headers)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status == 200, content[:200]
        return content

    def run(self):
        first = http.client.HTTPConnection("127.0.0.1", self.port)
        query = {"sort": [{"property": "receivedAt", "isAscending": False}]}
        ids = json.loads(self.ask(first, "Email/query", query))["methodResponses"][0][1]["ids"]
        pieces = [ids[start:start + PIECE] for start in range(0, len(ids), PIECE)]

        def lane(number):
            connection = http.client.HTTPConnection("127.0.0.1", self.port)
            for piece in pieces[number::LANES]:
                self.ask(connection, "Email/get", {"ids": piece, "properties": LIST, "bodyProperties": PART})

        with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
            list(lanes.map(lane, range(LANES)))


def sync(path, server, there):
    """The program, from an account that was just added to a list of all mail; all of it, or the time is worth nothing."""
    program = Maraca(path)
    program.add(server, large.USER)
    seconds = timed(lambda: program.run("sync"))
    same(int(program.run("count", "--messages")), there, "messages after the sync")
    return seconds


def mbsync(server):
    """Whole messages over IMAP into a Maildir."""
    folder = tempfile.mkdtemp(prefix="maraca-mbsync-")
    os.mkdir(folder + "/mail")
    with open(folder + "/rc", "w") as file:
        file.write("""
FSync no

IMAPStore far
Host 127.0.0.1
Port %d
User %s
Pass secret
SSLType None
AuthMechs LOGIN
PipelineDepth 50

MaildirStore near
Path %s/mail/
Inbox %s/mail/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Patterns *
Create Near
Sync Pull
SyncState *
""" % (server.imap, large.USER, folder, folder))
    try:
        return timed(lambda: subprocess.run(
            ["mbsync", "-q", "-c", folder + "/rc", "all"], check=True, stdout=subprocess.DEVNULL, timeout=600))
    finally:
        shutil.rmtree(folder)


def main(path):
    ends_cleanly()
    count = int(os.environ["MESSAGES"])
    cores = sorted(os.sched_getaffinity(0))
    is_apart = bool(os.environ.get("APART"))
    if is_apart:
        os.sched_setaffinity(0, cores[:1])
    with Sink() as sink, Cyrus((large.USER,), smtp=sink.port) as server:
        if is_apart:
            # The server keeps the core that it was started on.
            os.sched_setaffinity(0, cores[1:])
        print("loading %d messages" % count, flush=True)
        large.load(server, count, seed=0, is_plain=True)
        there = len(large.told(server))
        ways = {"list over JMAP": lambda: timed(Ceiling(server).run), "maraca sync": lambda: sync(path, server, there)}
        if shutil.which("mbsync"):
            ways["mbsync"] = lambda: mbsync(server)
        best = {}
        for number in range(ROUNDS):
            # Side by side, so that what else the machine does meets all of them; the slowest once.
            for name, way in ways.items():
                if name == "mbsync" and number > 0:
                    continue
                try:
                    best[name] = min(best.get(name, float("inf")), way())
                except subprocess.CalledProcessError as error:
                    # The peer's trouble is told, and is none of the measurement.
                    print("%s failed with code %d and is left out" % (name, error.returncode), flush=True)
    print("%d messages, best of %d:" % (there, ROUNDS))
    for name, seconds in best.items():
        ratio = best["list over JMAP"] / seconds
        print("%-16s %6.2f s  %6.0f messages/s  %.2f of the list over JMAP" % (name, seconds, there / seconds, ratio))


if __name__ == "__main__":
    main(sys.argv[1])
