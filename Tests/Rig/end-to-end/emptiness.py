"""A screen without mail says why, names the keys that help, and those keys do what they say."""

import contextlib
import fcntl
import os
import re
import time

from judge import same, story
from rig import Rig
from terminal import PATIENCE


@contextlib.contextmanager
def unread_store(rig, seconds=10):
    """Whoever would read the store waits meanwhile, as on a disk that is slow to wake up: all places of readers in its index are taken."""
    with open(os.path.join(rig.home, "data", "store.sqlite-shm"), "r+b") as index:
        end = time.monotonic() + seconds * PATIENCE
        while True:
            try:
                fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 5, 123)
                break
            except OSError:
                assert time.monotonic() < end, "somebody reads the store all the time"
                time.sleep(0.001)
        yield


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
            terminal.wait("R ask the server now")
            terminal.keys("?")
            terminal.wait("─ Keys ─")
            terminal.keys("\x1b")
            terminal.wait("No mail here yet")
        terminal.wait("20 unread")
        terminal.wait(rig.live)


@story
def slow_store(maraca):
    """A store that takes its time: the list says what is being read, with the keys that help; they answer, and the rows come by
    themselves."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait(rig.live)
        terminal.keys("\x1b")
        terminal.keys("gt")
        terminal.wait("Sent is empty")
        with unread_store(rig):
            terminal.keys("gi", quiet=0)
            terminal.wait("Reading Inbox")
            terminal.wait("d other mailboxes +/ search all mail")
            terminal.keys("d", quiet=0)
            terminal.wait("Starred")
            terminal.keys("\x1b", quiet=0)
            terminal.wait_gone("Starred")
            terminal.keys("?", quiet=0)
            terminal.wait("─ Keys ─")
            terminal.keys("\x1b", quiet=0)
            terminal.wait("Reading Inbox")
        terminal.wait("20 unread")
        terminal.wait("▌.*Subject 19")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")


@story
def emptied(maraca):
    """An inbox with nothing left in it says so, with what was done today, and each key that it names leads on."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait(rig.live)
        terminal.keys("\x1b")
        terminal.keys("X")
        terminal.wait("Select what matches")
        terminal.keys("\r")
        terminal.wait("20 selected")
        terminal.keys("e")
        terminal.wait("Nothing left in Inbox")
        terminal.wait("Today: 20 archived")
        terminal.wait("d other mailboxes +/ search all mail +R ask the server now")
        terminal.keys("d")
        terminal.wait("Starred")
        terminal.keys("\x1b")
        terminal.wait_gone("Starred")
        terminal.keys("/subject:07")
        terminal.wait("1 found")
        terminal.keys("\x1b")
        terminal.wait("Nothing left in Inbox")
        terminal.wait_gone("queued")
        terminal.keys("R")
        terminal.wait("Up to date")
        # An inbox that was left empty is so at the next start, and what comes then stands in it.
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        terminal = rig.open()
        terminal.wait("Nothing left in Inbox")
        terminal.wait(rig.live)
        rig.arrives("Fresh bread")
        rig.asks(terminal)
        terminal.wait("Fresh bread")
        terminal.wait_gone("Nothing left")


@story
def never_reached(maraca):
    """A server that was never reached: why there is no mail is said, and when it was asked in vain, that, with the key that asks again."""
    with Rig(maraca) as rig:
        rig.serve()
        rig.add_account()
        rig.stop_server()
        terminal = rig.open()
        terminal.wait("offline")
        terminal.wait("No mail here yet")
        terminal.wait("no connection to ")
        terminal.wait("^ +R ask the server now$")
        terminal.wait("R try now")
        terminal.keys("R")
        terminal.wait("Mail could not be fetched")
        terminal.wait("The server can't be reached: no connection to ")
        terminal.wait("R ask the server now +d other mailboxes")
        assert "No mail here yet" not in terminal.text, terminal.text
        terminal.keys("R")
        terminal.wait("Asked again: no change")
        terminal.keys("d")
        terminal.wait("Add an account|Views|ann@example.test.*\n(.*\n)*.*Inbox")
        terminal.keys("\x1b")
        rig.serve()
        terminal.keys("R")
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        assert not re.search("could not be fetched|No mail here", terminal.text), terminal.text
