"""Runs the proof against a Cyrus server of its own, which sends into a sink. Its words are indexed all the time; and it pushes
nothing itself, so that the way to it does."""

import contextlib
import email
import subprocess
import sys
import threading

from cyrus import Cyrus
from ending import ends_cleanly
from sink import Sink
from way import Way

LACKS = ["strict-sets", "submissions", "whole-identities"]


@contextlib.contextmanager
def indexed(server, user):
    """New mail is found by its words soon."""
    over = threading.Event()

    def index():
        while not over.wait(0.5):
            server.index(user)

    worker = threading.Thread(target=index)
    worker.start()
    try:
        yield
    finally:
        over.set()
        worker.join()


ends_cleanly()
with Sink() as sink, Cyrus(smtp=sink.port) as server, Way(server.http, pushes=True) as way, indexed(server, "alice"):
    done = subprocess.run([sys.argv[1], way.url + "/.well-known/jmap", "alice", "secret", *LACKS])
left = [email.message_from_bytes(content)["Subject"].split()[-1] for _, _, content in sink.take()]
if done.returncode == 0 and left != ["sent", "once"]:
    print("FAILED what was sent left once, what was held did not leave --", left)
sys.exit(done.returncode or left != ["sent", "once"])
