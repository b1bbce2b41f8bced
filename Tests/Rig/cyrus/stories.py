"""What a person does with mail on Cyrus, and what Cyrus says of it over IMAP."""

import random
import re
import subprocess
import sys
import time
import traceback

import sending
from bad_way import a_bad_way
from cyrus import Cyrus
from ending import ends_cleanly
from large import a_large_mailbox
from later import sending_later
from lossy import Lossy
from mail import agree, change, check, fill, folders, imaplib_date, mail, make_anew, seconds, truth
from open_client import an_open_client_on_a_bad_way, news_by_push
from program import Maraca, same
from screens import on_the_screen, without_roles
from sharing import between_accounts, sharing_ones_own, what_others_share
from sink import Sink

STORIES = []


def story(function):
    STORIES.append(function)
    return function


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
    assert "does not accept this password" in done.stderr, done.stderr
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
    # What was made anew meanwhile, under another id, is found by its Message-ID.
    thread = maraca.json("list", "in:inbox -is:starred", "--limit", "1")[0]
    message = [m for m in maraca.json("show", thread["id"])["messages"] if m["folders"][0]["display_name"] == "Inbox"][-1]
    maraca.run("star", message["id"])
    make_anew(server, message["date"])
    maraca.run("sync")
    assert truth(server)[message["date"]][1], "the star was lost"
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
def folders_of_ones_own(server, maraca):
    """A folder is made, moved below another with what lies in it, and deleted; its mail goes to the trash, never away."""
    def there():
        imap = server.login("alice")
        names = set(folders(imap))
        imap.logout()
        return names

    maraca.run("mailbox", "create", "Work/Bills/Old")
    maraca.run("sync")
    assert {"Work", "Work/Bills", "Work/Bills/Old"} <= there(), there()
    maraca.run("mailbox", "rename", "Work/Bills", "Bills")
    maraca.run("sync")
    assert {"Work", "Bills", "Bills/Old"} <= there() and "Work/Bills" not in there(), there()
    names = {box["display_name"] for box in maraca.json("mailbox", "list")}
    assert {"Bills", "Bills/Old"} <= names and not any(name.startswith("Work/") for name in names), names
    thread = maraca.json("list", "in:inbox", "--limit", "1")[0]
    message = maraca.json("show", thread["id"])["messages"][-1]
    maraca.run("move", message["id"], "--to", "Bills/Old")
    maraca.run("mailbox", "delete", "Bills", status=1)
    maraca.run("mailbox", "delete", "Bills/Old", status=1)
    maraca.run("mailbox", "delete", "Inbox", status=2)
    maraca.run("mailbox", "delete", "Bills/Old", "--to-trash")
    maraca.run("mailbox", "delete", "Bills")
    maraca.run("mailbox", "delete", "Work")
    maraca.run("sync")
    assert not {"Bills", "Bills/Old", "Work"} & there(), there()
    same(truth(server)[message["date"]][2], {"Trash"}, "where the mail of the deleted folder is")
    same(maraca.json("outbox"), [], "outbox")
    agree(maraca, server)


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


def main(path, wanted):
    ends_cleanly()
    failures = 0
    letters = sending.STORIES + [
        sending_later, on_the_screen, without_roles, what_others_share, sharing_ones_own, between_accounts, news_by_push,
        an_open_client_on_a_bad_way]
    # The mail server is there first: Cyrus asks once what it can do.
    people = ("alice", "bob", "carol", "dave", "erin", "frank")
    with Sink() as sink, Cyrus(people, smtp=sink.port, plain=("erin",)) as server:
        maraca = Maraca(path)
        for function in STORIES + [a_bad_way, a_large_mailbox] + letters:
            name = function.__name__.replace("_", " ")
            if wanted and function is not first_sync and name not in wanted:
                continue
            begun = time.monotonic()
            try:
                if function in letters + [a_bad_way]:
                    function(server, sink, maraca)
                else:
                    function(server, maraca)
                print("ok     %s, %d s" % (name, time.monotonic() - begun), flush=True)
            except Exception as error:
                failures += 1
                print("FAILED", name, "--", type(error).__name__, error, flush=True)
                traceback.print_exception(error, file=sys.stdout)
    print("%d failed" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
