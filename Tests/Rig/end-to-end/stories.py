"""The promises of the main job, each as a story from outside: MARACA [STORY…]"""

import datetime
import json
import math
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import traceback

from judge import STORIES, same, story
from on_cyrus import is_here, left_out
from ending import ends_cleanly
from rig import LISTS, Rig, TOKEN
from triage import triage
import anykeys  # noqa: F401 (its stories list themselves)
import composing  # noqa: F401 (its stories list themselves)
import bombs  # noqa: F401 (its stories list themselves)
import commands  # noqa: F401
import commanding  # noqa: F401
import costs  # noqa: F401
import disks  # noqa: F401
import displaying  # noqa: F401
import emptiness  # noqa: F401
import reading  # noqa: F401
import leaving  # noqa: F401
import messages  # noqa: F401
import snoozing  # noqa: F401
import newcomer  # noqa: F401
import troubles  # noqa: F401
import certificates  # noqa: F401
import sealing  # noqa: F401
import widths  # noqa: F401
import writing  # noqa: F401

# The stories that may not be left out here for what the machine lacks.
MUST = os.environ.get("MUST", "").split()


@story
def real_mail(maraca):
    """263 real messages in 31 threads; a thread opens with its replies in order; the deck shakes three of them read."""
    if not os.path.exists(LISTS):
        return "skipped: the real mail is not here"
    with Rig(maraca, mbox=LISTS) as rig:
        rig.begin()
        # Cyrus begins another thread where the subject changes.
        count = len(rig.threads()) if rig.on_cyrus else 31
        same(rig.run("count").stdout, "%d\n" % count, "the number of threads")
        # To Cyrus, what is byte for byte the same is one message.
        messages = len(rig.messages()) if rig.on_cyrus else 263
        same(rig.run("count", "--messages").stdout, "%d\n" % messages, "the number of messages")
        found = rig.json("list", "subject:Maildir", "storage")
        thread = rig.json("show", found[0]["id"])
        dates = [message["date"] for message in thread["messages"]]
        same(dates, sorted(dates), "the order of the replies")
        terminal = rig.open()
        terminal.wait("%d unread" % count)
        terminal.keys("S")
        terminal.wait("1 of %d" % count)
        for number in (2, 3, 4):
            terminal.keys("s")
            terminal.wait("%d of %d" % (number, count))
        terminal.keys("q")
        terminal.wait("%d unread" % (count - 3))
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 3, "the Python client sees three read")
        same(rig.run("count", "is:unread").stdout, "%d\n" % (count - 3), "the number of unread threads")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")


def offline(maraca, end):
    with Rig(maraca) as rig:
        rig.begin(bodies=True)
        total = int(rig.run("count", "--messages").stdout)
        ids = [thread["id"] for thread in rig.json("list")]
        rig.stop_server()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait("offline")
        terminal.keys("j" * 7)
        for _ in range(5):
            # Shake goes on to the next thread by itself.
            terminal.keys("s")
        terminal.wait("15 unread")
        terminal.keys("gg")
        terminal.keys("e")
        terminal.keys("gg")
        terminal.keys("*")
        terminal.wait("7 queued")
        end(terminal)
        rig.check_store()
        again = rig.open()
        again.wait("7 queued")
        same(rig.run("count", "in:inbox", "is:unread").stdout, "14\n", "unread in the inbox after the restart")
        same(len(rig.json("outbox")), 7, "actions in the outbox")
        rig.serve()
        again.keys("R")
        again.wait_gone("queued", 20)
        again.wait(rig.live)
        threads = {thread.id: thread for thread in rig.threads()}
        same(set(threads), set(ids), "the threads at the server")
        same(sum(not thread.unread for thread in threads.values()), 5, "read threads at the server")
        same(sum(bool(thread.starred) for thread in threads.values()), 1, "starred threads at the server")
        archived = [t for t in threads.values() if any(f.name == "archive" for f in t.folders)]
        same(len(archived), 1, "archived threads at the server")
        same(archived[0].id, ids[0], "the archived thread")
        same(len(rig.messages()), total, "messages at the server: nothing doubled")
        rig.until(lambda: rig.json("outbox") == [], "the outbox is empty")


@story
def offline_then_quit(maraca):
    """Server stopped, seven things done, quit; the restart still shows them, and the queue drains by itself."""

    def end(terminal):
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")

    offline(maraca, end)


@story
def offline_then_killed(maraca):
    """S-6: the same with kill -9 in place of quit."""
    offline(maraca, lambda terminal: terminal.kill(signal.SIGKILL))


@story
def refused(maraca):
    """What the server refuses slides back in, and a notice says what it said; the outbox keeps it until it is tried again."""
    with Rig(maraca) as rig:
        rig.serve("--fault", "refuse=1")
        rig.add_account()
        rig.run("sync")
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.keys("s")
        terminal.wait("Not done: mark as read")
        terminal.wait("20 unread")
        terminal.wait("1 refused")
        terminal.wait("o see why")
        same([(action["state"], action["messages"]) for action in rig.json("outbox")], [("refused", 1)], "the outbox")
        terminal.keys("s")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 1, "the next one is taken")
        terminal.keys("o")
        terminal.wait("refused: ")
        terminal.keys("r")
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 2, "what was refused is taken now")
        rig.until(lambda: rig.json("outbox") == [], "nothing is left in the outbox")


@story
def lost_answers(maraca):
    """A write that was done while its answer got lost is not done twice, and the row does not come back."""
    for fault in ("lost=1", "drop=1", "busy=1", "limit=1"):
        with Rig(maraca) as rig:
            rig.serve("--fault", fault)
            rig.add_account()
            rig.run("sync")
            first = rig.json("list")[0]["id"]
            rig.run("shake", first)
            # What was written to a connection that the server then drops may be written again at once, to a new one.
            is_dropped = fault in ("lost=1", "drop=1")
            ended = rig.run("sync", status=None if is_dropped else 3)
            if ended.returncode == 3:
                told = ended.stderr
                assert "1 still queued" in told and ("says why" in told or "slow down" in told), told
                rig.run("sync")
            same(ended.returncode in (0, 3), True, "how sync ended after %s" % fault)
            same([t.id for t in rig.threads() if not t.unread], [first], "read threads after %s" % fault)
            same(rig.json("outbox"), [], "the outbox after %s" % fault)


@story
def arrival(maraca):
    """New mail slides into the list within a second; the selection stays on its thread."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        terminal.keys("jj")
        selected = terminal.row("▌")
        took = []
        for subject in ("Fresh bread", "Warm rolls", "Plum cake"):
            began = time.monotonic()
            rig.arrives(subject, "Still warm.")
            rig.asks(terminal)
            terminal.wait(subject, 5)
            took.append(time.monotonic() - began)
        # One of them, for the machine may be busy with other stories.
        assert min(took) < 1, "new mail took %s s to the screen" % took
        terminal.settle()
        subject = re.search(r"Subject \d\d", selected).group()
        assert subject in terminal.row("▌"), "the selection went from %r to %r" % (selected, terminal.row("▌"))


@story
def two_at_once(maraca):
    """What is done in one Maraca shows in another on the same account within a second."""
    with Rig(maraca) as rig:
        rig.serve()
        screens, homes = [], [os.path.join(rig.folder.name, name) for name in ("one", "two")]
        for home in homes:
            rig.add_account(home)
            rig.run("sync", home=home)
            screens.append(rig.open(home=home))
        for screen in screens:
            screen.wait("20 unread")
            screen.wait(rig.live)
        unread, took = 20, []
        # The last is for another row than the one that has just gone from under the cursor: what that key did would be refused.
        for here, there, key in ((0, 1, "s"), (1, 0, "je"), (0, 1, "js")):
            unread -= 1
            began = time.monotonic()
            screens[here].keys(key, quiet=0)
            if rig.host.is_polled:
                # Who is asked before it was told has no news.
                screens[here].wait("%d unread" % unread)
                rig.until(lambda: rig.json("outbox", home=homes[here]) == [], "the server knows")
                began = time.monotonic()
                rig.asks(screens[there])
            screens[there].wait("%d unread" % unread, 5)
            took.append(time.monotonic() - began)
            screens[here].wait("%d unread" % unread)
        assert min(took) < 1, "the keys took %s s to the other screen" % took


@story
def command_beside_client(maraca):
    """A command beside the open client: each sees what the other did at once."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait("20 unread")
        rig.run("shake", *[thread["id"] for thread in rig.json("list", "--limit", "2")])
        began = time.monotonic()
        terminal.wait("18 unread")
        assert time.monotonic() - began < 2, "the client sees what the command did after %.1f s" % (time.monotonic() - began)
        rig.until(lambda: sum(not thread.unread for thread in rig.threads()) == 2, "the client sends what the command queued")
        rig.run("sync")
        terminal.keys("jjjs")
        began = time.monotonic()
        rig.until(lambda: rig.run("count", "is:unread").stdout == "17\n", "the command sees the client's shake")
        assert time.monotonic() - began < 2, "the command sees it after %.1f s" % (time.monotonic() - began)


@story
def errors_in_words(maraca):
    """Wrong token, wrong URL, garbage, a home that can't be written: a sentence that says what to do, nothing kept."""
    with Rig(maraca) as rig:
        rig.serve()

        def refused(words, url=rig.url, token=TOKEN, home=None):
            result = rig.run(
                "account", "add", "ann@example.test", "--url", url, "--password-stdin", input=token + "\n", status=1, home=home)
            assert re.search(words, result.stderr, re.IGNORECASE), result.stderr
            assert result.stdout == "", result.stdout
            assert "Error(" not in result.stderr, result.stderr
            assert "queued" not in result.stderr, result.stderr

        refused("token|password", token="wrong")
        refused("connect|reach|refused", url="http://127.0.0.1:1")
        refused("reach|found|resolve", url="https://nowhere.invalid")
        refused("https://", url="http://mail.example.test")
        with garbage() as port:
            refused("Inbox API|understand|read", url="http://127.0.0.1:%d" % port)
        lost = rig.run("account", "add", "ann@nowhere.invalid", "--password-stdin", input=TOKEN + "\n", status=1).stderr
        assert "--url" in lost and "queued" not in lost, lost
        same(rig.json("account", "list"), [], "the accounts after all that")
        refused("writ|folder", home="/proc/nowhere")
        usage = rig.run("list", "--nonsense", status=2)
        assert usage.stdout == ""
        rig.run("list", "is:wrong", status=2)


@story
def mistakes_in_words(maraca):
    """What is typed wrong on the command line is named, with what may have been meant; standard output stays what it is."""
    with Rig(maraca) as rig:
        rig.begin()
        warned = rig.run("list", "foo:bar")
        assert warned.stdout == "" and "foo: is not a field; read as plain words" in warned.stderr, warned
        warned = rig.run("list", "--json", "foo:bar")
        same(json.loads(warned.stdout), [], "the list")
        same(json.loads(warned.stderr)["warnings"][0]["column"], 0, "where the warning is")
        assert rig.run("list", "filename:pdf").stderr == ""
        lost = rig.run("count", "is:unread in:nowhere", status=2)
        assert "no mailbox is called “nowhere”" in lost.stderr and lost.stdout == "", lost
        stray = rig.run("archive", "--matching", "in:inbox -account:nobody", status=2)
        assert "“nobody” names no account, or several" in stray.stderr and stray.stdout == "", stray
        small = rig.run("archive", "--matching", "in:inbox and not is:starred", status=2)
        assert "did you mean AND" in small.stderr and small.stdout == "", small
        bare = rig.run("archive", "--matching", "in:inbox", "older:2w", status=2)
        assert "“older:2w” was taken for an id. A query of several words needs quotes" in bare.stderr, bare
        for wrong in (["archive", "--matching", "is:read", "--too", "x"], ["tag", "--matching", "is:read", "--ad", "x"]):
            first = rig.run(*wrong, status=2).stderr.splitlines()[0]
            assert f"Unknown option '{wrong[3]}'" in first and "taken for an id" not in first, first
        assert "did you mean “inbox”" in rig.run("list", "in:inbxo", status=2).stderr.lower()
        assert "--limit" in rig.run("list", "--limit", "-3", status=2).stderr
        assert "--limit" in rig.run("contacts", "list", "--limit", "-3", status=2).stderr
        assert "--foo" in rig.run("list", "--foo", status=2).stderr
        assert "--home" not in rig.run("list", "--foo", status=2).stderr.splitlines()[0]
        assert "help foo" not in rig.run("help", "list").stdout
        assert "“foo”" in rig.run("help", "foo", status=2).stderr
        assert "“account foo”" in rig.run("help", "account", "foo", status=2).stderr
        thread = rig.json("list", "--limit", "1")[0]["id"]
        assert "--draft" in rig.run("reply", "--invitation", "accept", "--draft", thread, status=2).stderr
        for draft in ([], ["--draft"]):
            empty = rig.run("reply", thread, *draft, input="\n", status=2)
            assert "there is no message on standard input" in empty.stderr, empty.stderr
        assert "nothing to save" in rig.run("draft", input="\n", status=2).stderr
        assert "--archive" in rig.run("reply", thread, "--draft", "--archive", input="Hello\n", status=2).stderr
        assert "--to" in rig.run("forward", thread, input="Hello\n", status=2).stderr
        with open(os.path.join(rig.home, "config.json"), "w") as file:
            file.write("{")
        assert "every setting has its default" in rig.run("count").stderr, "nothing is told of a file that can't be read"
        rig.configure(nonsense=1)
        same(rig.run("count").stderr, "", "what is told of a setting that there is not, by what does not need it")
        same(rig.json("outbox"), [], "the outbox after all that")
        assert len(rig.json("settings")) > 20
        same(rig.json("trim", "--dry-run")[0]["keeps_all"], True, "what trim says without a setting")

        # Larger than any server takes, it is refused before a byte of it is copied.
        large = os.path.join(rig.folder.name, "large.bin")
        with open(large, "wb") as file:
            file.truncate(2 << 30)
        refused = rig.run("draft", "--to", "bo@shop.test", "--attach", large, input="x\n", status=1)
        assert "the server takes" in refused.stderr, refused.stderr
        assert "folder" in rig.run("draft", "--attach", rig.folder.name, input="x\n", status=1).stderr
        with open(large, "wb") as file:
            file.write(b"0123456789" * 2_000_000)
        # The kernel says of its own files that they are empty.
        rig.run(
            "send", "--attach", large, "--attach", "/proc/version",
            input="To: ann@example.test\nSubject: Large\n\nSee the file.\n")
        rig.run("sync")
        sent = rig.json("list", "subject:Large")[0]["id"]
        sizes = {file["filename"]: file["size"] for file in rig.json("show", sent)["messages"][0]["files"]}
        # IMAP tells the size in base64, whose padding is unknown.
        assert 0 <= sizes["large.bin"] - 20_000_000 <= (2 if rig.protocol == "imap" else 0), sizes
        assert sizes["version"] > 0, "the kernel's file was sent empty"


@story
def sync_beside_offline(maraca):
    """A sync beside a client that has no way to its server says so within seconds, and what waits."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open()
        terminal.wait(rig.live)
        rig.stop_server()
        rig.asks(terminal)
        terminal.wait("offline", 60)
        rig.run("star", rig.json("list", "--limit", "1")[0]["id"])
        began = time.monotonic()
        told = rig.run("sync", status=3)
        assert time.monotonic() - began < 60, "it took %.0f s" % (time.monotonic() - began)
        assert "can't reach the server" in told.stderr and "1 still queued" in told.stderr, told.stderr
        rig.serve()
        terminal.keys("R")
        terminal.wait(rig.live)
        rig.run("sync")


@story
def unwritten_output(maraca):
    """What a command was asked to tell and could not is a failure, so that nothing is thrown away for a copy that is none; what a
    command did is done, told or not; and who has read enough is not told of a failure."""
    with Rig(maraca) as rig:
        rig.begin()

        def to(output, *arguments):
            return subprocess.run(
                [rig.maraca, "--home", rig.home, *arguments], stdout=output, stderr=subprocess.PIPE, text=True, timeout=60)

        thread = rig.json("list")[0]["id"]
        with open("/dev/full", "w") as full:
            message = rig.json("show", thread)["messages"][0]["id"]
            for arguments in (["show", "--raw", message], ["show", thread], ["list", "--json"], ["count"], ["--help"]):
                result = to(full, *arguments)
                assert result.returncode == 1 and "No space left" in result.stderr, (arguments, result)
            assert to(full, "star", thread).returncode == 0
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "w") as closed:
            result = to(closed, "list")
            assert result.returncode == 1 and result.stderr == "", result


@story
def terminal_given_back(maraca):
    """Quit, SIGTERM, SIGHUP, SIGINT, suspend: the terminal is as it was before."""
    with Rig(maraca) as rig:
        rig.begin()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            terminal = rig.open()
            terminal.wait("20 unread")
            os.kill(terminal.pid, number)
            terminal.ended()
            same(terminal.is_given_back(), "", "the terminal after signal %d" % number)
        terminal = rig.open()
        terminal.wait("20 unread")
        for number in (signal.SIGSEGV, signal.SIGILL):
            crashed = rig.open()
            crashed.wait("20 unread")
            limits = open("/proc/%d/limits" % crashed.pid).read()
            same(re.search(r"core file size +(\S+) +(\S+)", limits).groups(), ("0", "0"), "N-6: the size of cores")
            os.kill(crashed.pid, number)
            crashed.ended()
            same(crashed.is_given_back(), "", "the terminal after a crash by signal %d" % number)


@story
def sizes(maraca):
    """40×12, 120×40, 200×60 and resizing in between: always a list, never a crash; what is too small says so, and keys go on."""
    with Rig(maraca) as rig:
        rig.begin()
        terminal = rig.open(size=(40, 12))
        terminal.wait("unread")
        for columns, rows in ((120, 40), (200, 60), (10, 3), (1, 1), (40, 12), (80, 24)):
            terminal.resize(columns, rows)
        terminal.wait("20 unread")
        terminal.resize(19, 5)
        terminal.wait("too small")
        terminal.keys("s")
        terminal.resize(80, 24)
        terminal.wait("19 unread")
        terminal.keys("gg")
        terminal.wait("Subject 19")
        terminal.keys("\r")
        terminal.wait("Text of message 19")
        terminal.resize(40, 12)
        terminal.resize(80, 24)
        terminal.wait("Text of message 19")
        terminal.keys("q")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")


@story
def sign_in_on_screen(maraca):
    """Login: what is wrong is said in place while typing and after trying; the right token opens the inbox."""
    with Rig(maraca) as rig:
        rig.serve()
        terminal = rig.open()
        terminal.wait("Address")
        terminal.keys("ann@example")
        terminal.wait("not an address|not yet|needs")
        terminal.keys(".test\t")
        terminal.keys("wrong\t")
        terminal.keys(rig.url)
        terminal.keys("\r")
        terminal.wait("token|password.*(wrong|refused|not)|let.* in", 10)
        assert "wrong" not in terminal.text.replace("wrong token", "").replace("is wrong", ""), "the password is on the screen"
        terminal.keys("\x15" + TOKEN)
        terminal.keys("\r")
        rig.says_name(terminal, "20 unread")
        files = [os.path.join(base, name) for base, _, names in os.walk(rig.home) for name in names]
        for path in files:
            same(stat.S_IMODE(os.stat(path).st_mode) & 0o077, 0, "the mode of %s" % path)
        holders = [path for path in files if TOKEN.encode() in open(path, "rb").read()]
        assert all("/secrets/" in path for path in holders), "the token stands in %s" % holders


@story
def days_triage(maraca):
    """A day's triage at three sizes: sign in, 30 threads, search, a view, undo, offline, a refusal, resize, suspend, quit;
    every screen is cell for cell what a whole redraw shows."""
    for size in ((80, 24), (120, 40), (40, 12)):
        triage(maraca, size)


class garbage:
    """A server that answers everything with what is no HTTP API."""

    def __enter__(self):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.socket.listen()
        threading.Thread(target=self.answer, daemon=True).start()
        return self.socket.getsockname()[1]

    def answer(self):
        body = b"<html>It works!</html>"
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(body), body))

    def __exit__(self, *_):
        self.socket.close()


# The ways to Cyrus, and the protocol of each.
ON_CYRUS = {"cyrus": "jmap", "imap": "imap"}


def tell(maraca, way, name):
    """Says how a story went: whether it went well, and was told."""
    Rig.on_cyrus = way in ON_CYRUS
    Rig.protocol = ON_CYRUS.get(way, way)
    why = left_out(name, way) if Rig.on_cyrus else None
    began = time.monotonic()
    try:
        word = "skipped: " + why if why else STORIES[name](maraca) or "ok"
        assert word == "ok" or why or name not in MUST, "left out, and may not be here: " + word
    except Exception:
        word = "FAILED\n" + traceback.format_exc()
    print("%-24s %-6s %5.1f s  %s" % (name, way, time.monotonic() - began, word), flush=True)
    return not word.startswith("FAILED"), word == "ok"


def main():
    ends_cleanly()
    # A shell has what it runs in the background ignore this, too.
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    maraca, names = sys.argv[1], sys.argv[2:] or list(STORIES)
    if "SHARE" in os.environ:
        share = int(os.environ["SHARE"]) + datetime.date.today().toordinal()
        names = [name for index, name in enumerate(names) if (index + share) % 2 == 0]
    ways = os.environ.get("PROTOCOLS", "inbox jmap").split()
    if not is_here() and any(way in ON_CYRUS for way in ways):
        print("skipped: Cyrus cannot be started here; ../cyrus/prove says what it needs")
        ways = [way for way in ways if way not in ON_CYRUS]
        if not ways:
            sys.exit(77)
    limit = float(os.environ.get("LIMIT", "inf"))
    if limit < float("inf"):
        # Others each day: some eight go into a minute. With a step that shares no divisor with their number all come first once.
        names = [name for name in names if not any(way in ON_CYRUS and left_out(name, way) for way in ways)]
        step = next(step for step in range(8, 8 + len(names) + 1) if math.gcd(step, len(names)) == 1)
        first = datetime.date.today().toordinal() * step % len(names)
        names = names[first:] + names[:first]
    failed, skipped, count = [], 0, 0
    for way in ways:
        end = time.monotonic() + limit
        for name in names:
            if time.monotonic() > end:
                break
            count += 1
            went_well, was_told = tell(maraca, way, name)
            skipped += went_well and not was_told
            if not went_well:
                failed.append((way, name))
    # Other stories and builds may have kept the machine from answering: what is wrong goes wrong again, and both are printed.
    once = failed
    failed = [each for each in once if not tell(maraca, *each)[0]]
    for way, name in once:
        if (way, name) not in failed:
            print("FLAKY: %s (%s) went wrong once, and well the second time" % (name, way))
    print("%d passed, %d failed, %d skipped" % (count - len(failed) - skipped, len(failed), skipped))
    sys.exit(1 if failed else 0)


main()
