"""What may reach a terminal: a grammar of all that the client writes, and the story that holds it against hostile mail."""

import os
import re
import sys

from commands import HOSTILE, hostile_mbox
from judge import same, story
from rig import Rig

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../corpora"))
import hostile  # noqa: E402

# Modes that the client sets and unsets: the cursor's keys, that lines wrap, cursor (blinking, there), mouse, focus, another screen,
# paste, and whole frames.
MODES = r"(?:1|7|12|25|1003|1004|1006|1049|2004|2026)"
SEQUENCES = [re.compile(pattern) for pattern in (
    # Colours and signs; places; what is written over, moved and erased; the region that moves.
    r"\x1b\[[0-9;:]{0,40}m", r"\x1b\[[0-9;]{0,9}[ABCDGHJKLMPSTXdr@b]", r"\x1b\[\d{0,2}[34]?[hl]", r"\x1b\[\?%s(?:;%s)*[hl]" % (MODES, MODES),
    # What is asked at the start and the end: whole frames, the background, what it can, whether it is there.
    r"\x1b\[\?2026\$p", r"\x1b\]11;\?\x1b\\", r"\x1b\[c", r"\x1b\[5n",
    # The title kept, given back, and set: in it no control of any kind.
    r"\x1b\[2[23];(?:2|0;0)t", r"\x1b\]2;[^\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]{0,300}\x1b\\",
    # Links: only of the web and to addresses, nothing in them but printable ASCII, each with an end.
    r"\x1b\]8;(?:id=[0-9a-z]+)?;(?:(?:https?://|mailto:)[!-~]{1,2100})?\x1b\\",
    # Letters of ncurses, keys of the keypad, saved place, scrolled back by one, a soft reset.
    r"\x1b\([B0]", r"\x1b[=>78M]", r"\x1b\[!p",
)]
# Tabs, line feeds and the like that only move the cursor within what is drawn.
MOVES = "\r\n\b\t"


def disobeyed(output):
    """What of it is no text and no sequence that the client may write, each with what stands around it."""
    text = output.decode("utf-8", errors="surrogateescape")
    found, at = [], 0
    while at < len(text):
        sign = text[at]
        if sign == "\x1b":
            sequence = next((match for match in (pattern.match(text, at) for pattern in SEQUENCES) if match), None)
            if sequence:
                at = sequence.end()
                continue
        if (sign < " " and sign not in MOVES) or "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" or forbidden(sign):
            found.append(repr(text[max(0, at - 30):at + 40]))
        at += 1
    return found + [repr(match.group()) for match in re.finditer("[\u0300-\u036f]{5,}", text)]


def forbidden(sign):
    """Marks that turn a line around or break it, and letters that nobody sees."""
    return sign in "\u061c\u200b\u2060\ufeff" or "\u2028" <= sign <= "\u202e" or "\u2066" <= sign <= "\u2069" or sign > "\U000e0000"


def visit(terminal, keys, *words):
    """Presses keys and waits for a word that tells where they lead."""
    terminal.keys(keys, quiet=0.02)
    for word in words:
        terminal.wait(word)


@story
def hostile_mail_on_screen(maraca):
    """T-1: the client writes nothing but text and its own sequences, whatever mails say: in the list, threads, their source, parts
    and headers, links, the deck, contacts, the outbox, an answer, pickers, the log and help."""
    with Rig(maraca) as rig:
        hostile_mbox(rig.mbox)
        rig.begin(bodies=True)
        assert all(disobeyed(words.encode()) for words in HOSTILE), "the grammar lets something through"
        ids = [thread["id"] for thread in rig.json("list", "hostile", "--limit", "100")]
        for words in HOSTILE:
            rig.run("draft", "--to", "bob@example.org", "--subject", words.replace("\x00", ""), input="Text " + words)
        terminal = rig.open(size=(120, 40))
        terminal.wait("hostile")
        for number in range(len(ids)):
            visit(terminal, "\r", "Body")
            for key, word in (("I", "Subject"), ("P", "text/plain"), ("i", "‹ Headers")):
                visit(terminal, key, word)
                visit(terminal, "q", "Body")
            terminal.keys("Q\t\t")
            if number % 4 == 0:
                visit(terminal, "r", "To")
                terminal.keys("\x07")
                terminal.keys("\x1b")
                terminal.keys("\x1b")
                terminal.wait("Body")
            visit(terminal, "q", "hostile")
            terminal.keys("j", quiet=0.05)
        rig.stop_server()
        rig.asks(terminal)
        terminal.wait("offline")
        # What waits stands in the outbox.
        terminal.keys("*k*k")
        for keys, back in (
            ("S", "q"), ("gc", "q"), ("o", "q"), ("gl", "q"), ("gj", "q"), ("gS", "q"), ("m", "\x1b"), ("t", "\x1b"), (":", "\x1b"), ("?", "q"),
            ("d", "d"), ("/hostile", "\r"), ("gD", "gi"), ("v", "\x1b"),
        ):
            terminal.keys(keys, quiet=0.4)
            terminal.keys(back, quiet=0.3)
        terminal.resize(40, 12)
        terminal.keys("gg\r", quiet=0.4)
        terminal.keys("\x11")
        terminal.ended()
        wrong = disobeyed(terminal.output)
        assert not wrong, "%d pieces that no screen may write, such as %s" % (len(wrong), wrong[:5])
        assert len(terminal.output) > 100_000, "hardly anything was drawn"
        assert terminal.is_given_back() == "", terminal.is_given_back()


@story
def odd_mail_on_screen(maraca):
    """T-1, R-1, P-2: each mail for something that went wrong somewhere is read, with its source and its parts: nothing ends the client,
    keys are answered, and what it writes is text and its own sequences."""
    with Rig(maraca) as rig:
        known = list(hostile.cases())
        with open(rig.mbox, "wb") as file:
            for _, data in known:
                file.write(b"From eve@evil.test Tue May  5 10:00:00 2026\n" + data.replace(b"\nFrom ", b"\n>From ").rstrip(b"\n") + b"\n\n")
        rig.begin(bodies=True)
        terminal = rig.open(size=(100, 30))
        terminal.wait("☰ ?Inbox")
        threads = len(rig.json("list", "in:inbox", "--limit", "200"))
        assert threads > 60, "only %d threads" % threads
        for number in range(threads):
            visit(terminal, "\r", "^ ‹ ")
            for key in ("I", "P"):
                terminal.keys(key, quiet=0.03)
                visit(terminal, "q", "^ ‹ ")
            visit(terminal, "q", "☰ ?Inbox")
            terminal.keys("j", quiet=0.02)
        terminal.keys("\x11")
        same(terminal.ended(), 0, "the exit status")
        wrong = disobeyed(terminal.output)
        assert not wrong, "%d pieces that no screen may write, such as %s" % (len(wrong), wrong[:5])
