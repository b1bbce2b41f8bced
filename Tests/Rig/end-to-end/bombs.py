"""What mail costs to read that is as dear as it is cheap to make. ONLY="plain,cells" reads those, TELL=1 says what each step takes."""

import datetime
import mailbox
import os
import subprocess
import sys

from judge import same, story
from rig import Rig

SIZE = 2 << 20
# P-2: memory grows by eight times a mail's size at most. What a mail costs beside that is bounded, however large it is: up to 100,000
# lines that are laid out, some three times while they are put together, and the caches of the database (32 MB to write, 8 to read).
TIMES, BASE = 8, 56 << 20
# Against hanging; a second for each MiB is promised, and the machine may be busy with other stories, the program built for debugging.
LIMIT = 120


def nested(levels):
    return b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number) for number in range(levels))


def filled(piece, before=b"", after=b""):
    """As many of a piece as make up the size."""
    return before + piece * ((SIZE - len(before) - len(after)) // len(piece)) + after


PLAIN, HTML = b"Content-Type: text/plain; charset=utf-8\n", b"Content-Type: text/html; charset=utf-8\n\n"
MIXED = b"Content-Type: multipart/mixed; boundary=b\n\n"
CALENDAR = b"Content-Type: text/calendar; method=REQUEST; charset=utf-8\n\nBEGIN:VCALENDAR\nMETHOD:REQUEST\n"
EVENT = b"BEGIN:VEVENT\nUID:1\nDTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;INTERVAL=1\nSUMMARY:x\n"
BOMBS = {
    "plain": filled(b"words of a text that goes on \n", PLAIN + b"\n"),
    "one line": filled(b"x", PLAIN + b"\n"),
    "empty lines": filled(b"\n", PLAIN + b"\n", b"End\n"),
    "base64": filled(b"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eg==\n",
                     PLAIN + b"Content-Transfer-Encoding: base64\n\n"),
    "base64 of nothing": filled(b"=\n", PLAIN + b"Content-Transfer-Encoding: base64\n\n"),
    "quoted-printable": filled(b"=C3=BC=E2=82=AC", PLAIN + b"Content-Transfer-Encoding: quoted-printable\n\n"),
    "utf-16": filled(b"\x00x", b"Content-Type: text/plain; charset=utf-16be\n\n"),
    "quotes": filled(b"> > > >\n", b"Content-Type: text/plain; format=flowed\n\n"),
    "deep quotes": filled(b">" * 60_000 + b" x\n", PLAIN + b"\n"),
    "parts": filled(b"--b\n\nx\n", MIXED),
    "files": filled(b"--b\nContent-Disposition: attachment; filename=a\n\nx\n", MIXED),
    "depth": filled(b"--b\n", nested(3_000)),
    "headers": filled(b"X-A: bbbbbbbb\n", b"", b"\nText\n"),
    "folds": filled(b" bbbbbbbb\n", b"X-A:\n", b"\nText\n"),
    "recipients": filled(b" a@b.test,\n", b"To: c@d.test,\n", b" e@f.test\n\nText\n"),
    "encoded words": filled(b" =?utf-8?Q?=C3=BC?=\n", b"Subject:\n", b"\nText\n"),
    "references": filled(b" <a@b>\n", b"References:\n", b"\nText\n"),
    "tags": filled(b"<div>", HTML + b"<p>Words</p>"),
    "attributes": filled(b" a=b", HTML + b"<p", b">Words</p>"),
    "cells": filled(b"<td>x", HTML + b"<table><tr>"),
    "links": filled(b"<a href=http://a.test>x</a>", HTML),
    "entities": filled(b"&amp;", HTML),
    "events": filled(EVENT + b"END:VEVENT\n", CALENDAR, b"END:VCALENDAR\n"),
    "rules": filled(b"EXDATE:19700101T000000Z\n", CALENDAR + EVENT, b"END:VEVENT\nEND:VCALENDAR\n"),
}


# A small process of its own: what a child of a large one is said to have had at most is the large one's.
MEASURING = """
import os, signal, sys
nothing = os.open(os.devnull, os.O_WRONLY)
to = [(os.POSIX_SPAWN_DUP2, nothing, 1), (os.POSIX_SPAWN_DUP2, nothing, 2)]
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ, file_actions=to)
signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
signal.alarm(int(sys.argv[1]))
_, status, used = os.wait4(child, 0)
print(used.ru_maxrss * 1024, used.ru_utime + used.ru_stime, os.waitstatus_to_exitcode(status))
"""


def resources(arguments):
    """What a command takes: the most memory that it ever had, in bytes, seconds of the processor, and its exit status."""
    told = subprocess.run([sys.executable, "-S", "-c", MEASURING, str(LIMIT), *arguments], input="Yes.\n", capture_output=True, text=True,
                          check=True).stdout.split()
    return int(told[0]), float(told[1]), int(told[2])


def peak(pid):
    with open("/proc/%d/status" % pid) as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))


def put(rig, mails):
    """Into the mailbox that the server reads, and nothing else."""
    box = mailbox.mbox(rig.mbox)
    box.clear()
    for number, (name, mail) in enumerate(mails):
        box.add(b"From: Eve <eve@evil.test>\nMessage-ID: <bomb%d@evil.test>\nX-Bomb: %s\nDate: Mon, 02 Nov 2026 10:%02d:00 +0000\n"
                b"MIME-Version: 1.0\n" % (number, name.encode(), number) + mail)
    box.flush()


def reading(maraca, name, mail):
    """What each step that reads a mail takes."""
    with Rig(maraca) as rig:
        put(rig, [(name, mail)])
        rig.serve()
        rig.add_account()
        own = [maraca, "--home", rig.home]
        taken = {"sync": resources([*own, "sync", "--bodies"]), "list": resources([*own, "list"])}
        id = rig.json("list")[0]["id"]
        for arguments in (["show", id], ["show", id, "--json"], ["reply", id, "--draft"]):
            taken[" ".join(arguments[::2])] = resources([*own, *arguments])
        if os.environ.get("TELL"):
            print("%-18s the server %.1f ×" % (name, peak(rig.host.server.pid) / len(mail)), flush=True)
        return taken


@story
def bombs(maraca):
    """P-2: no mail crashes or hangs a command, or has it take more memory than eight times its size and a fixed base."""
    least = reading(maraca, "none", b"\nText\n")
    told = []
    wanted = os.environ.get("ONLY", "").split(",") if os.environ.get("ONLY") else list(BOMBS)
    if "SHARE" in os.environ:
        # In turns: a quarter each day, over both protocols in eight.
        wanted = wanted[(datetime.date.today().toordinal() // 2) % 4::4]
    for name in wanted:
        mail = BOMBS[name]
        for step, (memory, seconds, status) in reading(maraca, name, mail).items():
            grown = memory - least[step][0]
            if os.environ.get("TELL"):
                print("%-18s %-14s %5.1f × %6.1f s  %d" % (name, step, grown / len(mail), seconds, status), flush=True)
            if grown > TIMES * len(mail) + BASE:
                told.append("%s: %s takes %d MiB for %d" % (name, step, grown >> 20, len(mail) >> 20))
            if status != 0:
                told.append("%s: %s ends with %s after %.0f s" % (name, step, status, seconds))
    assert not told, "\n".join(told)


@story
def bombs_on_screen(maraca):
    """P-2: the client opens each of them, one after the other, answers keys, and takes no more than four of them may."""
    bombs = list(BOMBS.items())
    if "SHARE" in os.environ:
        # Over one protocol today, over the other tomorrow; then the other half of them.
        bombs = bombs[datetime.date.today().toordinal() // 2 % 2::2]
    with Rig(maraca) as rig:
        put(rig, bombs)
        rig.begin(bodies=True)
        terminal = rig.open(size=(120, 40))
        terminal.wait(rig.live)
        terminal.keys("gg")
        for _ in bombs:
            terminal.keys("\r", quiet=0.05)
            terminal.wait(r"(?s)^ ‹ .*eve@evil\.test", LIMIT)
            terminal.keys("?", quiet=0.05)
            terminal.wait("─ Keys ─", LIMIT)
            # A key that is read in one piece with Esc is pressed with Alt, and a busy machine may read them so.
            terminal.keys("\x1b", quiet=0.05)
            terminal.wait_gone("─ Keys ─", LIMIT)
            terminal.keys("q", quiet=0.05)
            terminal.wait_gone("^ ‹ ", LIMIT)
            terminal.keys("j", quiet=0.05)
        most = peak(terminal.pid)
        terminal.keys("q")
        same(terminal.ended(LIMIT), 0, "the exit status")
        allowed = 4 * (TIMES * SIZE + BASE)
        if os.environ.get("TELL"):
            print("the client: %d MiB of %d" % (most >> 20, allowed >> 20))
        assert most < allowed, "it takes %d MiB" % (most >> 20)
