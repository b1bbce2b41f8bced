"""Lists in all scripts, cell for cell as Python's tables of widths have them, in two emulators that share no code."""

import email.message
import email.utils
import mailbox
import os
import re
import shutil
import subprocess
import time
import unicodedata

from wcwidth import wcswidth

from judge import story
from rig import Rig
from terminal import PATIENCE

# What a mail says, and what of it a list shows where that is something else: what terminals disagree about is written simpler.
ODD = {
    "会議の議事録": None, "한국어 제목": None, "ｆｕｌｌ ｗｉｄｔｈ": None, "日本語とlatin混在": None, "cafe\u0301 cre\u0300me": None,
    "e\u0301" * 6: None, "🎉🎉 👍🏽": "🎉🎉 👍", "👩\u200d💻 Dev": "👩 Dev", "❤\ufe0f ✈\ufe0f": "❤ ✈", "שלום עולם": None, "مرحبا بالعالم": None,
    "ไทยกำ": None, "½ ± ① ★ →": None, "a\u200bb\u2060c": "abc",
}
SIZES = (80, 36), (40, 12), (120, 40)
LONG = " and more than any row has room for" * 4


def reading(text):
    """What a list shows of a text."""
    for said, shown in ODD.items():
        if shown:
            text = text.replace(said, shown)
    return text


def mails():
    """Senders and subjects, short and long, wide ones cut at odd and at even columns; before them those that tell the columns."""
    yield "Plain", "Plain"
    yield "Plain" + LONG, "Plain" + LONG
    for number, text in enumerate(ODD):
        yield text, "%s end" % text
        yield "x" * (number % 2) + text * 9, "x" * (number % 2) + text * 30


def fill(path, shown):
    """All of one day, for their dates are the same words then."""
    box = mailbox.mbox(path)
    box.clear()
    noon = time.time() // 86_400 * 86_400 - 39 * 86_400 + 43_200
    for number, (sender, subject) in enumerate(shown):
        mail = email.message.EmailMessage()
        mail["From"] = email.utils.formataddr((sender, "p%d@shop.test" % number))
        mail["To"], mail["Subject"] = "ann@example.test", subject
        mail["Date"], mail["Message-ID"] = email.utils.formatdate(noon - 60 * number), "<%d@shop.test>" % number
        mail.set_content("")
        box.add(mail)
    box.flush()


def fitted(text, room):
    """Text in so many cells: cut between letters where it is too long, with the sign that says so."""
    if wcswidth(text) > room:
        letters = re.findall(".[\u0300-\u036f\u0e33]*", text)
        while wcswidth("".join(letters)) > room - 1:
            letters.pop()
        text = "".join(letters) + "…"
    return text + " " * (room - wcswidth(text))


class Layout:
    """Where a row has what, as rows without any question of width show."""

    def __init__(self, short, long):
        self.sender, self.subject = short.index("Plain"), short.rindex("Plain")
        self.sender_end = long.index("…") + 1
        self.subject_end = long.index("…", self.subject) + 1
        self.between, self.rest = short[self.sender_end:self.subject], long[self.subject_end:]
        assert self.sender < self.sender_end <= self.subject < self.subject_end, (short, long)

    def row(self, sender, subject):
        return (fitted(sender, self.sender_end - self.sender) + self.between + fitted(subject, self.subject_end - self.subject)
                + self.rest).rstrip()


class Tmux:
    """A program in a terminal of tmux, whose widths are its own."""

    def __init__(self, argv, size):
        self.argv = ["tmux", "-L", "maraca-%d-%d" % (os.getpid(), time.monotonic_ns()), "-f", "/dev/null"]
        environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8")
        environment.pop("TMUX", None)
        subprocess.run([*self.argv, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), *argv], check=True, env=environment)

    def rows(self):
        return subprocess.run([*self.argv, "capture-pane", "-p"], check=True, capture_output=True, text=True).stdout.split("\n")

    def wait(self, words):
        end = time.monotonic() + 20 * PATIENCE
        while not any(words in row for row in self.rows()):
            assert time.monotonic() < end, "never saw %r in tmux:\n%s" % (words, "\n".join(self.rows()))
            time.sleep(0.05)

    def settled(self):
        """The rows, once they have stayed the same for a second."""
        rows, since = self.rows(), time.monotonic()
        while time.monotonic() < since + 1:
            time.sleep(0.1)
            if (now := self.rows()) != rows:
                rows, since = now, time.monotonic()
        return rows

    def keys(self, *names):
        subprocess.run([*self.argv, "send-keys", *names], check=True)

    def ends(self):
        """Quits the program, and with it goes the last session, and the server."""
        self.keys("q")
        end = time.monotonic() + 20 * PATIENCE
        while subprocess.run([*self.argv, "list-sessions"], capture_output=True).returncode == 0 and time.monotonic() < end:
            time.sleep(0.05)
        subprocess.run([*self.argv, "kill-server"], capture_output=True)


def wrong_rows(rows, shown, width):
    """What stands in a row, and what should, for all rows that are not as they should be."""
    first = next(y for y, row in enumerate(rows) if "Plain" in row)
    layout = Layout(rows[first], rows[first + 1])
    wrong = []
    for y, (sender, subject) in enumerate(shown):
        if first + y >= len(rows) or not rows[first + y][layout.sender:].strip() or "─" in rows[first + y]:
            break
        # A blank that parts fields of right-to-left text is a braille pattern without dots.
        row, wanted = (unicodedata.normalize("NFC", text.replace("\u2800", " ")).rstrip(" ▐") for text in (
            rows[first + y], layout.row(reading(sender), reading(subject))))
        assert wcswidth(row) <= width, row
        if row[layout.sender:] != wanted:
            wrong.append((row, " " * layout.sender + wanted))
    assert y > 3, "only %d rows were to be seen" % y
    return wrong


def judge(emulator, rows, shown, size):
    wrong = wrong_rows(rows[:size[1] - 1], shown, size[0])
    assert not wrong, "%d rows are wrong in %s at %s, such as\n%s\n%s" % (len(wrong), emulator, size, *wrong[0])


@story
def widths(maraca):
    """Lists with mail in all scripts: what follows wide, combining and odd letters, and where they are cut, is at its column, in
    pyte and in tmux, as Python's tables have it."""
    shown = list(mails())
    with Rig(maraca) as rig:
        fill(rig.mbox, shown)
        rig.begin()
        rig.configure(preview=False)
        terminal = rig.open()
        terminal.wait("Esc hide this")
        terminal.keys("\x1b")
        terminal.keys("q")
        terminal.ended()
        for size in SIZES:
            terminal = rig.open(size=size)
            terminal.wait("Plain")
            terminal.wait("●")
            terminal.settle()
            judge("pyte", ["".join(cell.data for cell in row) for row in terminal.cells()], shown, size)
            terminal.keys("q")
            terminal.ended()
        if not shutil.which("tmux"):
            return "skipped: tmux is not here"
        for size in SIZES:
            tmux = Tmux([rig.maraca, "--home", rig.home], size)
            try:
                tmux.wait("Plain")
                tmux.wait("? help")
                judge("tmux", tmux.settled(), shown, size)
            finally:
                tmux.ends()
