"""When things go wrong: each is told where it happens, with the key that helps, and ends without a loss."""

import contextlib
import os
import re
import sqlite3
import subprocess
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
            store.execute("ROLLBACK")
        terminal.keys("gg")
        terminal.keys("s")
        terminal.wait("19 unread")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 1, "the server knows what was done after")
        same(rig.json("outbox"), [], "the outbox")


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
    the key that helps, and who signs in again is where they were. A command gives the account another token, too, if it is taken."""
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


@contextlib.contextmanager
def small_disk(rig):
    """A mailbox that is here already, on a disk of its own, of 12 MB; nothing where none can be had."""
    disk = os.path.join(rig.folder.name, "disk")
    os.mkdir(disk)
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=700", "tmpfs", disk]
    if os.getuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        yield None
        return
    rig.home = os.path.join(disk, "home")
    try:
        rig.begin()
        yield disk
    finally:
        for terminal in rig.terminals:
            terminal.close()
        rig.terminals.clear()
        subprocess.run(["umount", disk], check=True)


def fill(disk):
    """Takes all the room there is; the file that has it."""
    path = os.path.join(disk, "ballast")
    ballast = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(ballast, b"x" * 4096)
    except OSError:
        os.close(ballast)
    return path


@story
def full_disk(maraca):
    """A full disk: a clear sentence, reading goes on, nothing is claimed as saved, and work goes on when there is room."""
    with Rig(maraca) as rig, small_disk(rig) as disk:
        if disk is None:
            return "skipped: a small disk cannot be mounted here"
        ids = [thread["id"] for thread in rig.json("list")]
        ballast = fill(disk)
        failures = 0
        for id in ids:
            result = rig.run("shake", id, status=None)
            if result.returncode:
                assert re.search("disk|full|space", result.stderr), result.stderr
                failures += 1
        assert re.search("!!  disk: .* left", rig.run("doctor", status=1).stdout)
        same(len(rig.json("list")), 20, "threads that can be read")
        kept = 20 - int(rig.run("count", "is:unread").stdout)
        same(kept, 20 - failures, "threads shown as read: those that were claimed as done")
        terminal = rig.open()
        terminal.wait("%d unread" % (20 - kept))
        terminal.keys("G")
        terminal.keys("u")
        terminal.keys("s")
        terminal.wait("The disk is full")
        terminal.wait("%d unread" % (20 - kept))
        os.unlink(ballast)
        terminal.keys("R")
        terminal.wait(rig.live)
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        rig.run("sync")
        rig.run("shake", ids[-1])
        rig.run("sync")
        same(rig.json("outbox"), [], "the outbox")


@story
def disk_fills_up(maraca):
    """S-7: the disk fills while the client runs: what was not kept is not shown as done, not even once there is room again."""
    with Rig(maraca) as rig, small_disk(rig) as disk:
        if disk is None:
            return "skipped: a small disk cannot be mounted here"
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        ballast = fill(disk)
        done = 0
        # What is in the file's own room already may still be written over.
        while not re.search("disk is full", terminal.text):
            assert done < 20, "nothing fails; the screen is:\n" + terminal.text
            terminal.keys("s", quiet=0.5)
            done += 1
        left = int(rig.run("count", "is:unread").stdout)
        terminal.wait("%d unread" % left)
        # Who quits in the same moment has not seen it.
        terminal.keys("eq")
        same(terminal.ended(), 1, "the exit status")
        terminal.wait("Not done: archive .Subject")
        terminal = rig.open()
        terminal.wait("%d unread" % left)
        os.unlink(ballast)
        terminal.keys("R")
        terminal.wait(rig.live)
        terminal.keys("*", quiet=0.5)
        terminal.wait("\u2605|\\*")
        same(int(rig.run("count", "is:unread").stdout), left, "the unread")
        terminal.wait("%d unread" % left, 5)
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        rig.run("sync")
        same(rig.json("outbox"), [], "the outbox")
