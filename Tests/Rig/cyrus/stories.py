"""What a person does with mail on Cyrus, and what Cyrus says of it over IMAP."""

import datetime
import email.utils
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import sending
from cyrus import Cyrus
from flaky import Flaky
from lossy import Lossy
from sink import Sink

STORIES = []
WORDS = "harbour lantern meadow copper orchard violin winter saddle ribbon thunder quarry pebble".split()


def story(function):
    STORIES.append(function)
    return function


def same(got, wanted, what):
    if got != wanted:
        raise AssertionError("%s: %r, not %r" % (what, got, wanted))


class Maraca:
    """The program with a home of its own."""

    def __init__(self, path):
        self.path = path
        self.home = tempfile.mkdtemp(prefix="maraca-home-")

    def run(self, *arguments, text=None, status=0):
        done = subprocess.run(
            [self.path, "--home", self.home, *arguments], input=text, capture_output=True, text=True, timeout=300)
        if done.returncode != status:
            raise AssertionError(
                "%s ended with %d: %s" % (" ".join(arguments), done.returncode, done.stderr.strip()[-500:]))
        return done.stdout

    def sync(self):
        """Its exit status."""
        done = subprocess.run([self.path, "--home", self.home, "sync"], capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1, 3):
            raise AssertionError("sync ended with %d: %s" % (done.returncode, done.stderr.strip()[-500:]))
        return done.returncode

    def json(self, *arguments):
        return json.loads(self.run("--json", *arguments))

    def add(self, server, user="alice"):
        self.run(
            "account", "add", "%s@rig.example" % user, "--user", user, "--protocol", "jmap", "--url", server.url,
            "--password-stdin", text="secret\n")

    def messages(self):
        """When received, which no two share → marks and places, of all mail."""
        found = {}
        for thread in self.json("list", "--limit", "100000"):
            for message in self.json("show", thread["id"])["messages"]:
                places = frozenset(place["display_name"] for place in message["folders"])
                found[message["date"]] = (message["unread"], message["starred"], places)
        return found


def mail(number, chance, reply_to=None):
    """An invented message; the same for the same number."""
    subject = " ".join(chance.sample(WORDS, 3))
    date = 1_750_000_000 + number * 3600
    lines = [
        "From: Person %d <person%d@mail.example>" % (number % 7, number % 7),
        "To: alice@rig.example", "Subject: %s" % (("Re: " + reply_to[1]) if reply_to else subject),
        "Date: " + email.utils.formatdate(date), "Message-ID: <m%d@proof.example>" % number]
    if reply_to:
        lines += ["In-Reply-To: " + reply_to[0], "References: " + reply_to[0]]
    text = "\r\n".join(lines + ["", "Body %d of %s." % (number, subject), ""])
    return date, text.encode(), ("<m%d@proof.example>" % number, reply_to[1] if reply_to else subject)


def fill(server, count, seed=1):
    """Mail in several folders, with threads, read and unread."""
    chance = random.Random(seed)
    imap = server.login("alice")
    imap.create("Projects")
    imap.create("Projects/Garden")
    known = []
    for number in range(count):
        date, text, name = mail(number, chance, chance.choice(known) if known and chance.random() < 0.4 else None)
        folder = chance.choice(["INBOX", "INBOX", "INBOX", "Archive", "Projects", "Projects/Garden", "Sent"])
        flags = " ".join(flag for flag in ("\\Seen", "\\Flagged", "garden") if chance.random() < 0.4)
        check(imap.append('"%s"' % folder, "(%s)" % flags, imaplib_date(date), text))
        known.append(name)
    imap.logout()


def imaplib_date(seconds):
    return time.strftime('"%d-%b-%Y %H:%M:%S +0000"', time.gmtime(seconds))


def check(answer):
    if answer[0] != "OK":
        raise RuntimeError("IMAP: %r" % (answer,))
    return answer[1]


def folders(imap):
    return [re.match(rb'\(.*?\) "/" "?(.*?)"?$', line).group(1).decode() for line in check(imap.list())]


def truth(server, user="alice"):
    """The same as `Maraca.messages`, told by IMAP. Copies of one message are one: unread or starred when any of them is."""
    imap = server.login(user)
    found = {}
    for folder in folders(imap):
        if check(imap.select('"%s"' % folder, readonly=True)) == [b"0"]:
            continue
        answer = check(imap.fetch("1:*", "(FLAGS INTERNALDATE)"))
        for line in answer:
            flags = re.search(rb"FLAGS \((.*?)\)", line).group(1).lower().split()
            name = seconds(line)
            unread, starred, places = found.get(name, (False, False, frozenset()))
            place = "Inbox" if folder == "INBOX" else folder
            found[name] = (
                unread or b"\\seen" not in flags, starred or b"\\flagged" in flags, places | {place})
    imap.logout()
    return found


def seconds(line):
    text = re.search(rb'INTERNALDATE "(.*?)"', line).group(1).decode()
    return int(datetime.datetime.strptime(text.strip(), "%d-%b-%Y %H:%M:%S %z").timestamp())


def agree(maraca, server):
    got, wanted = maraca.messages(), truth(server)
    for name in sorted(set(got) | set(wanted)):
        same(got.get(name), wanted.get(name), name)
    same(int(maraca.run("count", "--messages")), len(wanted), "messages in all")




@story
def first_sync(server, maraca):
    """Everything that IMAP tells is there: messages, marks, folders, counts."""
    fill(server, 80)
    maraca.add(server)
    maraca.run("sync")
    agree(maraca, server)


@story
def a_wrong_password(server, maraca):
    """Nothing is kept, and the reason is said."""
    stranger = Maraca(maraca.path)
    done = subprocess.run(
        [maraca.path, "--home", stranger.home, "account", "add", "alice@rig.example", "--user", "alice", "--protocol",
         "jmap", "--url", server.url, "--password-stdin"], input="wrong\n", capture_output=True, text=True)
    same(done.returncode, 1, "status")
    assert "let us in" in done.stderr, done.stderr
    same(stranger.json("account", "list"), [], "accounts")


@story
def acting(server, maraca):
    """Shake, star, archive, trash and move are on the server after the next sync."""
    for command, wanted in (
        (["shake"], lambda unread, starred, places: not unread),
        (["unread"], lambda unread, starred, places: unread),
        (["star"], lambda unread, starred, places: starred),
        (["archive"], lambda unread, starred, places: places == {"Archive"}),
        (["trash"], lambda unread, starred, places: places == {"Trash"}),
        (["move", "--to", "Projects/Garden"], lambda unread, starred, places: places == {"Projects/Garden"}),
    ):
        query = "in:inbox -is:starred" + (" is:unread" if command[0] == "shake" else "")
        thread = maraca.json("list", query, "--limit", "1")[0]
        message = [m for m in maraca.json("show", thread["id"])["messages"] if m["folders"][0]["display_name"] == "Inbox"][-1]
        maraca.run(command[0], message["id"], *command[1:])
        maraca.run("sync")
        told = truth(server)[message["date"]]
        assert wanted(*told), "%s: %s" % (command[0], told)
    same(maraca.json("outbox"), [], "outbox")
    agree(maraca, server)


@story
def changes_elsewhere(server, maraca):
    """What another client does over IMAP shows after the next sync."""
    chance = random.Random(2)
    for number in range(80, 160):
        change(server, chance, number)
        if number % 40 == 0:
            maraca.run("sync")
    maraca.run("sync")
    agree(maraca, server)


def change(server, chance, number):
    imap = server.login("alice")
    places = [name for name in folders(imap) if name not in ("Drafts", "Junk")]
    place = chance.choice(places)
    kind = chance.choice(["new", "seen", "star", "move", "copy", "remove", "folder"])
    if kind == "new":
        date, text, _ = mail(number, chance)
        check(imap.append('"%s"' % place, None, imaplib_date(date), text))
    elif kind == "folder":
        imap.create('"Folder %d"' % number)
    elif check(imap.select('"%s"' % place)) != [b"0"]:
        one = chance.choice(check(imap.search(None, "ALL"))[0].split())
        if kind in ("seen", "star"):
            sign = chance.choice("+-")
            check(imap.store(one, sign + "FLAGS", "\\Seen" if kind == "seen" else "\\Flagged"))
        elif kind == "remove":
            check(imap.store(one, "+FLAGS", "\\Deleted"))
            imap.expunge()
        else:
            other = chance.choice([name for name in places if name != place])
            check(imap._simple_command("MOVE" if kind == "move" else "COPY", one, '"%s"' % other))
    imap.logout()


@story
def folders_come_and_go(server, maraca):
    """A folder that is renamed keeps its mail, with the folders below it; one that is deleted is gone."""
    imap = server.login("alice")
    check(imap.rename("Projects", "Plans"))
    maraca.run("sync")
    agree(maraca, server)
    imap.create("Passing")
    maraca.run("sync")
    check(imap.delete("Passing"))
    maraca.run("sync")
    agree(maraca, server)
    imap.logout()


@story
def reading(server, maraca):
    """A body is the one that was sent, a raw message is the same byte for byte."""
    thread = maraca.json("list", "in:inbox", "--limit", "1")[0]
    message = maraca.json("show", thread["id"])["messages"][0]
    raw = maraca.run("show", "--raw", message["id"])
    text = re.search(r"Body \d+ of .*", raw).group(0).strip()
    assert text in maraca.run("show", message["id"]), text
    imap = server.login("alice")
    copies = []
    for folder in folders(imap):
        if check(imap.select('"%s"' % folder, readonly=True)) == [b"0"]:
            continue
        for line in check(imap.fetch("1:*", "(INTERNALDATE BODY.PEEK[])")):
            if isinstance(line, tuple) and seconds(line[0]) == message["date"]:
                copies.append(line[1].decode())
    assert raw in [copy.replace("\r\n", "\n") for copy in copies] + copies, raw


@story
def searching(server, maraca):
    """The server finds a word that is far down in a text that is not here yet, and words that it takes for the same."""
    imap = server.login("bob")
    text = mail(500, random.Random(5))[1] + b"A long way down the river. " * 40 + b"There the quokka lives.\r\n"
    check(imap.append("INBOX", None, imaplib_date(1_760_000_000), text))
    imap.logout()
    server.index("bob")
    other = Maraca(maraca.path)
    other.add(server, "bob")
    other.run("sync")
    same(other.json("list", "quokka"), [], "found here")
    found = other.json("list", "--server", "quokka")
    same(len(found), 1, "found by the server")
    # Its text is here now.
    same(other.json("list", "quokka"), found, "found here afterwards")
    same(other.json("list", "--server", "quokkas"), found, "found by the server alone")
    same(other.json("list", "quokkas"), [], "what only the server takes for the same")


@story
def extras(server, maraca):
    """This server drops the connection when it is asked for the vacation reply: that is said, and nothing else suffers."""
    done = subprocess.run(
        [maraca.path, "--home", maraca.home, "vacation", "--account", "alice@rig.example"], stdin=subprocess.DEVNULL,
        capture_output=True, text=True)
    same(done.returncode, 1, "status")
    assert done.stderr.strip(), "nothing was said"
    maraca.run("sync")
    agree(maraca, server)
    same(maraca.run("account", "list", "--shared").strip(), "", "accounts that others share")


@story
def finding_out(server, maraca):
    """What the server speaks is found out, and a second start does not ask for the session again."""
    other = Maraca(maraca.path)
    with Lossy(server.http) as way:
        other.run(
            "account", "add", "bob@rig.example", "--user", "bob", "--url", way.url, "--password-stdin", text="secret\n")
        same(other.json("account", "list")[0]["protocol"], "jmap", "protocol")
        other.run("sync")
        way.reset()
        other.run("sync")
        assert way.count > 0, "nothing was asked"
        same(way.reads, 0, "sessions read")


@story
def a_bad_way(server, maraca):
    """Whatever becomes of requests and answers: what the user did is done, once, and nothing else is. SEEDS=200 for more."""
    other = Maraca(maraca.path)
    with Flaky(server.http) as way:
        other.run(
            "account", "add", "alice@rig.example", "--user", "alice", "--protocol", "jmap", "--url", way.url,
            "--password-stdin", text="secret\n")
        other.run("sync")
        first = int(os.environ.get("SEED", "0"))
        for seed in range(first, first + int(os.environ.get("SEEDS", "5"))):
            try:
                bad_day(server, other, way, seed)
            except Exception as error:
                raise AssertionError("SEED=%d: %s" % (seed, error)) from error
        assert len(way.spoiled) > 5, way.spoiled


def bad_day(server, maraca, way, seed):
    chance = random.Random(seed)
    wanted = {}
    way.spoil(seed)
    for number in range(6):
        act(maraca, chance, wanted)
        if chance.random() < 0.5:
            change_others(server, chance, 10_000 + seed * 10 + number, wanted)
        # Its status says what went wrong on the way, which is not the question here.
        maraca.sync()
    way.mend()
    for _ in range(5):
        if maraca.sync() == 0:
            break
    same(maraca.json("outbox"), [], "outbox")
    told = truth(server)
    for date, mark in wanted.items():
        same(told[date], mark, "what was done to %d" % date)
    agree(maraca, server)


def act(maraca, chance, wanted):
    """Does something to a message; what must come of it at the server is noted in `wanted`."""
    thread = chance.choice(maraca.json("list", "--limit", "60"))
    messages = [m for m in maraca.json("show", thread["id"])["messages"] if len(m["folders"]) == 1]
    if not messages:
        return
    message = chance.choice(messages)
    places = frozenset(place["display_name"] for place in message["folders"])
    mark = (message["unread"], message["starred"], places)
    command = chance.choice(["shake", "unread", "star", "move"])
    if command == "move":
        place = chance.choice(["Archive", "Plans/Garden", "Inbox"])
        maraca.run("move", message["id"], "--to", place)
        mark = (mark[0], mark[1], frozenset([place]))
    else:
        maraca.run(command, message["id"])
        mark = (command == "unread" if command != "star" else mark[0], command == "star" or mark[1], places)
    wanted[message["date"]] = mark


def change_others(server, chance, number, wanted):
    """New mail, or a mark on a message that nothing was done to here."""
    imap = server.login("alice")
    if chance.random() < 0.5:
        date, text, _ = mail(number, chance)
        check(imap.append("INBOX", None, imaplib_date(date), text))
    elif check(imap.select("INBOX")) != [b"0"]:
        lines = check(imap.fetch("1:*", "(INTERNALDATE)"))
        free = [line.split()[0] for line in lines if seconds(line) not in wanted]
        if free:
            check(imap.store(chance.choice(free).decode(), chance.choice("+-") + "FLAGS", chance.choice(["\\Seen", "\\Flagged"])))
    imap.logout()


def main(path, wanted):
    failures = 0
    # The mail server is there first: Cyrus asks once what it can do.
    with Sink() as sink, Cyrus(smtp=sink.port) as server:
        maraca = Maraca(path)
        for function in STORIES + sending.STORIES:
            name = function.__name__.replace("_", " ")
            if wanted and function is not first_sync and name not in wanted:
                continue
            try:
                if function in sending.STORIES:
                    function(server, sink, maraca)
                else:
                    function(server, maraca)
                print("ok    ", name, flush=True)
            except Exception as error:
                failures += 1
                print("FAILED", name, "--", type(error).__name__, error, flush=True)
    print("%d failed" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
