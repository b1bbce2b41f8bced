"""A day's triage, in which no cell of the screen may ever be wrong."""

import os
import re
import signal

from rig import Rig, TOKEN, invented_mbox


def triage(maraca, size):
    """Signs in, goes through thirty threads, searches, keeps a view, undoes, loses the server, is refused, resizes, stops,
    goes on and quits; after each step the screen is cell for cell what a whole redraw shows."""
    with Rig(maraca) as rig:
        os.remove(rig.mbox)
        invented_mbox(rig.mbox, threads=30, odd=True)
        rig.serve()
        day = Day(rig, size)
        day.signs_in()
        day.goes_through_threads()
        day.searches_and_keeps_a_view()
        day.is_offline()
        day.is_refused()
        day.resizes(size)
        day.stops_and_goes_on()
        day.quits()


class Day:
    def __init__(self, rig, size):
        self.rig = rig
        self.terminal = rig.open(size=size)

    def looks_right(self):
        wrong = self.terminal.wrong_cells()
        if wrong:
            raise AssertionError("%d wrong cells, the first are %r; the screen is:\n%s" % (
                len(wrong), wrong[:3], self.terminal.text))

    def press(self, keys, pattern):
        self.terminal.keys(keys, 0.05)
        self.sees(pattern)

    def sees(self, pattern, seconds=45):
        self.terminal.wait(pattern, seconds)
        self.looks_right()

    def unread(self):
        """How many threads the top line says are unread."""
        found = re.search(r"(\d+) unread", self.terminal.text)
        return int(found.group(1)) if found else 0

    def signs_in(self):
        self.sees("Address")
        self.press("ann@example.test\t", "ann@example.test")
        self.press(TOKEN + "\t", "••••")
        self.press(self.rig.url + "\r", "Your name|30 unread")
        self.rig.says_name(self.terminal, "30 unread")
        self.looks_right()
        self.press("\x1b", "30 unread")  # the lines for the first time

    def goes_through_threads(self):
        left = 30
        # Each key with how many unread ones are left after it.
        for keys, gone in (("s", 1), ("e", 1), ("s", 1), ("#", 1), ("!", 1), ("u", 0), ("*", 0), ("jj", 0), ("xxe", 2), ("k", 0),
                           ("z", -2), ("Z", 2), ("G", 0), ("s", 1), ("gg", 0), ("L", 0), ("n", 0), ("s", 1), ("L", 0)):
            left -= gone
            self.press(keys, "%d unread" % left)
        # Whole threads: opening one reads it.
        self.press("\r", "‹ .*Subject")
        for _ in range(3):
            self.press("J", "‹ .*Subject")
        self.press("Q", "‹")
        self.press(" ", "‹")
        self.press("q", r"\d+ unread")
        # The rest of them one by one, until none is left unread.
        self.press("S", r"1 of \d+")
        for number in range(2, int(re.search(r"1 of (\d+)", self.terminal.text).group(1)) + 1):
            self.press("s", r"%d of \d+" % number)
        self.press("s", "No unread threads")
        self.press("q", "Inbox")

    def searches_and_keeps_a_view(self):
        self.press("/", "search|Search|/")
        self.press("subject:07", "1 found")
        self.press("\r", "Subject 07")
        self.press("v", "Pinned")
        self.press("\x1b", "Inbox")
        self.press("d", "Views")
        self.press("jj", "Views")
        self.press("/", "Views")
        self.press("subject:07", "subject:07")
        self.press("\r", "☰ ?subject:07")
        self.sees("▌.*Subject 07|Subject 07.*▐")
        self.press("gi", "Inbox")
        self.press("/nothing has these words", "[Nn]othing|No ")
        self.press("\x1b", "Inbox")
        self.press(":arch", "archive")
        self.press("\x1b", "Inbox")
        self.press("?", "to the top|down")
        self.press("\x1b", "Inbox")
        self.press("3j", "Inbox")
        self.press("u", "1 unread")

    def is_offline(self):
        self.rig.stop_server()
        self.rig.asks(self.terminal)
        self.sees("offline|○", 30)
        self.press("x", "1 selected")
        self.press("\x1b", "1 unread")
        self.press("ks", "Inbox")
        self.press("e", "Inbox")
        self.press("o", "archive")
        self.press("q", "Inbox")
        self.rig.until(lambda: len(self.rig.json("outbox")) >= 2, "what was done is queued")

    def is_refused(self):
        if self.rig.on_cyrus:
            # Who refuses nothing takes all that waits.
            self.rig.serve()
            self.terminal.keys("R", 0.05)
            self.rig.until(lambda: self.rig.json("outbox") == [], "nothing waits", 40)
            self.sees(self.rig.live + "|○", 40)
            return
        self.rig.serve("--fault", "refuse=1")
        self.terminal.keys("R", 0.05)
        self.sees("Not done", 40)
        self.rig.until(
            lambda: {action["state"] for action in self.rig.json("outbox")} == {"refused"}, "nothing else waits", 40)
        self.press("o", "1 refused")
        self.press("Gx", "Nothing is waiting")
        self.press("q", "Inbox")
        self.sees("live|●", 40)

    def resizes(self, size):
        for columns, rows in ((60, 20), (20, 6), (10, 3), (200, 60), size):
            self.terminal.resize(columns, rows)
            self.looks_right()

    def stops_and_goes_on(self):
        terminal = self.terminal
        # No shell would bring it back: the key does not stop it.
        terminal.keys("\x1a", 0.05)
        self.press("j", "Inbox")
        os.kill(terminal.pid, signal.SIGTSTP)
        self.rig.until(lambda: open("/proc/%d/stat" % terminal.pid).read().split()[2] == "T", "it stopped")
        os.kill(terminal.pid, signal.SIGCONT)
        self.sees("Inbox")
        self.press("j", "Inbox")

    def quits(self):
        self.terminal.keys("q")
        status, left = self.terminal.ended(), self.terminal.is_given_back()
        if status != 0 or left:
            raise AssertionError("it ended with %s; %s" % (status, left or "the terminal is as it was"))
