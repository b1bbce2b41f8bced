"""The built program, as its user and its scripts run it."""

import atexit
import json
import shutil
import subprocess
import tempfile


def same(got, wanted, what):
    if got != wanted:
        raise AssertionError("%s: %r, not %r" % (what, got, wanted))


class Maraca:
    """The program with a home of its own."""

    def __init__(self, path):
        self.path = path
        self.home = tempfile.mkdtemp(prefix="maraca-home-")
        atexit.register(shutil.rmtree, self.home, ignore_errors=True)

    def run(self, *arguments, text=None, status=0, may_fail=False):
        done = subprocess.run(
            [self.path, "--home", self.home, *arguments], input=text, capture_output=True, text=True, timeout=300)
        if done.returncode != status and not (may_fail and done.returncode == 1):
            raise AssertionError(
                "%s ended with %d: %s" % (" ".join(arguments), done.returncode, done.stderr.strip()[-500:]))
        return done.stdout

    def sync(self):
        """Its exit status."""
        done = subprocess.run([self.path, "--home", self.home, "sync"], capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1, 3, 4):
            raise AssertionError("sync ended with %d: %s" % (done.returncode, done.stderr.strip()[-500:]))
        return done.returncode

    def json(self, *arguments, may_fail=False):
        return json.loads(self.run("--json", *arguments, may_fail=may_fail))

    def add(self, server, user="alice"):
        self.run(
            "account", "add", "%s@rig.example" % user, "--user", user, "--protocol", "jmap", "--url", server.url,
            "--password-stdin", text="secret\n")

    def beside(self, server):
        """Another one on the same account, in step with a server or a way to it."""
        other = Maraca(self.path)
        other.add(server)
        other.run("sync")
        return other

    def messages(self):
        """When received, which no two share → marks and places, of all mail."""
        found = {}
        for thread in self.json("list", "--limit", "100000"):
            for message in self.json("show", thread["id"])["messages"]:
                places = frozenset(place["display_name"] for place in message["folders"])
                found[message["date"]] = (message["unread"], message["starred"], places)
        return found
