"""Runs the proof against a Cyrus server of its own, which has no way to send and no index of words."""

import subprocess
import sys

from cyrus import Cyrus

with Cyrus() as server:
    done = subprocess.run([sys.argv[1], server.url + "/.well-known/jmap", "alice", "secret", "words", "strict-sets"])
sys.exit(done.returncode)
