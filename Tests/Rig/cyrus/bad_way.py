"""What a person does while the way to the server is bad."""

import os
import random

from flaky import Flaky
from letters import Letters
from mail import agree, check, folders, imaplib_date, mail, seconds, truth
from places import Places
from program import same

MARKS = ("unread", "starred", "places")


def a_bad_way(server, sink, maraca):
    """Whatever becomes of requests and answers: what the user did is done, once, and nothing else is. SEEDS=200 for more."""
    sink.take()
    with Flaky(server.http) as way:
        other = maraca.beside(way)
        first = int(os.environ.get("SEED", "0"))
        for seed in range(first, first + int(os.environ.get("SEEDS", "5"))):
            try:
                bad_day(server, sink, other, way, seed)
            except Exception as error:
                raise AssertionError("SEED=%d: %s" % (seed, error)) from error
        assert len(way.spoiled) > 5, way.spoiled
        print("      ", " ".join("%s:%d" % each for each in sorted(way.spoiled.items())), flush=True)


def bad_day(server, sink, maraca, way, seed):
    chance = random.Random(seed)
    wanted, letters, places = {}, Letters(seed), Places(seed)
    way.spoil(seed)
    for number in range(8):
        deed = chance.choice(["mark", "mark", "mark", "letter", "letter", "place"])
        if deed == "mark":
            mark(server, maraca, chance, wanted)
        else:
            {"letter": letters, "place": places}[deed].act(maraca, chance)
        if chance.random() < 0.5:
            change_others(server, chance, 10_000 + seed * 10 + number, wanted)
        # Its status says what went wrong on the way, which is not the question here.
        if chance.random() < 0.1:
            with way.refusing():
                maraca.sync()
        maraca.sync()
        again(maraca)
    way.mend()
    settle(maraca)
    letters.check(server, sink, maraca)
    places.check(server, maraca)
    told = truth(server)
    for date, marks in wanted.items():
        same(dict(zip(MARKS, told[date])), marks, "what was done to %d" % date)
    agree(maraca, server)


def again(maraca):
    """What a server refused stands in the outbox with the reason, and is asked for again from there, where there is anything left
    to do: of what came twice the second was refused."""
    for each in maraca.json("outbox"):
        if each["state"] not in ("stopped", "refused"):
            continue
        assert each["error"], each
        maraca.run("outbox", "retry", str(each["id"]), may_fail=True)
        if each["state"] == "refused" and each["id"] in [other["id"] for other in maraca.json("outbox")]:
            maraca.run("outbox", "discard", str(each["id"]))


def settle(maraca):
    for _ in range(8):
        if maraca.sync() == 0:
            break
        again(maraca)
    same(maraca.json("outbox"), [], "outbox")


def mark(server, maraca, chance, wanted):
    """Does something to a message; what must come of it at the server is noted in `wanted`."""
    # What is written here has no id until the server gives it one.
    thread = chance.choice([each for each in maraca.json("list", "--limit", "60") if "id" in each])
    # A text that does not come now makes it end with 1; what is known of the messages is told all the same.
    messages = [m for m in maraca.json("show", thread["id"], may_fail=True)["messages"] if len(m["folders"]) == 1]
    messages = [each for each in messages if not Letters.has(each)]
    if not messages:
        return
    message = chance.choice(messages)
    shown = {name: message[name] for name in ("unread", "starred")}
    shown["places"] = {place["display_name"] for place in message["folders"]}
    # What the server says now, which a sync that came to nothing may have kept from being seen here.
    marks = wanted.setdefault(message["date"], dict(zip(MARKS, truth(server)[message["date"]])))
    command = chance.choice(["shake", "unread", "star", "move"])
    if command == "move":
        place = chance.choice(["Archive", "Inbox"] + gardens(server))
        maraca.run("move", message["id"], "--to", place)
        name, value = "places", frozenset([place])
    else:
        maraca.run(command, message["id"])
        name, value = "starred" if command == "star" else "unread", command != "shake"
    # To make of it what it is shown as changes nothing.
    if shown[name] != value:
        marks[name] = value


def gardens(server):
    """A mailbox in a mailbox, whatever another story has made of its name."""
    imap = server.login("alice")
    names = [name for name in folders(imap) if name.endswith("/Garden")]
    imap.logout()
    return names


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
