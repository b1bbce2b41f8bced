"""A server, a home and the program's commands, all in a folder that goes away."""

import contextlib
import email.message
import json
import mailbox
import os
import signal
import sqlite3
import subprocess
import tempfile
import time

from on_cyrus import OnCyrus
from ours import Ours
from terminal import PATIENCE, Terminal

TOKEN = "end-to-end-token-0123456789abcdef"
HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "..", "..", "..", "..", "shared", "mail", "lists.mbox")


# Names and subjects that are wide, of several code points, from right to left, or try to move the cursor.
ODD_NAMES = ["山田 太郎", "Ζωή Παπά", "שרה לוי", "Zoe\u0301 N\u0303u", "👩‍💻 Dev", "محمد", "김민준", "Ann\x1b[2J"]
ODD_SUBJECTS = ["会議の議事録について", "🎉🎉 Party 👍🏽 🇧🇪", "שלום עולם", "cafe\u0301 cre\u0300me \u202eevil", "❤️ heart ✈️", "مرحبا بالعالم",
                "한국어 제목 mixed with Latin", "tab\there and a very long subject that no row has room for " * 3]


def invented_mbox(path, threads=20, odd=False):
    """A small mailbox: every third thread has an answer; all unread, dated from old to new. The odd one has all scripts."""
    box = mailbox.mbox(path)
    for number in range(threads):
        first = email.message.EmailMessage()
        name = ODD_NAMES[number % len(ODD_NAMES)] if odd else "Person %d" % number
        tail = " " + ODD_SUBJECTS[number % len(ODD_SUBJECTS)] if odd else ""
        first["From"] = email.utils.formataddr((name, "person%d@shop.test" % number))
        first["To"] = "ann@example.test"
        first["Subject"] = "Subject %02d%s" % (number, tail)
        first["Date"] = email.utils.formatdate(1_700_000_000 + number * 86_400)
        first["Message-ID"] = "<%d@shop.test>" % number
        first.set_content("Text of message %d.\n" % number)
        box.add(first)
        if number % 3 == 0:
            answer = email.message.EmailMessage()
            answer["From"] = "Other %d <other%d@shop.test>" % (number, number)
            answer["To"] = "ann@example.test"
            answer["Subject"] = "Re: Subject %02d%s" % (number, tail)
            answer["Date"] = email.utils.formatdate(1_700_000_000 + number * 86_400 + 60)
            answer["Message-ID"] = "<a%d@shop.test>" % number
            answer["In-Reply-To"] = "<%d@shop.test>" % number
            answer.set_content("> Text of message %d.\n\nYes.\n" % number)
            box.add(answer)
    box.flush()


class Rig:
    """Signed in by the Inbox API, or by JMAP when `protocol` says so, to a server of ours or to Cyrus: screens and commands know no
    difference."""

    protocol = "inbox"
    on_cyrus = False

    def __init__(self, maraca, mbox=None):
        self.maraca = os.path.abspath(maraca)
        self.folder = tempfile.TemporaryDirectory(prefix="maraca-story-")
        self.home = os.path.join(self.folder.name, "home")
        self.mbox = mbox or os.path.join(self.folder.name, "mail.mbox")
        if not mbox:
            invented_mbox(self.mbox)
        self.terminals = []
        self.host = (OnCyrus if self.on_cyrus else Ours)(self, TOKEN)

    @property
    def url(self):
        return self.host.url

    @property
    def live(self):
        """What stands on the screen when the client is in step."""
        return self.host.live

    def serve(self, *options):
        self.address = self.host.start(*options)

    def stop_server(self):
        self.host.stop()

    @contextlib.contextmanager
    def held(self):
        """The server is there, and answers nothing meanwhile."""
        self.host.signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.host.signal(signal.SIGCONT)

    def asks(self, terminal):
        """A server that tells no news is asked by a key; one that does would tell them without."""
        if self.host.is_polled:
            terminal.keys("R", quiet=0)

    def says_name(self, terminal, mail):
        """Where the server knows no name, the user is asked for one before the mail opens."""
        terminal.wait("Your name|" + mail)
        if "Your name" in terminal.text:
            assert mail not in terminal.text, "the mail is open under the question"
            terminal.keys("Ann Lee\r")
            terminal.wait(mail)

    def run(self, *arguments, input=None, status=0, home=None):
        result = subprocess.run(
            [self.maraca, "--home", home or self.home, *arguments], input=input, capture_output=True, text=True, timeout=240 * PATIENCE)
        if status is not None and result.returncode != status:
            raise AssertionError("%s ended with %d, not %d\n%s%s" % (
                arguments, result.returncode, status, result.stdout, result.stderr))
        return result

    def json(self, *arguments, home=None):
        return json.loads(self.run(*arguments, "--json", home=home).stdout)

    def check_store(self):
        """S-6: no page is broken, and no row points at one that is not there."""
        with contextlib.closing(sqlite3.connect(os.path.join(self.home, "data", "store.sqlite"))) as store:
            found = store.execute("PRAGMA integrity_check").fetchall() + store.execute("PRAGMA foreign_key_check").fetchall()
        assert found == [("ok",)], found

    def configure(self, **settings):
        os.makedirs(self.home, exist_ok=True)
        with open(os.path.join(self.home, "config.json"), "w") as file:
            json.dump(settings, file)

    def add_account(self, home=None):
        self.run(
            "account", "add", "ann@example.test", "--url", self.address, "--protocol", self.protocol, "--password-stdin",
            input=TOKEN + "\n", home=home)

    def begin(self, *options, bodies=False):
        """Serves, signs in and syncs."""
        self.serve(*options)
        self.add_account()
        self.run("sync", "--verbose", *(["--bodies"] if bodies else []))

    def open(self, *arguments, size=(80, 24), home=None, env=None):
        terminal = Terminal([self.maraca, "--home", home or self.home, *arguments], size, env)
        self.terminals.append(terminal)
        return terminal

    # What the server has, as another client sees it.

    def threads(self):
        return self.host.threads()

    def messages(self):
        return self.host.messages()

    def drafts(self):
        return self.host.drafts()

    def arrives(self, subject, text="Hello."):
        """New mail in the inbox."""
        self.host.arrives(subject, text)

    def until(self, test, what, seconds=45):
        seconds *= PATIENCE
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if test():
                return
            time.sleep(0.05)
        raise AssertionError("%s: not within %s s" % (what, seconds))

    def logs(self):
        """What every log says that was written in any home of this story."""
        found = []
        for folder, _, names in os.walk(self.folder.name):
            found += [os.path.join(folder, name) for name in names if name.startswith("maraca.log")]
        for path in found:
            assert os.stat(path).st_mode & 0o777 == 0o600, "%s is not closed to others" % path
        return "".join(open(path).read() for path in found)

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        try:
            for line in self.logs().splitlines():
                # N-5: no secret, address, subject, text or URL.
                told = [word for word in (TOKEN, "@", "://", "Subject", "Text of", "Person") if word in line]
                assert error or not told, "the log tells %s: %s" % (told, line)
        finally:
            self.ends()

    def ends(self):
        for terminal in self.terminals:
            terminal.close()
        self.host.ends()
        self.folder.cleanup()
