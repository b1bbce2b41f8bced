"""A program in a terminal of its own: keys go in, and an independent emulator says what stands on the screen."""

import contextlib
import fcntl
import glob
import os
import pty
import re
import select
import signal
import struct
import termios
import time

import pyte

# What a terminal is told to undo when a full-screen program ends.
LEAVES_SCREEN = b"\x1b[?1049l"
# What a terminal is asked, and what one of today answers: are whole frames known, what can it do, is all well?
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[c": b"\x1b[?62;22c", b"\x1b[5n": b"\x1b[0n"}
QUESTIONS = re.compile(b"|".join(map(re.escape, ANSWERS)))
FRAME_END = b"\x1b[?2026l"
# How many times longer than on a machine with nothing else to do, a wait may take: a limit is there against hanging alone.
PATIENCE = 4
CLEARS = b"\x1b[2J"


def seen(cell):
    """A cell as far as it can be seen: a blank without a line has no colour of letters."""
    if cell.data != " " or cell.underscore or cell.reverse or cell.strikethrough:
        return cell
    return cell._replace(fg="default", bold=False, italics=False)


def moving(row):
    """The columns of a row that hold signs of progress, and seconds that are counted."""
    text = "".join(cell.data[:1] or " " for cell in row)
    return {x for found in re.finditer(r"[\u2801-\u28ff]|\d+(?= s\b)", text) for x in range(*found.span())}


class Screen(pyte.Screen):
    """pyte 0.8.2 keeps rows only once they are written to, and where lines are deleted, a row never written to that moves up
    leaves what it should replace."""

    def delete_lines(self, count=None):
        for y in range(self.lines):
            self.buffer[y]  # Asking for a row makes it.
        super().delete_lines(count)


class Terminal:
    def __init__(self, argv, size=(80, 24), env=None):
        self.size = size
        self.screen = Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.unanswered = b""
        self.held = None
        self.status = None
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.mode_before = termios.tcgetattr(slave)
        self.slave = slave
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in range(3):
                os.dup2(slave, number)
            os.closerange(3, 256)
            environment = dict(os.environ, TERM="xterm-256color", LANG="C.UTF-8", LC_ALL="C.UTF-8")
            environment.update(env or {})
            os.execvpe(argv[0], argv, environment)
        self.master = master

    def read(self, seconds=0.02):
        """Takes what the program wrote; False when nothing came in that time."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            time.sleep(seconds)
            return False
        self.answer(data)
        self.output += data
        if self.held is None:
            self.stream.feed(data)
        else:
            self.held += data
        return True

    def answer(self, data):
        """Answers what it is asked, in order; a question may come in two pieces."""
        self.unanswered += data
        end = max(0, len(self.unanswered) - max(map(len, ANSWERS)) + 1)
        for question in QUESTIONS.finditer(self.unanswered):
            os.write(self.master, ANSWERS[question.group()])
            end = max(end, question.end())
        self.unanswered = self.unanswered[end:]

    def settle(self, quiet=0.15, limit=3.0):
        """Reads until nothing has come for a while. What the program works on then may still come, and gets ten times as long."""
        begun = last = time.monotonic()
        while time.monotonic() < begun + limit and time.monotonic() - last < quiet:
            if self.read() or (time.monotonic() < begun + 10 * quiet and self.is_working()):
                last = time.monotonic()

    def is_working(self):
        """Whether a thread of it runs, would if it could, or waits for the disk; where the system does not tell, none does."""
        for path in glob.iglob("/proc/%d/task/*/stat" % self.pid):
            with contextlib.suppress(OSError), open(path) as file:
                if file.read().rpartition(")")[2].split()[0] in "RD":
                    return True
        return False

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def row(self, pattern):
        """The first line that matches, or None."""
        return next((line for line in self.screen.display if re.search(pattern, line)), None)

    def wait(self, pattern, seconds=45):
        seconds *= PATIENCE
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.text, re.MULTILINE):
                return
            self.read()
        raise AssertionError("never saw %r within %s s; the screen is:\n%s" % (pattern, seconds, self.text))

    def wait_gone(self, pattern, seconds=45):
        seconds *= PATIENCE
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not re.search(pattern, self.text, re.MULTILINE):
                return
            self.read()
        raise AssertionError("still sees %r after %s s; the screen is:\n%s" % (pattern, seconds, self.text))

    def keys(self, text, quiet=0.15):
        os.write(self.master, text.encode() if isinstance(text, str) else text)
        # What a busy program reads in one piece with an Escape before it is pressed with Alt.
        end = time.monotonic() + 10 * PATIENCE
        while self.unread() and time.monotonic() < end:
            self.read(0.005)
        self.settle(quiet)

    def type(self, text):
        """Keys, without waiting for what they do."""
        data = text.encode()
        while data and not self.is_over():
            _, ready, _ = select.select([], [self.master], [], 0.05)
            if ready:
                data = data[os.write(self.master, data[:512]):]
            self.read(0)

    def takes(self, seconds):
        """Whether the program takes within that time what was typed."""
        end = time.monotonic() + seconds * PATIENCE
        while self.unread() and not self.is_over():
            if time.monotonic() > end:
                return False
            self.read(0.01)
        return True

    def is_over(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def unread(self):
        """How many bytes of keys the program has not taken yet."""
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]

    def wrong_cells(self):
        """Places whose cell is another after the whole screen was written anew (Ctrl-l), with both cells.

        What stands there before is taken at the very byte at which the new writing begins, and what stands there after it
        at its last, so that nothing else can come between. Only signs of progress and seconds go on meanwhile."""
        self.settle(0.2)
        self.held = b""
        os.write(self.master, b"\x0c")
        end = time.monotonic() + 5 * PATIENCE
        while not (CLEARS in self.held and FRAME_END in self.held[self.held.index(CLEARS):]):
            if time.monotonic() > end:
                raise AssertionError("never drawn anew; the screen is:\n" + self.text)
            self.read()
        begin = self.held.index(CLEARS)
        rest = self.held.index(FRAME_END, begin) + len(FRAME_END)
        data, self.held = self.held, None
        self.stream.feed(data[:begin])
        before = self.cells()
        self.stream.feed(data[begin:rest])
        after = self.cells()
        self.stream.feed(data[rest:])
        return [(y, x, old, new) for y in range(self.screen.lines) for x, (old, new) in enumerate(zip(before[y], after[y]))
                if old != new and not (x in moving(before[y]) and x in moving(after[y]))]

    def cells(self):
        return [[seen(self.screen.buffer[y][x]) for x in range(self.screen.columns)] for y in range(self.screen.lines)]

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)
        self.settle(0.3)

    def ended(self, seconds=5):
        """Waits for the end; the exit status, negative for a signal."""
        end = time.monotonic() + seconds * PATIENCE
        while self.status is None and time.monotonic() < end:
            self.read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        while self.read(0.05):
            pass
        if self.status is None:
            raise AssertionError("the program did not end; the screen is:\n" + self.text)
        return self.status

    def kill(self, number=signal.SIGKILL):
        if self.status is None:
            os.kill(self.pid, number)
            return self.ended()
        return self.status

    def is_given_back(self):
        """Whether the terminal is as it was: modes, main screen, cursor, mouse and paste."""
        if termios.tcgetattr(self.slave) != self.mode_before:
            return "the terminal's modes differ"
        for on, off in ((b"\x1b[?1049h", LEAVES_SCREEN), (b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?2004h", b"\x1b[?2004l"),
                        (b"\x1b[?1006h", b"\x1b[?1006l"), (b"\x1b[?1003h", b"\x1b[?1003l")):
            if self.output.rfind(on) > self.output.rfind(off):
                return "%r was never undone" % on
        return ""

    def close(self):
        if self.status is None:
            self.kill()
        os.close(self.master)
        os.close(self.slave)
