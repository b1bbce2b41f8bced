"""When things go wrong: each is told where it happens, with the key that helps, and ends without a loss."""

import contextlib
import os
import sqlite3
import time

from judge import same, story
from rig import Rig, TOKEN


class Store:
    """The mailbox's file, as another program may meddle with it."""

    def __init__(self, rig):
        self.database = sqlite3.connect(os.path.join(rig.home, "data", "store.sqlite"), isolation_level=None, timeout=30)

    def __enter__(self):
        return self.database

    def __exit__(self, *_):
        self.database.close()


@story
def store_locked(maraca):
    """While another program keeps the store locked the keys answer and what was done is said to wait; a command says who is
    to blame; afterwards nothing is lost."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        rig.run("sync")
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        with Store(rig) as store:
            store.execute("BEGIN IMMEDIATE")
            terminal.keys("s")
            terminal.wait("saving")
            terminal.wait("Still saving: mark as read", 8)
            terminal.keys("?")
            terminal.wait("─ Keys ─")
            terminal.keys("\x1b")
            terminal.wait_gone("─ Keys ─")
            result = rig.run("star", rig.json("list")[9]["id"], status=1)
            assert "another program has the mailbox locked" in result.stderr.lower(), result.stderr
            # What waited longer than the store has patience is given up, and said so.
            terminal.wait("has the mailbox locked", 60)
            terminal.wait_gone("saving", 60)
            terminal.wait("20 unread")
            # Mail that can't be kept has not come.
            rig.arrives("Fresh bread")
            rig.asks(terminal)
            terminal.wait("⚠ mailbox locked", 60)
            terminal.wait("R try again")
            assert "Fresh bread" not in terminal.text, terminal.text
            store.execute("ROLLBACK")
        terminal.keys("R")
        terminal.wait("Fresh bread")
        terminal.wait(rig.live)
        read = sum(not thread.unread for thread in rig.threads())
        terminal.keys("gg")
        terminal.keys("j")
        terminal.wait("▌.*Subject 19")
        terminal.keys("s")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == read + 1, "the server knows what was done after")
        # It stays there until the client has read what the server made of it.
        rig.until(lambda: rig.json("outbox") == [], "the outbox is empty")


@story
def locked_at_start(maraca):
    """A store that is locked at the start is waited for, said at once, and opened as soon as it is free; Ctrl-c gives up."""
    with Rig(maraca) as rig:
        rig.begin()
        with Store(rig) as store:
            # So that nobody else may read either.
            store.execute("PRAGMA locking_mode = EXCLUSIVE")
            store.execute("BEGIN EXCLUSIVE")
            terminal = rig.open()
            terminal.wait("not open yet: another program may have it locked", 5)
            terminal.keys("\x03")
            same(terminal.ended(), 130, "the exit status")
            terminal = rig.open()
            terminal.wait("not open yet: another program may have it locked", 5)
            # Longer than the store has patience.
            time.sleep(12)
        terminal.wait("20 unread", 20)


@story
def quit_while_locked(maraca):
    """Who quits while the store is locked is told what is still being saved, and waits for it, or gives it up with a word."""
    with Rig(maraca) as rig:
        rig.begin()
        archived = 0
        for gives_up in False, True:
            terminal = rig.open()
            terminal.wait("20 unread" if not archived else "19 unread")
            terminal.wait(rig.live)
            with Store(rig) as store:
                store.execute("BEGIN EXCLUSIVE")
                terminal.keys("e")
                terminal.wait("saving")
                terminal.keys("q")
                terminal.wait("Still saving: archive .Subject")
                if gives_up:
                    terminal.keys("\x03")
                    terminal.wait("Not done: archive .Subject")
                    same(terminal.ended(), 1, "the exit status")
                store.execute("ROLLBACK")
            if not gives_up:
                same(terminal.ended(), 0, "the exit status")
                archived = 1
            rig.run("sync")
            same(int(rig.run("count", "in:inbox").stdout), 20 - archived, "what is in the inbox")


@story
def server_gone(maraca):
    """A server that ends, or stands still, is told within seconds, and what is done meanwhile waits; once it is back all goes out."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        rig.stop_server()
        rig.asks(terminal)
        terminal.wait("offline", 5)
        terminal.keys("s")
        terminal.wait("1 queued")
        assert rig.live not in terminal.text, terminal.text
        rig.serve()
        terminal.keys("R")
        terminal.wait(rig.live)
        terminal.wait_gone("queued")
        # Over HTTP it takes a minute to know.
        if rig.protocol == "imap":
            with rig.held():
                terminal.keys("s")
                terminal.wait("1 queued", 5)
                # Connections are open, and nothing comes.
                terminal.wait("connecting|offline", 20)
            terminal.keys("R")
            terminal.wait(rig.live)
            terminal.wait_gone("queued")
        count = 2 if rig.protocol == "imap" else 1
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == count, "what was done is done")


@story
def signed_out(maraca):
    """Nothing found; then the server takes another token only: each says so with the key that helps, and who signs in again is where
    they were. A command gives the account another token, too, if it is taken."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        terminal.keys("/zebra\r")
        terminal.wait("Nothing found")
        terminal.keys("\x1b")
        terminal.wait("Subject 19")
        terminal.keys("jjj")
        terminal.wait("▌.*Subject 16")
        rig.stop_server()
        other = TOKEN[::-1]
        rig.serve("--token", other)
        rig.asks(terminal)
        terminal.wait("R sign in", 60)
        # Pressed in the moment in which the client connects by itself, it asks the server once more: then it is pressed again.
        for _ in range(3):
            terminal.keys("R")
            with contextlib.suppress(AssertionError):
                terminal.wait("Password", 15)
                break
        terminal.wait("Password")
        terminal.keys(other + "\r")
        terminal.wait(rig.live)
        terminal.wait("▌.*Subject 16")
        terminal.keys("s")
        terminal.wait("19 unread")
        terminal.wait_gone("queued")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        rig.stop_server()
        rig.serve()
        told = rig.run("account", "add", "ann@example.test", "--url", rig.address, "--password-stdin", input=TOKEN + "\n", status=1)
        assert "maraca account password ann@example.test" in told.stderr, told.stderr
        told = rig.run("account", "password", "ann@example.test", "--password-stdin", input="wrong\n", status=1)
        assert "does not accept" in told.stderr, told.stderr
        rig.run("account", "password", "Ann@example.test", "--password-stdin", input=TOKEN + "\n")
        rig.run("sync")


@story
def gone_for_days(maraca):
    """A server that has been gone for days is told as such, over restarts; what is done waits, and goes out when it is back."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        rig.run("sync")
        terminal = rig.open()
        terminal.wait(rig.live)
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        rig.stop_server()
        # Three days pass.
        with Store(rig) as store:
            changed = store.execute(
                "UPDATE setting SET value = ? WHERE key LIKE 'contact.%'", (str(int(time.time()) - 3 * 86_400 - 60),))
            same(changed.rowcount, 1, "servers that are known to have been there")
        terminal = rig.open()
        terminal.wait("offline 3 days")
        terminal.wait("R try now")
        terminal.keys("s")
        terminal.wait("1 queued")
        terminal.kill()
        terminal = rig.open()
        terminal.wait("offline 3 days")
        terminal.wait("1 queued")
        rig.serve()
        terminal.keys("R")
        terminal.wait(rig.live)
        terminal.wait_gone("queued")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 1, "what was done has gone out")


@story
def server_moved(maraca):
    """An account whose server is at another address, and no longer at the old one, goes on there: with its mail and its queue, and in
    a client that is open."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        # An account may have another name on its server than the address that it was added by.
        other = os.path.join(rig.folder.name, "other") if rig.protocol == "jmap" else None
        if other:
            rig.run(
                "account", "add", "alias@example.test", "--user", "ann@example.test", "--url", rig.address, "--protocol", "jmap",
                "--password-stdin", input=TOKEN + "\n", home=other)
        rig.stop_server()
        terminal.wait("offline")
        first = rig.json("list", "in:inbox", "--limit", "1")[0]["id"]
        rig.run("star", first)
        rig.host.move()
        rig.serve()
        told = rig.run("account", "move", "ann@example.test", rig.address, "--password-stdin", input="wrong\n", status=1).stderr
        assert "password" in told, told
        assert not any(thread.starred for thread in rig.threads())
        rig.run("account", "move", "ann@example.test", rig.address)
        same([each["url"] for each in rig.json("account", "list")], [rig.address], "where the account is")
        rig.until(lambda: any(thread.starred for thread in rig.threads()), "the star at the new place")
        terminal.wait(rig.live)
        same(rig.run("outbox").stdout, "", "the queue")
        if other:
            rig.run("account", "move", "alias@example.test", rig.address, home=other)
            rig.run("sync", home=other)
