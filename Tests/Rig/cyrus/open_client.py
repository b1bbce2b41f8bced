"""The client, open all the time: what it is told by push, and what its user does while the way to the server is bad."""

import os
import random
import time

from bad_way import again
from client import Client
from flaky import Flaky
from large import kept as stored
from letters import Letters
from mail import agree, check, imaplib_date, mail
from program import Maraca, same
from screens import load, until
from sending import kept
from way import Way

USER = "frank"
# Keys of the list, and what is so afterwards of the message that they are about.
KEYS = {"s": ("seen", True), "u": ("seen", False), "e": ("places", {"Archive"}), "#": ("places", {"Trash"})}


def news_by_push(server, sink, maraca):
    """What another program does over IMAP is on the screen as soon as it was pushed: new mail, and what was read elsewhere."""
    load(server, USER)
    with Way(server.http, pushes=True) as way:
        here = Maraca(maraca.path)
        here.add(way, USER)
        here.run("sync")
        with Client(here) as client:
            client.wait_for("6 unread")
            until(lambda: way.streams, "the client listens")
            pushed, took = [], []
            for number, word in enumerate(("Grasshopper", "Kingfisher", "Woodpecker", "Salamander", "Nightingale")):
                begun = time.monotonic()
                arrive(server, USER, word, 1_780_000_000 + number)
                seen = client.wait_for(word)
                pushed.append(way.news[-1] - begun)
                took.append(seen - way.news[-1])
            print("       from IMAP to push %s ms, from push to screen %s ms" % tuple(
                " ".join("%d" % (each * 1000) for each in times) for times in (pushed, took)), flush=True)
            # A busy machine has its say in most of them.
            assert min(took) < 2, "news took %s s from the push to the screen" % took
            imap = server.login(USER)
            check(imap.select("INBOX"))
            check(imap.store("1:3", "+FLAGS", "\\Seen"))
            imap.logout()
            client.wait_for("8 unread")


def arrive(server, user, subject, date):
    imap = server.login(user)
    text = mail(0, random.Random(subject))[1].replace(b"Subject: ", b"Subject: %s " % subject.encode()).replace(
        b"<m0@", b"<%s@" % subject.encode())
    check(imap.append("INBOX", None, imaplib_date(date), text))
    imap.logout()


def an_open_client_on_a_bad_way(server, sink, maraca):
    """Whatever becomes of requests, answers and pushes: what keys and commands did is done, once, and news comes again once the way is
    good. CLIENT_SEEDS=20 for more."""
    sink.take()
    with Flaky(server.http, pushes=True) as way:
        here = maraca.beside(way)
        with open(here.home + "/config.json", "w") as file:
            file.write('{"undoSend": 1}')
        first = int(os.environ.get("SEED", "0"))
        for seed in range(first, first + int(os.environ.get("CLIENT_SEEDS", "1"))):
            try:
                day(server, sink, here, way, seed)
            except Exception as error:
                raise AssertionError("SEED=%d: %s" % (seed, error)) from error
        print("      ", " ".join("%s:%d" % each for each in sorted(way.spoiled.items())), flush=True)


def day(server, sink, maraca, way, seed):
    chance = random.Random(seed)
    letters, marks, written = Letters(seed + 5_000), Marks(maraca, chance), []
    first = 1_900_000_000 + seed * 100
    with Client(maraca) as client:
        client.wait_for("Inbox")
        # Who is met by silence waits for a minute, which other days do.
        way.spoil(seed, but=("silence",))
        for number in range(12):
            deed = chance.choice(["key", "key", "key", "star", "letter", "written", "arrival", "refused"])
            if deed == "key":
                marks.press(client)
            elif deed == "star":
                marks.star()
            elif deed == "letter":
                letters.act(maraca, chance)
            elif deed == "written":
                written.append("Written %d-%d" % (seed, number))
                write(client, written[-1])
            elif deed == "arrival":
                arrive(server, "alice", "Arrival%d-%d" % (seed, number), first + number)
            else:
                with way.refusing():
                    time.sleep(0.5)
            time.sleep(chance.random())
            again(maraca)
        way.mend()
        settle(client, maraca)
        # What comes above the first row that is shown is only counted there.
        client.press("gg")
        arrive(server, "alice", "Mended%d" % seed, first + 50)
        client.wait_for("Mended%d" % seed, 120)
        assert client.is_running, "the client ended"
    same(maraca.sync(), 0, "status of the sync afterwards")
    marks.check()
    lying = [content for _, content in kept(server, "Sent")]
    for subject in written:
        for what, found in (("arrived", [each[-1] for each in sink.messages]), ("lie in Sent", lying)):
            same(sum(b"Subject: %s\r" % subject.encode() in each for each in found), 1, "%s: copies that %s" % (subject, what))
    same([each for each in kept(server, "Drafts") if b"Subject: Written" in each[1]], [], "what is left in Drafts")
    letters.check(server, sink, maraca)
    agree(maraca, server)


class Marks:
    """What was done to messages, as the program shows it at once. What was done more than once to one of them, or taken back because
    it was refused, is left to the comparison of all mail."""

    def __init__(self, maraca, chance):
        self.maraca, self.chance = maraca, chance
        # Message and property → what was made of it; None where that is not known.
        self.wanted = {}

    def now(self):
        """Properties of each message, but for letters, which are cleared away."""
        return {name: {"seen": "$seen" in words, "starred": "$flagged" in words, "places": set(places)}
                for name, (_, places, words) in stored(self.maraca).items()
                if name and not places & {"Sent", "Drafts"}}

    def note(self, name, property, value):
        self.wanted[name, property] = None if (name, property) in self.wanted else value

    def press(self, client):
        """A key on some row."""
        before = self.now()
        client.press(self.chance.choice(["j", "jj", "k"]))
        time.sleep(0.2)
        key = self.chance.choice(list(KEYS))
        client.press(key)
        property, value = KEYS[key]
        end = time.monotonic() + 3
        touched = []
        while not touched and time.monotonic() < end:
            time.sleep(0.1)
            touched = [name for name, each in self.now().items()
                       if name in before and each[property] == value != before[name][property]]
        for name in touched:
            self.note(name, property, value)

    def star(self):
        free = sorted(name for name, each in self.now().items() if not each["starred"] and (name, "starred") not in self.wanted)
        name = self.chance.choice(free)
        self.maraca.run("star", name)
        self.note(name, "starred", True)

    def check(self):
        now = self.now()
        known = {key: value for key, value in self.wanted.items() if value is not None}
        for (name, property), value in known.items():
            same(now[name][property], value, "%s of %s" % (property, name))
        print("       %d things were done to messages" % len(known), flush=True)


def write(client, subject):
    client.forget()
    client.press("c")
    client.wait_for("New message")
    client.press("bo@mail.example\t%s\rIt is written.\r" % subject)
    client.press("\x13")


def settle(client, maraca):
    end = time.monotonic() + 240
    while True:
        client.press("R")
        time.sleep(1)
        again(maraca)
        if not maraca.json("outbox"):
            return
        assert time.monotonic() < end, "the outbox stays: %s" % maraca.json("outbox")
