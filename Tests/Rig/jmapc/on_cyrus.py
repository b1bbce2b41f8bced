"""Runs the proof against a Cyrus server of its own, which has no index of words and sends into a sink."""

import email
import subprocess
import sys

from cyrus import Cyrus
from sink import Sink

LACKS = ["words", "strict-sets", "submissions", "whole-identities"]

with Sink() as sink, Cyrus(smtp=sink.port) as server:
    done = subprocess.run([sys.argv[1], server.url + "/.well-known/jmap", "alice", "secret", *LACKS])
left = [email.message_from_bytes(content)["Subject"].split()[-1] for _, _, content in sink.take()]
if left != ["sent", "once"]:
    print("FAILED what was sent left once, what was held did not leave --", left)
sys.exit(done.returncode or left != ["sent", "once"])
