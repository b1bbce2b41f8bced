"""One mailbox in three places: an IMAP server, a Maildir that mbsync keeps in step with it, and Maraca, which keeps itself in step
with the Maildir."""

import atexit
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cyrus"))
from cyrus import Cyrus, free_ports  # noqa: E402
from mail import check, fill, folders, imaplib_date  # noqa: E402
from program import Maraca, same  # noqa: E402

SETTINGS = """
IMAPAccount far
Host 127.0.0.1
Port {port}
User alice
Pass secret
SSLType None
AuthMechs PLAIN

IMAPStore far
Account far

MaildirStore near
Path {root}/mail/
Inbox {root}/mail/INBOX
SubFolders Verbatim

Channel both
Far :far:
Near :near:
Patterns *
Create Both
Remove Near
Expunge Both
SyncState *
"""


class Place:
    """The Maildir, mbsync, and the server over it."""

    def __init__(self, cyrus, maraca):
        self.cyrus = cyrus
        self.program = maraca
        self.root = tempfile.mkdtemp(prefix="maraca-mbsync-")
        atexit.register(shutil.rmtree, self.root, ignore_errors=True)
        os.mkdir(self.root + "/mail")
        with open(self.root + "/mbsyncrc", "w") as file:
            file.write(SETTINGS.format(port=cyrus.imap, root=self.root))
        self.server = None
        self.port = free_ports(1)[0]

    def mbsync(self):
        done = subprocess.run(
            ["mbsync", "-q", "-c", self.root + "/mbsyncrc", "-a"], capture_output=True, text=True, timeout=120,
            env=dict(os.environ, HOME=self.root))
        if done.returncode or done.stderr.strip():
            raise AssertionError("mbsync: %d %s" % (done.returncode, done.stderr.strip()[-800:]))

    def serve(self):
        script = self.root + "/sendmail"
        with open(script, "w") as file:
            file.write("#!/bin/sh\nexec cat >>%s/sent\n" % self.root)
        os.chmod(script, 0o700)
        with open(self.root + "/start", "w") as start:
            self.server = subprocess.Popen(
                [self.program, "serve", "--port", str(self.port), "--sync-maildir", self.root + "/mail", "--data", self.root + "/data.db",
                 "--address", "alice@rig.example", "--sendmail", script],
                stdout=start, stderr=open(self.root + "/said", "a"))
        for _ in range(300):
            line = open(self.root + "/start").read()
            if line.endswith("\n"):
                return json.loads(line)
            if self.server.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError("the server did not start: " + open(self.root + "/said").read()[-800:])

    def stop(self, how=signal.SIGTERM):
        if self.server:
            self.server.send_signal(how)
            self.server.wait(30)
            self.server = None

    def truth(self):
        """Message-ID → the folder, and whether it is read and starred, as IMAP says."""
        imap = self.cyrus.login("alice")
        found = {}
        for folder in folders(imap):
            check(imap.select('"%s"' % folder, readonly=True))
            if not check(imap.search(None, "ALL"))[0]:
                continue
            answer = check(imap.fetch("1:*", "(FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])"))
            # Cyrus gives the flags before the literal or behind it.
            for number, part in enumerate(answer):
                if isinstance(part, tuple):
                    name = re.search(rb"<[^>]+>", part[1]).group(0).decode()
                    flags = part[0] + (answer[number + 1] if isinstance(answer[number + 1], bytes) else b"")
                    found.setdefault(name, []).append((folder, b"\\Seen" in flags, b"\\Flagged" in flags))
        imap.logout()
        return {name: sorted(places) for name, places in found.items()}

    def shown(self, maraca):
        """The same, as Maraca shows it."""
        maraca.run("sync", "--bodies")
        found = {}
        for thread in maraca.json("list", "--limit", "100000"):
            for message in maraca.json("show", thread["id"])["messages"]:
                name = "<%s>" % message["message_id"].strip("<>")
                place = message["folders"][0]["display_name"]
                place = {"Inbox": "INBOX", "Spam": "Junk"}.get(place, place)
                found.setdefault(name, []).append((place, not message["unread"], message["starred"]))
        return {name: sorted(places) for name, places in found.items()}

    def agree(self, maraca, what):
        """Fetches and brings until all three say the same; what does not happen within a minute is wrong."""
        for _ in range(30):
            self.mbsync()
            there = self.truth()
            try:
                here = self.shown(maraca)
            except AssertionError as gone:
                # It was listed, and gone a moment later.
                here = {"failed": str(gone)}
            if there == here:
                return there
            time.sleep(1)
        for name in sorted(set(there) | set(here)):
            if there.get(name) != here.get(name):
                print("  %s: IMAP %r, Maraca %r" % (name, there.get(name), here.get(name)))
        raise AssertionError(what + ": the server and Maraca do not agree")


def ids(maraca, query):
    return [thread["id"] for thread in maraca.json("list", "--limit", "100000", query)]


def acting(place, maraca):
    """What is done in Maraca is done on the IMAP server."""
    before = place.truth()
    inbox = ids(maraca, "in:inbox")
    maraca.run("archive", inbox[0])
    maraca.run("star", inbox[1])
    maraca.run("unread", inbox[2])
    maraca.run("trash", inbox[3])
    maraca.run("mailbox", "create", "Gears")
    maraca.run("move", "--to", "Gears", inbox[4])
    maraca.run("send", "--to", "bob@elsewhere.example", "--subject", "A plan", text="To be sent.\n")
    maraca.run("draft", "--to", "bob@elsewhere.example", "--subject", "Not yet", text="To be kept.\n")
    maraca.run("sync")
    after = place.agree(maraca, "acting")
    same(set(before) - set(after), set(), "what is gone")
    new = {name: places for name, places in after.items() if name not in before}
    same(sorted(places[0][0] for places in new.values()), ["Drafts", "Sent"], "what is new")
    same(any(where[0] == "Gears" for places in after.values() for where in places), True, "the new folder")
    same("To be sent." in open(place.root + "/sent").read(), True, "what was sent")


def elsewhere(place, maraca):
    """What is done on the IMAP server is done in Maraca."""
    imap = place.cyrus.login("alice")
    check(imap.select("INBOX"))
    check(imap.store("1:2", "+FLAGS", "(\\Seen \\Flagged)"))
    check(imap.copy("3", "Archive"))
    check(imap.store("3:4", "+FLAGS", "(\\Deleted)"))
    check(imap.expunge())
    text = b"From: Cleo <cleo@mail.example>\r\nTo: alice@rig.example\r\nSubject: News\r\nMessage-ID: <news@x.example>\r\n\r\nNew.\r\n"
    check(imap.append("INBOX", "", imaplib_date(1_760_000_000), text))
    imap.logout()
    after = place.agree(maraca, "elsewhere")
    same(after["<news@x.example>"], [("INBOX", False, False)], "new mail")


def both(place, maraca, chance):
    """Both at once, with kills of the server between: nothing is lost that nobody deleted. Doubled is only what both moved, which mbsync
    sees as a message gone from one folder and two that came into others."""
    before = place.truth()
    imap = place.cyrus.login("alice")
    deleted, moved = set(), set()
    for _ in range(4):
        threads = ids(maraca, "")
        for _ in range(3):
            verb = chance.choice(["archive", "star", "unread", "shake", "trash", "unstar"])
            maraca.run(verb, chance.choice(threads), may_fail=True)
        check(imap.select(chance.choice(["INBOX", "Archive"])))
        count = len(check(imap.search(None, "ALL"))[0].split())
        if count:
            number = str(chance.randint(1, count))
            deed = chance.choice(["+FLAGS", "-FLAGS", "move", "delete"])
            header = check(imap.fetch(number, "(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])"))[0][1]
            name = re.search(rb"<[^>]+>", header).group(0).decode()
            if deed == "move":
                moved.add(name)
                check(imap._simple_command("MOVE", number, "Archive"))
            elif deed == "delete":
                deleted.add(name)
                check(imap.store(number, "+FLAGS", "(\\Deleted)"))
                check(imap.expunge())
            else:
                check(imap.store(number, deed, "(%s)" % chance.choice(["\\Seen", "\\Flagged"])))
        maraca.run("sync", may_fail=True)
        if chance.random() < 0.3:
            place.stop(signal.SIGKILL)
            place.serve()
        if chance.random() < 0.4:
            place.mbsync()
    imap.logout()
    after = place.agree(maraca, "both")
    same(set(before) - set(after) - deleted, set(), "what is lost")
    doubled = {name for name, places in after.items() if len(places) > len(before.get(name, ""))}
    same(doubled - moved - deleted, set(), "what is doubled")


def main(path):
    rounds, seed = int(os.environ.get("ROUNDS", "2")), int(os.environ.get("SEED", "0"))
    with Cyrus() as cyrus:
        fill(cyrus, 60)
        place = Place(cyrus, os.path.abspath(path))
        try:
            place.mbsync()
            said = place.serve()
            maraca = Maraca(os.path.abspath(path))
            maraca.run("account", "add", "alice@rig.example", "--url", said["url"] + "/jmap/session", "--password-stdin",
                       text=said["token"])
            place.agree(maraca, "reading")
            print("ok - mail of an IMAP server is read")
            acting(place, maraca)
            print("ok - what is done here is done there")
            elsewhere(place, maraca)
            print("ok - what is done there is done here")
            for number in range(seed, seed + rounds):
                both(place, maraca, random.Random(number))
            print("ok - both at once, %d rounds" % rounds)
        except AssertionError as error:
            print("not ok - %s" % error)
            print(open(place.root + "/said").read()[-2000:] if os.path.exists(place.root + "/said") else "")
            return 1
        finally:
            place.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
