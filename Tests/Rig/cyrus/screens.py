"""What a person does on the screens."""

import json
import random
import time

from client import Client
from mail import check, folders, imaplib_date, mail, truth
from program import Maraca, same

USER, PLAIN = "dave", "erin"


def on_the_screen(server, sink, maraca):
    """Keys do here what they do over any other server: star, read, archive, undo, write and send; another Maraca sees it."""
    newest, second = load(server)
    here, there = Maraca(maraca.path), Maraca(maraca.path)
    with open(here.home + "/config.json", "w") as file:
        json.dump({"undoSend": 1}, file)
    for each in (here, there):
        each.add(server, USER)
        each.run("sync")
    sink.take()
    with Client(here) as client:
        client.wait_for("Inbox")
        for key, date, wanted in (
            ("*", newest, (True, True, {"Inbox"})), ("s", newest, (False, True, {"Inbox"})),
            ("e", second, (True, False, {"Archive"})), ("z", second, (True, False, {"Inbox"})),
        ):
            client.press(key)
            until(lambda: truth(server, USER).get(date) == wanted, "%s does %s" % (key, wanted))
        client.press("c")
        client.wait_for("New message")
        client.press("bo@mail.example\tFrom a screen\rIt is written.\r")
        client.press("\x13")
        until(lambda: sink.messages, "it leaves")
        until(lambda: any("Sent" in places for _, _, places in truth(server, USER).values()), "it lies in the sent mail")
        assert client.is_running, "the client ended"
    same([recipients for _, recipients, _ in sink.take()], [["bo@mail.example"]], "letters that left, by recipients")
    for each in (here, there):
        each.run("sync")
        same(each.json("outbox"), [], "outbox")
        same(each.messages(), truth(server, USER), "the mail of one Maraca")


def without_roles(server, sink, maraca):
    """Where no mailbox has the role, the one that is called so is the trash, and an archive is made, once, and said."""
    imap = server.login(PLAIN)
    check(imap.create("Papierkorb"))
    newest, second = load(server, PLAIN)
    here = Maraca(maraca.path)
    here.add(server, PLAIN)
    here.run("sync")
    with Client(here) as client:
        client.wait_for("Inbox")
        client.press("#")
        until(lambda: places(server, newest) == {"Papierkorb"}, "what was thrown away lies in the trash")
        client.press("e")
        client.wait_for("created the mailbox")
        until(lambda: places(server, second) == {"Archive"}, "what was archived lies in the archive")
        assert b"\\Archive" in check(imap.list('""', "Archive"))[0], "the archive has its role"
        client.press("z")
        until(lambda: places(server, second) == {"Inbox"}, "it is taken back")
        # Who leaves in the middle of it leaves something to ask about later.
        until(lambda: here.json("outbox") == [], "the archive that was made for it is away again")
    here.run("archive", here.json("list", "in:inbox", "--limit", "1")[0]["id"])
    here.run("sync")
    same(here.json("outbox"), [], "outbox")
    same(here.messages(), truth(server, PLAIN), "the mail")
    same(sorted(folders(imap)), ["Archive", "INBOX", "Papierkorb"], "mailboxes")
    imap.logout()


def places(server, date):
    """Nowhere where it was moved behind the back of this question, which asks one mailbox after the other."""
    return truth(server, PLAIN).get(date, (False, False, frozenset()))[2]


def load(server, user=USER):
    """Six letters, each a thread of its own, all unread.

    Returns: when the newest two were received."""
    imap = server.login(user)
    dates = []
    for number in range(6):
        date, text, _ = mail(number, random.Random(number))
        check(imap.append("INBOX", None, imaplib_date(date), text))
        dates.append(date)
    imap.logout()
    return dates[-1], dates[-2]


def until(test, what, patience=60):
    end = time.monotonic() + patience
    while not test():
        if time.monotonic() > end:
            raise AssertionError("%s: not within %d s" % (what, patience))
        time.sleep(0.1)
