"""One mailbox, seen by Maraca over IMAP and by another client."""

import email.utils
import os
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cyrus"))
from cyrus import BIN, Cyrus  # noqa: E402
from dovecot import CannotBeHad, Dovecot, can_be_had  # noqa: E402
from line import LossyLine  # noqa: E402
from mail import check, imaplib_date, mail  # noqa: E402
from program import Maraca, same  # noqa: E402
from sink import Sink  # noqa: E402

SHOWN = {"Inbox": "INBOX", "Spam": "Junk"}
FOLDERS = ["INBOX", "INBOX", "INBOX", "Archive", "Projects", "Projects/Garden", "Sent"]


class Place:
    """A server, a line to it that can break, and the program."""

    def __init__(self, server, path, sink):
        self.server, self.sink = server, sink
        self.line = LossyLine(server.imap)
        self.out = LossyLine(sink.port)
        self.maraca = Maraca(path)
        self.user = "alice"

    def login(self):
        return self.server.login(self.user)

    def add(self, maraca):
        maraca.run(
            "account", "add", "alice@rig.example", "--user", self.user, "--protocol", "imap", "--url",
            "imap://127.0.0.1:%d?smtp=smtp://127.0.0.1:%d" % (self.line.port, self.out.port), "--password-stdin", text="secret\n")

    def fill(self, count, seed=1):
        chance = random.Random(seed)
        imap = self.login()
        for folder in ("Projects", "Projects/Garden"):
            check(imap.create(self.raw(folder)))
        known = []
        for number in range(count):
            date, text, name = mail(number, chance, chance.choice(known) if known and chance.random() < 0.4 else None)
            flags = " ".join(flag for flag in ("\\Seen", "\\Flagged", "garden") if chance.random() < 0.4)
            check(imap.append(self.raw(chance.choice(FOLDERS)), "(%s)" % flags, imaplib_date(date), text))
            known.append(name)
        imap.logout()

    def raw(self, folder):
        """The server's name for ours, as a client says it."""
        return quoted(folder if folder == "INBOX" else self.server.prefix + folder)

    def folders(self, imap):
        """Ours for each name of the server's."""
        found = {}
        for line in check(imap.list()):
            match = re.match(rb'\((.*?)\) "(.)" "?(.*?)"?$', line)
            if b"\\Noselect" not in match.group(1):
                raw = match.group(3).decode()
                ours = raw.replace(match.group(2).decode(), "/").removeprefix(self.server.prefix)
                found[raw] = ours.replace("user/", "Other Users/", 1) if self.server.prefix else ours
        return found

    def truth(self):
        """Message-ID → each copy's folder, and whether it is read and starred, as IMAP says."""
        imap = self.login()
        found = {}
        for raw, folder in self.folders(imap).items():
            if check(imap.select(quoted(raw), readonly=True)) == [b"0"]:
                continue
            answer = check(imap.fetch("1:*", "(FLAGS BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])"))
            # The flags come before the literal or behind it.
            for number, part in enumerate(answer):
                if isinstance(part, tuple):
                    name = re.search(rb"<[^>]+>", part[1]).group(0).decode()
                    flags = part[0] + (answer[number + 1] if isinstance(answer[number + 1], bytes) else b"")
                    if b"\\Deleted" not in flags:
                        found.setdefault(name, []).append((folder, b"\\Seen" in flags, b"\\Flagged" in flags))
        imap.logout()
        return {name: sorted(places) for name, places in found.items()}

    def shown(self, maraca):
        """The same, as Maraca shows it: marks are those of all copies."""
        found = {}
        for thread in maraca.json("list", "--limit", "100000"):
            for message in maraca.json("show", thread["id"])["messages"]:
                name = "<%s>" % message["message_id"].strip("<>")
                places = sorted(SHOWN.get(each["display_name"], each["display_name"]) for each in message["folders"])
                found.setdefault(name, []).append((places, not message["unread"], message["starred"]))
        return found

    def agree(self, what, maraca=None):
        """What does not agree after some looks is wrong."""
        maraca = maraca or self.maraca
        for _ in range(6):
            maraca.sync()
            there, here = self.truth(), self.shown(maraca)
            wanted = {}
            for name, copies in there.items():
                # Copies of one message are one: unread if one is, starred if one is.
                wanted[name] = [(sorted({folder for folder, _, _ in copies}), all(read for _, read, _ in copies),
                                 any(star for _, _, star in copies))]
            if here == wanted:
                return there
        for name in sorted(set(wanted) | set(here)):
            if wanted.get(name) != here.get(name):
                print("  %s: IMAP %r, Maraca %r" % (name, wanted.get(name), here.get(name)))
        raise AssertionError(what + ": the server and Maraca do not agree")


def quoted(name):
    return '"%s"' % name


def ids(maraca, query):
    # What is being sent has no id of its own yet.
    found = maraca.json("list", "--limit", "100000", query)
    return [thread["id"] for thread in found if "id" in thread]


def reading(place):
    place.fill(120)
    place.add(place.maraca)
    place.maraca.run("sync", "--bodies")
    place.agree("reading")
    thread = place.maraca.json("list", "--limit", "1", "in:inbox")[0]
    shown = place.maraca.run("show", thread["id"])
    assert "Body " in shown, shown
    number = 7
    date, text, _ = mail(number, random.Random(0))
    same(len(place.maraca.json("list", "--limit", "10", "id:m%d@proof.example" % number)), 1, "a message found by its id")


def acting(place):
    """What is done in Maraca is done on the server."""
    maraca, before = place.maraca, place.truth()
    inbox = ids(maraca, "in:inbox")
    maraca.run("archive", inbox[0])
    maraca.run("star", inbox[1])
    maraca.run("unread", inbox[2])
    maraca.run("shake", inbox[3])
    maraca.run("trash", inbox[4])
    maraca.run("mailbox", "create", "Gears")
    maraca.run("sync")
    maraca.run("move", "--to", "Gears", inbox[5])
    maraca.run("tag", "--add", "harbour", inbox[6])
    maraca.run("draft", "--to", "bob@elsewhere.example", "--subject", "Not yet", text="To be kept.\n")
    maraca.run("send", "--to", "bob@elsewhere.example", "--bcc", "eve@hidden.example", "--subject", "A plan", text="To be sent.\n")
    maraca.run("sync")
    after = place.agree("acting")
    same(set(before) - set(after), set(), "what is gone")
    new = {name: places for name, places in after.items() if name not in before}
    same(sorted(folder for places in new.values() for folder, _, _ in places), ["Drafts", "Sent"], "what is new")
    same(any(where[0] == "Gears" for places in after.values() for where in places), True, "the new folder")
    (_, recipients, content), = place.sink.take()
    same(sorted(recipients), ["bob@elsewhere.example", "eve@hidden.example"], "who got it")
    same(b"To be sent." in content and b"eve@" not in content, True, "what was sent")


def elsewhere(place):
    """What another client does is done in Maraca."""
    imap = place.login()
    check(imap.select("INBOX"))
    check(imap.store("1:2", "+FLAGS", "(\\Seen \\Flagged)"))
    check(imap.copy("3", place.raw("Archive")))
    check(imap.store("3:4", "+FLAGS", "(\\Deleted)"))
    check(imap.expunge())
    text = b"From: Cleo <cleo@mail.example>\r\nTo: alice@rig.example\r\nSubject: News\r\nMessage-ID: <news@x.example>\r\n\r\nNew.\r\n"
    check(imap.append("INBOX", "", imaplib_date(1_760_000_000), text))
    check(imap.create(place.raw("Other")))
    check(imap.copy("1", place.raw("Other")))
    check(imap.rename(place.raw("Projects/Garden"), place.raw("Projects/Yard")))
    imap.logout()
    after = place.agree("elsewhere")
    same(after["<news@x.example>"], [("INBOX", False, False)], "new mail")


def writing(place):
    """A draft that is changed, with a file, and then sent: it leaves once, and lies in Sent once."""
    maraca, path = place.maraca, place.maraca.home + "/plan.bin"
    with open(path, "wb") as file:
        file.write(bytes(range(256)) * 700)
    maraca.run("draft", "--to", "bob@elsewhere.example", "--subject", "Long", "--attach", path, text="First.\n")
    maraca.run("sync")
    draft = maraca.json("list", "subject:Long in:drafts")[0]["id"]
    place.agree("a draft with a file")
    other = Maraca(maraca.path)
    place.add(other)
    other.run("sync", "--bodies")
    shown = other.json("show", draft_of(other, "Long"))["messages"][-1]
    same([each["filename"] for each in shown["files"]], ["plan.bin"], "the draft's file, elsewhere")
    other.run("draft", "send", draft_of(other, "Long"))
    other.run("sync")
    maraca.run("sync")
    place.agree("a draft sent elsewhere")
    (_, recipients, content), = place.sink.take()
    message = email.message_from_bytes(content)
    parts = [part.get_payload(decode=True) for part in message.walk() if part.get_filename() == "plan.bin"]
    same(parts, [bytes(range(256)) * 700], "the file that arrived")
    same(len([name for name, copies in place.truth().items() for copy in copies if copy[0] == "Drafts"]), 1, "drafts that are left")
    maraca.run("send", "--to", "nobody@elsewhere.example", "--subject", "To no one", text="?\n")
    same(maraca.sync(), 4, "the status when a server refused")
    same(place.sink.take(), [], "what nobody takes")
    assert "no such person" in maraca.run("outbox"), "the reason is not in the outbox"
    settle(maraca)
    place.agree("a letter that was refused")


def settle(maraca):
    for line in maraca.json("outbox"):
        maraca.run("outbox", "discard", str(line["id"]), may_fail=True)
    maraca.sync()


def draft_of(maraca, subject):
    return maraca.json("list", "subject:%s" % subject)[0]["id"]


def day(place, seed):
    """Both at once, on lines that break, with the program killed at times: nothing is lost that nobody deleted, nothing is sent twice."""
    chance = random.Random(seed)
    maraca = place.maraca
    before = place.agree("before a bad day")
    deleted, moved, letters = set(), set(), []
    place.line.chance.seed(seed)
    place.line.loses = place.out.loses = True
    for turn in range(4):
        threads = ids(maraca, "")
        for _ in range(3):
            maraca.run(chance.choice(["archive", "star", "unread", "shake", "trash", "unstar"]), chance.choice(threads), may_fail=True)
        if chance.random() < 0.6:
            letters.append("Day %d letter %d" % (seed, turn))
            maraca.run("send", "--to", "bob@elsewhere.example", "--subject", letters[-1], text="Once.\n", may_fail=True)
        act_elsewhere(place, chance, deleted, moved)
        sync = subprocess.Popen([maraca.path, "--home", maraca.home, "sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            sync.wait(chance.choice([0.1, 0.3, 0.6, 30]))
        except subprocess.TimeoutExpired:
            sync.send_signal(signal.SIGKILL)
            sync.wait()
    place.line.loses = place.out.loses = False
    for _ in range(3):
        maraca.sync()
    after = place.agree("a bad day %d" % seed)
    same(set(before) - set(after) - deleted, set(), "what is lost")
    doubled = {name for name, places in after.items() if len(places) > len(before.get(name, places))}
    same(doubled - moved - deleted, set(), "what is doubled")
    arrived = [re.search(rb"Subject: (.*?)\r\n", content).group(1).decode() for _, _, content in place.sink.take()]
    unsure = maraca.run("outbox", may_fail=True)
    for letter in letters:
        count = arrived.count(letter)
        assert count == 1 or count == 0 and letter in unsure, "%s: sent %d times\n%s" % (letter, count, unsure)
    # What nobody could know is for the user to decide.
    settle(maraca)


def act_elsewhere(place, chance, deleted, moved):
    imap = place.login()
    check(imap.select(place.raw(chance.choice(["INBOX", "Archive"]))))
    count = len(check(imap.search(None, "ALL"))[0].split())
    if count:
        number = str(chance.randint(1, count))
        deed = chance.choice(["+FLAGS", "-FLAGS", "move", "delete"])
        header = check(imap.fetch(number, "(BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])"))[0][1]
        name = re.search(rb"<[^>]+>", header).group(0).decode()
        if deed == "move":
            moved.add(name)
            check(imap._simple_command("MOVE", number, place.raw("Archive")))
        elif deed == "delete":
            deleted.add(name)
            check(imap.store(number, "+FLAGS", "(\\Deleted)"))
            check(imap.expunge())
        else:
            check(imap.store(number, deed, "(%s)" % chance.choice(["\\Seen", "\\Flagged"])))
    imap.logout()


def lost_index(place):
    """What is beside the store can be made anew from the server."""
    before = place.shown(place.maraca)
    removed = 0
    for folder, _, names in os.walk(place.maraca.home):
        for name in names:
            if name.startswith("imap-"):
                os.unlink(os.path.join(folder, name))
                removed += 1
    assert removed, "there is no index"
    place.agree("without the index")
    same(place.shown(place.maraca), before, "what is shown")


def names(place):
    """Folders are called as if there were none above them, and those of others are told apart, with what may be done there."""
    if not place.server.prefix:
        return
    bob = place.server.login("bob")
    check(bob.create(quoted("INBOX/Club")))
    text = b"From: Cleo <cleo@mail.example>\r\nSubject: Members\r\nMessage-ID: <club@x.example>\r\n\r\nHello.\r\n"
    check(bob.append(quoted("INBOX/Club"), "", imaplib_date(1_760_000_000), text))
    check(bob.setacl(quoted("INBOX/Club"), "alice", "lrs"))
    bob.logout()
    place.agree("a folder of another user")
    maraca = place.maraca
    shown = {each["display_name"] for each in maraca.json("mailbox", "list")}
    assert {"Projects", "Gears", "Other Users/bob/Club"} <= shown, shown
    assert not any(name.startswith("INBOX/") for name in shown), shown
    club, = ids(maraca, "subject:Members")
    maraca.run("shake", club)
    maraca.sync()
    same(place.agree("mail of another user is read")["<club@x.example>"], [("Other Users/bob/Club", True, False)], "what was read")
    maraca.run("trash", club, may_fail=True)
    maraca.sync()
    same(place.agree("what may not be done")["<club@x.example>"], [("Other Users/bob/Club", True, False)], "what stays")
    maraca.run("mailbox", "delete", "Gears", may_fail=True)
    maraca.run("mailbox", "create", "Works/2026")
    maraca.sync()
    place.agree("new folders")
    imap = place.login()
    assert "INBOX/Works/2026" in place.folders(imap), place.folders(imap)
    imap.logout()


def tell(name, make, path):
    seeds, seed = int(os.environ.get("SEEDS", "2")), int(os.environ.get("SEED", "0"))
    with make() as server, Sink() as sink:
        place = Place(server, os.path.abspath(path), sink)
        with place.line, place.out:
            for story in (reading, acting, elsewhere, writing, lost_index, names):
                begun = time.monotonic()
                story(place)
                print("ok - %s: %s (%.1f s)" % (name, story.__name__, time.monotonic() - begun), flush=True)
            for number in range(seed, seed + seeds):
                day(place, number)
            print("ok - %s: %d days on lines that break" % (name, seeds), flush=True)


SERVERS = {
    "cyrus": (Cyrus, lambda: os.access(BIN + "imapd", os.X_OK)),
    "cyrus-below": (lambda: Cyrus(below=True), lambda: os.access(BIN + "imapd", os.X_OK)),
    "dovecot": (Dovecot, can_be_had),
}


def main(path, names):
    failed = there = 0
    for name in names or SERVERS:
        if there and os.environ.get("ONE"):
            break
        make, is_there = SERVERS[name]
        if not is_there():
            print("skipped: %s is not installed" % name)
            continue
        there += 1
        try:
            tell(name, make, path)
        except CannotBeHad as reason:
            there -= 1
            print("skipped: %s: %s" % (name, reason))
        except AssertionError as error:
            failed += 1
            print("not ok - %s: %s" % (name, error), flush=True)
    return 1 if failed else 0 if there else 77


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
