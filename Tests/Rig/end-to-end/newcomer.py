"""Someone who knows no key finds the way by what stands on the screen alone: hints, the help that they name, the palette."""

import os
import re

from judge import story
from rig import Rig, TOKEN, invented_mbox

NAMED = {"Enter": "\r", "Esc": "\x1b", "Space": " ", "Tab": "\t", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D"}


def typed(name):
    """What a key sends that is written like this: `e`, `gg`, `Ctrl-d`, `Alt-x`, `Enter`."""
    control, alt = re.fullmatch(r"Ctrl-(.)", name), re.fullmatch(r"Alt-(.)", name)
    if control:
        return chr(ord(control.group(1)) & 31)
    return "\x1b" + alt.group(1) if alt else NAMED.get(name, name)


class Newcomer:
    """Reads, types what is read, and sees whether it helped."""

    def __init__(self, terminal):
        self.terminal = terminal
        # What was pressed for what, for the one who reads a failure.
        self.way = []

    def lost(self, words):
        raise AssertionError("nothing here says how to %r; the way so far: %s; the screen is:\n%s" % (
            words, ", ".join(self.way), self.terminal.text))

    def press(self, name):
        self.terminal.keys(typed(name), 0.08)

    def hint(self, words):
        """The key beside these words in the bottom line, or in the last line of what lies over the screen."""
        self.terminal.settle(0.1)
        for line in reversed(self.terminal.screen.display):
            found = re.search(r"(?:^|[│ ] )\s*(\S+) %s(?=\s\s|\s*[│]|\s*$)" % words, line)
            if found:
                return found.group(1)
        return None

    def help(self, words):
        """The first key beside these words in the help of this screen."""
        # What is said stands over no keys, on a small screen neither.
        self.press(self.hint("help") or self.lost("see the help"))
        self.terminal.wait("─ Keys ─")
        close, scroll = self.hint("close"), re.search(r"(\S+) \S+ scroll", self.terminal.text)
        found = before = None
        while not found and before != self.terminal.text:
            before = self.terminal.text
            found = re.search(r"│ (\S+)(?:  \S+)* .*?\b%s" % words, before)
            self.press(scroll.group(1))
            if before == self.terminal.text:
                # The end, unless a busy machine is late.
                self.terminal.settle(1)
        if not found:
            self.lost(words)
        self.press(close)
        self.terminal.wait_gone("─ Keys ─")
        return found.group(1)

    def key(self, words):
        return self.hint(words) or self.help(words)

    def does(self, words, effect):
        """Finds out how, does it, and sees something that was not to be seen before."""
        key = self.key(words)
        if re.search(effect, self.terminal.text, re.MULTILINE):
            raise AssertionError("%r is there before %r is done:\n%s" % (effect, words, self.terminal.text))
        self.press(key)
        self.way.append("%s: %s" % (words, key))
        self.terminal.wait(effect)

    def commands(self, letters, effect):
        """By the palette, which the help names."""
        self.does("every command", "─ Commands ─")
        self.terminal.keys(letters)
        self.terminal.wait("│ +%s" % letters)
        self.press("Enter")
        self.way.append("%s: palette" % letters)
        self.terminal.wait(effect)

    def selected(self):
        """The line before the one that stands out by its ground, and that one."""
        screen = self.terminal.screen
        lines = [y for y in range(1, screen.lines) if screen.buffer[y][3].bg != "default"]
        return (screen.display[lines[0] - 1], screen.display[lines[0]]) if lines else ("", "")

    def unread(self):
        return int(re.search(r"(\d+) unread", self.terminal.text).group(1))


def finds_the_way(maraca, size, settings):
    with Rig(maraca) as rig, Rig(maraca) as other:
        os.remove(other.mbox)
        invented_mbox(other.mbox, threads=3)
        other.protocol = rig.protocol
        rig.serve()
        other.serve("--address", "bob@work.test")
        rig.configure(**settings)
        rig.add_account()
        rig.run("account", "add", "bob@work.test", "--url", other.address, "--protocol", rig.protocol, "--password-stdin",
                input=TOKEN + "\n")
        rig.run("sync", "--bodies")
        terminal = rig.open(size=size)
        terminal.wait("20 unread")
        terminal.wait("help")
        person = Newcomer(terminal)
        # Open, go back, mark as read, archive, take back.
        person.does("open", "^ ‹ Subject 19")
        person.does("back", "^ ☰ ?Inbox")
        left = person.unread()
        person.press(person.key("down"))
        person.does("(?:shake: )?mark as read", "%d unread" % (left - 1))
        person.does("archive", "Archived")
        person.does("undo", "Undone")
        # Search, look at what was found, and go back to where it began.
        person.does("search", "^ /")
        terminal.keys("subject:07")
        terminal.wait("1 found")
        person.press(person.key("results"))
        terminal.wait_gone("Enter results")
        person.does("open", "^ ‹ Subject 07")
        person.does("back", "1 found")
        # The other account.
        person.does("back", "^ ☰ ?Inbox")
        person.does("drawer", "bob@work.test")
        down = person.key("down")
        for _ in range(30):
            heading, row = person.selected()
            if "bob@work.test" in heading and "Inbox" in row:
                break
            person.press(down)
        person.does("open", "^ ☰ ?Inbox  3 unread")
        # Sign out of it: the other one stays. How to come back is offered as well.
        person.commands("sign out", "Sign out of")
        person.press(person.hint("sign out"))
        rig.until(lambda: len(rig.json("account", "list")) == 1, "one account is left")
        terminal.wait("Inbox")
        person.commands("add an account", "Address")
        assert "ann@example.test" in rig.run("account", "list").stdout, "the other account is gone as well"


@story
def finding_ones_way(maraca):
    """Knowing no key, by the screen alone: open, back, mark as read, archive, undo, search, switch account, sign out; at
    three sizes, and with other keys than the usual ones, so that nothing but the screen can have told."""
    # The screens are the same over both protocols.
    for size in ((80, 24), (40, 12)) if Rig.protocol == "inbox" else ():
        finds_the_way(maraca, size, {})
    others = {"archive": ["Alt-e"], "undo": ["Ctrl-y"], "help": ["Alt-h"], "down": ["W"], "search": ["Ctrl-r"]}
    finds_the_way(maraca, (120, 40), {"keyPreset": "mutt", "keys": others})
