"""A large mailbox, with mail of many scripts and mail that means harm, changed by others while the program is off, open, and in the
middle of a sync.

MESSAGES=10000 CHANGES=500 for the whole of it, so many changes each time; SEED=… for others.
"""

import concurrent.futures
import os
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time

from client import Client
from mail import check, folders, imaplib_date, mail
from others import Others
from program import Maraca, same
from tongues import Letter, read_as_written

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpora"))

import hostile  # noqa: E402

USER = "carol"
PLACES = ["INBOX", "Archive", "Projects", "Projects/Garden", "Projects/Garden/Roses", "Sent", "Lists", "Junk"]


def a_large_mailbox(server, maraca):
    """Mailboxes, threads, keywords and counts are what IMAP says, whenever others change them."""
    count, changes = int(os.environ.get("MESSAGES", "1000")), int(os.environ.get("CHANGES", "40"))
    seed = int(os.environ.get("SEED", "0"))
    letters = load(server, count, seed)
    program = Maraca(maraca.path)
    program.add(server, USER)
    start = time.monotonic()
    program.run("sync")
    print("       %d messages in %.1f s, seed %d" % (count, time.monotonic() - start, seed), flush=True)
    agree(program, server, "the first sync")
    read_as_written(program, letters, random.Random(seed))
    others = Others(server, USER, random.Random(seed), first=count)
    for stage in (while_off, while_open, while_syncing):
        start = time.monotonic()
        stage(server, program, others, changes)
        print("       %s: %d changes in %.1f s" % (
            stage.__name__.replace("_", " "), changes, time.monotonic() - start), flush=True)
    others.leave()


def while_off(server, program, others, changes):
    others.change(changes)
    program.run("sync")
    agree(program, server, "changes while it was off")


def while_open(server, program, others, changes):
    """Cyrus as Debian builds it pushes nothing, so a key asks it; the last changes come without."""
    with Client(program) as client:
        client.wait_for("Inbox")
        for part in range(4):
            others.change(changes // 4)
            if part < 3:
                client.press("R")
                time.sleep(0.2)
        wanted, end = told(server), time.monotonic() + 120
        while kept(program) != wanted and time.monotonic() < end:
            time.sleep(0.5)
        assert client.is_running, "the client ended"
    agree(program, server, "changes while it was open")


def while_syncing(server, program, others, changes):
    """A first sync of another home, and one sync after the other of the known one."""
    other = Maraca(program.path)
    other.add(server, USER)
    first = subprocess.Popen([other.path, "--home", other.home, "sync"], stderr=subprocess.PIPE, text=True)
    change = threading.Thread(target=others.change, args=(changes,))
    change.start()
    while change.is_alive():
        program.run("sync")
    change.join()
    complaint = first.communicate(timeout=300)[1]
    same(first.returncode, 0, "status of the first sync: " + complaint)
    for each in (program, other):
        each.run("sync")
        agree(each, server, "changes in the middle of a sync")


def load(server, count, seed, is_plain=False):
    """Mail in nested mailboxes, in threads, with marks; some of it in two mailboxes. Half of it is of many scripts, and some means harm;
    with `is_plain` none of it.

    Returns: what is of many scripts."""
    chance = random.Random(seed)
    imap = server.login(USER)
    for place in PLACES:
        imap.create('"%s"' % place)
    known, written, letters = [], [], {place: [] for place in PLACES}
    harmful = [] if is_plain else [text for _, text in hostile.cases()]
    for number in range(count):
        answered = chance.choice(known[-200:]) if known and chance.random() < 0.4 else None
        if number % 10 == 9 and harmful:
            date, text = 1_750_000_000 + number * 3600, harmful.pop().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        elif number % 2 and not is_plain:
            letter = Letter(number, chance, answered)
            written.append(letter)
            date, text = letter.date, letter.bytes
            known.append((letter.id, letter.subject.removeprefix("Re: ")))
        else:
            date, text, name = mail(number, chance, answered)
            known.append(name)
        flags = " ".join(flag for flag in ("\\Seen", "\\Flagged", "\\Answered", "garden", "$Forwarded") if chance.random() < 0.4)
        for place in chance.sample(PLACES, 2 if chance.random() < 0.05 else 1):
            letters[place].append((flags, date, text))
    imap.logout()

    def put(place):
        imap = server.login(USER)
        for flags, date, text in letters[place]:
            check(imap.append('"%s"' % place, "(%s)" % flags, imaplib_date(date), text))
        imap.logout()

    with concurrent.futures.ThreadPoolExecutor(4) as workers:
        list(workers.map(put, PLACES))
    return written


def told(server):
    """What IMAP tells: the server's id of a message (RFC 8474) → thread, mailboxes, keywords."""
    imap = server.login(USER)
    copies = {}
    for folder in folders(imap):
        if check(imap.select('"%s"' % folder, readonly=True)) == [b"0"]:
            continue
        for line in check(imap.fetch("1:*", "(FLAGS EMAILID THREADID)")):
            name, thread = (re.search(rb"%s \((.*?)\)" % field, line).group(1).decode() for field in (b"EMAILID", b"THREADID"))
            flags = re.search(rb"FLAGS \((.*?)\)", line).group(1).decode().lower().split()
            copies.setdefault(name, []).append((thread, "Inbox" if folder == "INBOX" else folder, keywords(flags)))
    imap.logout()
    return {name: joined(all) for name, all in copies.items()}


def keywords(flags):
    """Flags of IMAP as keywords of JMAP (RFC 8621 §4.1.1)."""
    return frozenset(flag.replace("\\", "$") for flag in flags if flag not in ("\\recent", "\\deleted"))


def mailboxes(server):
    """Those that IMAP lists, the empty ones too."""
    imap = server.login(USER)
    names = {"Inbox" if name == "INBOX" else name for name in folders(imap)}
    imap.logout()
    return names


def joined(copies):
    """Copies of one message are one: read when all of them are, marked otherwise when any of them is."""
    marks = [each[2] for each in copies]
    union, shared = frozenset.union(*marks), frozenset.intersection(*marks)
    return copies[0][0], frozenset(each[1] for each in copies), union - {"$seen"} | shared & {"$seen"}


def kept(program):
    """The same, as the program keeps it."""
    store = sqlite3.connect("file:%s/data/store.sqlite?mode=ro" % program.home, uri=True)
    with store:
        store.execute("BEGIN")
        names = dict(store.execute("SELECT id, name FROM mailbox"))
        places = {}
        for mailbox, message in store.execute("SELECT mailbox, message FROM messageMailbox"):
            places.setdefault(message, set()).add(names.get(mailbox, mailbox))
        found = {
            remote: (thread, frozenset(places.get(id, ())), frozenset(words.split()))
            for id, remote, thread, words in store.execute(
                "SELECT message.id, message.remoteID, thread.remoteID, keywords FROM message JOIN thread ON thread.id = thread")}
    store.close()
    return found


def agree(program, server, what):
    got, wanted = kept(program), told(server)
    differences = [name for name in sorted(set(got) | set(wanted)) if got.get(name) != wanted.get(name)]
    for name in differences[:5]:
        print("      ", name, "here", got.get(name), "there", wanted.get(name))
    same(len(differences), 0, "messages that differ after " + what)
    same(int(program.run("count", "--messages")), len(wanted), "messages in all after " + what)
    listed = {thread["id"] for thread in program.json("list", "--limit", "1000000")}
    same(listed ^ {thread for thread, _, _ in wanted.values()}, set(), "threads that only one side has after " + what)
    places = mailboxes(server)
    same({each["display_name"] for each in program.json("mailbox", "list")} ^ places, set(), "mailboxes that only one side has after " + what)
    for place in sorted(places):
        there = [each for each in wanted.values() if place in each[1]]
        for query, chosen in (("", there), ("is:unread", [each for each in there if "$seen" not in each[2]])):
            query = ['in:"%s"' % place] + query.split()
            same(int(program.run("count", "--messages", *query)), len(chosen), "messages %s after %s" % (query, what))
            same(int(program.run("count", *query)), len({each[0] for each in chosen}), "threads %s after %s" % (query, what))
