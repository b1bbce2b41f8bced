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
            terminal.keys("?")
            terminal.wait("─ Keys ─")
            terminal.keys("\x1b")
            terminal.wait_gone("─ Keys ─")
            result = rig.run("star", rig.json("list")[9]["id"], status=1)
            assert "another program keeps the mailbox locked" in result.stderr.lower(), result.stderr
            # What waited longer than the store has patience is given up, and said so.
            terminal.wait("keeps the mailbox locked", 60)
            terminal.wait_gone("saving", 60)
            terminal.wait("20 unread")
            store.execute("ROLLBACK")
        terminal.keys("gg")
        terminal.keys("s")
        terminal.wait("19 unread")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 1, "the server knows what was done after")
        same(rig.json("outbox"), [], "the outbox")


@story
def loading(maraca):
    """A server that takes its time: what is awaited is said and keys answer, and the mail comes by itself."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        with rig.held():
            terminal = rig.open()
            terminal.wait("No mail here yet")
            terminal.wait("connecting")
            terminal.keys("?")
            terminal.wait("─ Keys ─")
            terminal.keys("\x1b")
            terminal.wait("No mail here yet")
        terminal.wait("20 unread")
        terminal.wait(rig.live)


@story
def signed_out(maraca):
    """No mail yet, and no server; then all of it, and nothing found; then the server takes another token only: each says so with
    the key that helps, and who signs in again is where they were."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        rig.stop_server()
        terminal = rig.open()
        terminal.wait("No mail here yet|could not be fetched")
        terminal.wait("offline")
        terminal.wait("R try now")
        rig.serve()
        terminal.keys("R")
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
