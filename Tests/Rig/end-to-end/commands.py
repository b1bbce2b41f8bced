"""The stories of commands: what they print, what they take, and what they say besides."""

import email
import email.header
import email.message
import email.utils
import fcntl
import json
import mailbox
import os
import re
import signal
import subprocess
import sys
import termios
import time

from judge import same, sending, story
from rig import Rig, invented_mbox
from terminal import Terminal

# What a terminal obeys, what turns words around, and what grows out of its cell.
HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07", "\x1b]52;c;cm0gLXJm\x1b\\", "\x9b31m\x9d8;;http://evil.test\x9c", "\x1bP+q544e\x1b\\", "\r\x08\x08\x7f\x0e",
    "\u202eevil\u202d\u2066\u2067\u200f", "z" + "\u0301\u0316" * 200, "\U000e0041\u200b\ufeff\u2028next\u2029",
]
# Besides the line feeds, and the carriage returns that a terminal makes of them.
OBEYED = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def hostile_mbox(path):
    """Each of them in names, addresses, subjects, texts, types and names of files, as it is and as an encoded word."""
    box = mailbox.mbox(path)
    for number, words in enumerate(HOSTILE):
        inner = words.replace("\r", " ").encode()
        encoded = email.header.Header(words, "utf-8", maxlinelen=10_000).encode()
        for way, shown in (("raw", inner), ("encoded", encoded.encode())):
            lines = [
                b"From: " + shown + b' Eve <eve%d%s@evil.test>' % (number, way.encode()), b"To: " + shown + b" <ann@example.test>",
                b"Cc: Carl " + shown + b" <carl@evil.test>",
                b"Subject: hostile " + shown, b"Message-ID: <h%d%s@evil.test>" % (number, way.encode()),
                b"Date: Mon, 02 Nov 2026 10:%02d:00 +0000" % number, b"MIME-Version: 1.0", b"X-Note: " + inner,
                b'Content-Type: multipart/mixed; boundary="b"', b"", b"--b", b"Content-Type: text/plain; charset=utf-8", b"",
                b"Body " + words.encode(), b"--b",
                b'Content-Type: application/x-' + shown[:20] + b'; name="' + shown + b'"',
                b'Content-Disposition: attachment; filename="' + shown + b'.txt"', b"", b"file", b"--b--", b"",
            ]
            box.add(b"\n".join(lines))
    box.flush()


def obeyed(text):
    """What of it a terminal obeys; marks of direction may stand in a line of a mail's text, where none of them reaches beyond it."""
    for line in text.split("\n"):
        begun, ended = (sum(line.count(mark) for mark in marks) for marks in ("\u202a\u202b\u202d\u202e\u2066\u2067\u2068", "\u202c\u2069"))
        if line.startswith(("Body ", "Text ")) and begun == ended:
            line = re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", line)
        found = OBEYED.search(line)
        if found:
            return "%r in %r" % (found.group(), line)
    return None


def in_terminal(rig, *arguments, input=b"", size=(100, 50)):
    """What a command writes to a terminal that it runs in, and its exit status."""
    terminal = Terminal([rig.maraca, "--home", rig.home, *arguments], size)
    rig.terminals.append(terminal)
    if input:
        os.write(terminal.master, input)
    status = terminal.ended(60)
    return terminal.output.decode(errors="replace"), status


@story
def raw_needs_no_terminal(maraca):
    """T-2: the bytes of a mail go into a file or a pipe, and never to a terminal, which is told how."""
    with Rig(maraca) as rig:
        hostile_mbox(rig.mbox)
        rig.begin()
        message = rig.json("show", rig.json("list", "hostile")[0]["id"])["messages"][0]["id"]
        told, status = in_terminal(rig, "show", message, "--raw")
        same(status, 2, "the exit status")
        assert "> FILE" in told and "evil.test" not in told, told
        assert not obeyed(told), obeyed(told)
        raw = subprocess.run([maraca, "--home", rig.home, "show", message, "--raw"], capture_output=True, check=True).stdout
        assert b"evil.test" in raw, raw
        told, status = in_terminal(rig, "show", message, "--mbox")
        assert status == 2 and "> FILE" in told and "evil.test" not in told, told
        told, status = in_terminal(rig, "contacts", "export", "--all")
        same(status, 0, "the exit status of contacts")
        assert "BEGIN:VCARD" in told and not obeyed(told), obeyed(told)


@story
def thread_as_mbox(maraca):
    """What was sent of a thread is one mbox, the oldest first; one message's bytes want one message, and the others are named."""
    with Rig(maraca) as rig:
        rig.begin()
        thread = next(thread for thread in rig.json("list", "--limit", "100") if len(rig.json("show", thread["id"])["messages"]) > 1)
        messages = rig.json("show", thread["id"])["messages"]
        whole = rig.run("show", "--mbox", thread["id"]).stdout
        same(len(re.findall("^From ", whole, re.MULTILINE)), len(messages), "the messages of the mbox")
        refused = rig.run("show", "--raw", thread["id"], status=2)
        assert messages[0]["id"] in refused.stderr and "--mbox" in refused.stderr and not refused.stdout, refused.stderr
        raw = rig.run("show", "--raw", messages[0]["id"]).stdout
        assert "\nSubject:" in raw and "\nFrom " not in raw, raw


@story
def files_that_do_not_block(maraca):
    """Input and output that a program which shares them has made non-blocking are waited for: nothing is cut, and no text refused."""
    with Rig(maraca) as rig:
        rig.begin()
        whole = rig.run("settings", "--json").stdout.encode()
        reader, writer = os.pipe()
        size = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
        assert len(whole) > size, "the output fits into the pipe"
        os.set_blocking(writer, False)
        with subprocess.Popen([maraca, "--home", rig.home, "settings", "--json"], stdout=writer) as process:
            os.close(writer)
            end = time.monotonic() + 5
            while process.poll() is None and time.monotonic() < end and filled(reader) < size:
                time.sleep(0.01)
            with open(reader, "rb") as file:
                printed = file.read()
        assert printed == whole, "%d of %d bytes were printed" % (len(printed), len(whole))
        same(process.returncode, 0, "the exit status")
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        with subprocess.Popen([maraca, "--home", rig.home, "draft", "--subject", "Late"], stdin=reader, stdout=subprocess.DEVNULL) as process:
            os.close(reader)
            end = time.monotonic() + 1
            while process.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            with open(writer, "wb") as file:
                file.write(b"Late words.\n")
        same(process.returncode, 0, "the exit status")
        same(rig.run("count", "subject:Late").stdout, "1\n", "drafts")


def filled(pipe):
    """How many bytes wait in a pipe."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@story
def hostile_mail(maraca):
    """T-1: whatever mails say in headers, names, subjects, texts and names of files, no command writes what a terminal obeys."""
    with Rig(maraca) as rig:
        hostile_mbox(rig.mbox)
        rig.begin(bodies=True)
        threads = rig.json("list", "hostile", "--limit", "100")
        same(len(threads), 2 * len(HOSTILE), "the hostile threads")
        ids = [thread["id"] for thread in threads]
        rig.stop_server()
        rig.run("archive", *ids)
        same(len(rig.json("outbox")), 1, "the actions that wait")
        for words in HOSTILE:
            rig.run("draft", "--to", "bob@example.org", "--subject", words.replace("\x00", ""), input="Text " + words)
        looks = [["list"], ["list", "--json"], ["outbox"], ["outbox", "--json"], ["contacts", "list"], ["contacts", "list", "--json"],
                 ["explain", "subject:\x1b[2J"], ["mailbox", "list"]]
        looks += [["show", id] for id in ids] + [["show", id, "--json"] for id in ids]
        for arguments in looks:
            told, status = in_terminal(rig, *arguments)
            same(status, 0, "the exit status of %s" % arguments)
            assert not obeyed(told), "%s writes %s" % (arguments, obeyed(told))
            grown = re.search("[\u0300-\u036f]{5}", told)
            assert not grown or "--json" in arguments, "%s writes letters with too many marks" % arguments
        rig.serve()
        names = []
        for id in ids:
            # In a folder of its own: what lies there already byte for byte is not saved again.
            folder = os.path.join(rig.folder.name, "saved", id)
            rig.run("save", id, "--to", folder)
            names += os.listdir(folder)
        same(len(names), len(ids), "the files that were saved")
        assert not any(obeyed(name) for name in names), names


@story
def forged_lines(maraca):
    """T-2: what a server calls its mail adds no line to what commands print, and no column to what has some."""
    with Rig(maraca) as rig:
        id = "a\nforged  \u25cf   2026-11-02  Bank\tnow"
        feed = os.path.join(rig.folder.name, "feed.json")
        with open(feed, "w") as file:
            json.dump({"inbox": [{
                "uid": id, "from": "Eve\nFrom: Bank\tEve <eve@evil.test>", "to": "ann@example.test", "subject": "One\nSubject: Two",
                "text": "Hello.", "dateTime": "2026-11-02"}]}, file)
        rig.run(
            "account", "add", "ann@example.test", "--url", "file://" + feed, "--protocol", "feed", "--password-stdin", input="none\n")
        rig.run("sync")
        same(rig.json("list")[0]["id"], id, "the id as it is")
        for arguments in (["list"], ["account", "list"], ["contacts", "list", "eve"]):
            told = rig.run(*arguments).stdout
            same(told.count("\n"), 1, "the lines of %s: %r" % (arguments, told))
            same(told.count("\t"), 1 if arguments[0] == "contacts" else 0, "the tabs of %s: %r" % (arguments, told))
        told = rig.run("show", id).stdout.split("\n")
        same([line.split(":")[0] for line in told[:4]], ["From", "To", "Date", "Subject"], "what stands at the head of %r" % told)
        told = rig.run("show", id + "b", status=1)
        same((told.stdout, told.stderr.count("\n")), ("", 1), "what is said of an id that is not there: %r" % told.stderr)


NEWSLETTER = b"""From: "service@bank.test" <eve@evil.test>
To: demo@example.org
Reply-To: else@evil.test
Message-ID: <newsletter@evil.test>
Date: Mon, 02 Nov 2026 10:00:00 +0000
Subject: Offer
Subject: Another
Authentication-Results: mx.example.org; dmarc=fail header.from=evil.test
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<p>Look <a href="https://shop.test/a">here</a> or at <a href="https://evil.test/x">bank.test</a>.
<a href="https://plain.test/">https://plain.test/</a></p><p style="display:none">unseen</p><img src="https://t.test/p.gif" width=1 height=1>
--b
Content-Type: text/calendar; method=REQUEST
Content-Disposition: attachment; filename=invite.ics

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
UID:1@evil.test
DTSTART:20261203T100000Z
DTEND:20261203T110000Z
ORGANIZER:mailto:eve@evil.test
ATTENDEE:mailto:demo@example.org
SUMMARY:A very special meeting
END:VEVENT
END:VCALENDAR
--b--
"""


@story
def told_like_a_screen(maraca):
    """W-5, H-1, H-6: `show` tells what a screen tells: targets and doubts, where answers go, what was left out, an invitation."""
    with Rig(maraca) as rig:
        box = mailbox.mbox(rig.mbox)
        box.clear()
        box.add(NEWSLETTER)
        box.flush()
        rig.configure(authenticationServers={"ann@example.test": "mx.example.org"})
        rig.begin(bodies=True)
        id = rig.json("list")[0]["id"]
        told = rig.run("show", id).stdout
        for words in ("Reply-To: else@evil.test\n", "Sender: failed verification\n", "Warning: The name looks like an address",
                      "Warning: There are several Subject headers; the first one counts\n",
                      "A very special meeting", "Look here [1] or at bank.test [2!].", "\n[1] https://shop.test/a\n",
                      "\n[2] https://evil.test/x\n    Warning: The text says bank.test, but it leads to evil.test\n",
                      "[1 piece of text that the sender hid is left out]", "looks like a tracker]"):
            assert words in told, "%r is not in\n%s" % (words, told)
        assert "[3]" not in told and "unseen" not in told, told
        message = rig.json("show", id)["messages"][0]
        same([link["target"] for link in message["links"]], ["https://shop.test/a", "https://evil.test/x", "https://plain.test/"], "links")
        same([len(message["warnings"]), "warning" in message["links"][0], "warning" in message["links"][1]], [2, False, True], "warnings")
        # The same mail in a file: nothing is stored for it.
        empty, path = os.path.join(rig.home, "empty"), os.path.join(rig.home, "offer.eml")
        with open(path, "wb") as file:
            file.write(NEWSLETTER)
        told = rig.run("show", "--file", path, home=empty).stdout
        for words in ("Reply-To: else@evil.test\n", "Warning: There are several Subject headers; the first one counts\n",
                      "A very special meeting", "Look here [1] or at bank.test [2!].", "[1 piece of text that the sender hid is left out]"):
            assert words in told, "%r is not in\n%s" % (words, told)
        assert not os.path.exists(os.path.join(empty, "data", "store.sqlite"))
        text = NEWSLETTER.decode()
        same(rig.run("show", "--file", "-", "--raw", input=text, home=empty).stdout, text, "as it was sent")
        same(rig.json("show", "--file", path, "--headers", home=empty)["messages"][0]["headers"][-2]["name"], "MIME-Version", "a header")
        assert "`maraca show --file " in rig.run("show", path, status=1).stderr
        rig.run("show", "--file", rig.mbox + "x", status=1)
        rig.run("show", "--file", path, id, status=2)


@story
def templates(maraca):
    """`--template` begins a text with one of the user's, for whoever gets it; what is piped in goes below."""
    with Rig(maraca) as rig:
        rig.begin()
        os.makedirs(os.path.join(rig.home, "templates"))
        with open(os.path.join(rig.home, "templates", "thanks.md"), "w") as file:
            file.write("Hi {name},\nthank you.\n")
        to = ("send", "--to", "Bob Ito <bob@example.org>", "--subject", "Thanks")
        id = rig.run(*to, "--template", "thanks", input="See you.\n").stdout.strip()
        same(rig.json("show", id)["messages"][0]["body"].strip(), "Hi Bob,\nthank you.\n\nSee you.", "the text")
        id = rig.run("draft", "--to", "bob@example.org", "--template", "thanks", input="").stdout.strip()
        same(rig.json("show", id)["messages"][0]["body"].strip(), "Hi,\nthank you.", "without a name")
        assert "there is thanks" in rig.run(*to, "--template", "thank", input="", status=2).stderr
        rig.run("send", "bob@example.org", "--template", "thanks", input="", status=2)


@story
def own_ids(maraca):
    """What `send` prints is known to `show` and `outbox`, and to nothing that acts on mail of the server."""
    with sending(maraca) as (rig, sink):
        id = rig.run("send", "--at", "tomorrow 9:00", input="To: bob@example.org\nSubject: Mine\n\nHello.\n").stdout.strip()
        assert "Hello." in rig.run("show", id).stdout
        same(rig.json("show", id)["subject"], "Mine", "the subject of what it printed")
        source = email.message_from_string(rig.run("show", "--raw", id).stdout)
        same([source["To"], source["Subject"], source.get_payload().strip()], ["bob@example.org", "Mine", "Hello."], "its source")
        same(rig.json("show", "--headers", id)["messages"][0]["headers"][0]["name"], "Date", "the first of its headers")

        def waiting():
            return [action["command"] for action in rig.json("outbox") if action.get("draft_id") == id]
        assert "sendDraft" in waiting(), waiting()
        rig.run("archive", id, status=1)
        rig.run("outbox", "discard", id)
        assert "sendDraft" not in waiting(), waiting()
        same(rig.run("outbox", "discard", "--draft", "99999", status=1).stdout, "", "what is told of a number that is none")
        rig.run("sync")
        same(sink.raw(), [], "what was sent")


@story
def one_command_one_undo(maraca):
    """What one command did to several threads is taken back at once."""
    with Rig(maraca) as rig:
        rig.begin()
        ids = [thread["id"] for thread in rig.json("list", "--limit", "3")]
        rig.run("star", ids[0])
        message = rig.json("show", ids[1])["messages"][0]["id"]
        rig.run("shake", ids[0], message, ids[2])
        same(rig.run("count", "is:unread").stdout, "18\n" if len(rig.json("show", ids[1])["messages"]) > 1 else "17\n", "unread threads")
        rig.run("undo")
        same(rig.run("count", "is:unread").stdout, "20\n", "unread threads after undo")
        same(rig.run("count", "is:starred").stdout, "1\n", "starred threads")
        rig.run("undo")
        same(rig.run("count", "is:starred").stdout, "0\n", "starred threads after another")
        rig.run("undo", status=1)


@story
def acts_by_query(maraca):
    """What a query finds is acted on and taken back at once; labels and tags are put on and off; nothing is done to what nobody named."""
    with Rig(maraca) as rig:
        rig.begin()
        def count(query):
            return int(rig.run("count", query).stdout)
        unread, inbox = count("is:unread"), count("in:inbox")
        told = rig.run("shake", "--matching", "is:unread").stderr
        assert "%d threads found, %d changed" % (unread, unread) in told, told
        same(count("is:unread"), 0, "unread threads")
        rig.run("undo")
        same(count("is:unread"), unread, "unread threads after undo")
        rig.run("archive", status=2)
        rig.run("archive", "--matching", "in:inbox", "x", status=2)
        rig.run("archive", "--matching", "is:nonsense (", status=2)
        assert "no letter or digit" in rig.run("archive", "--matching", "in:inbox 🦊", status=2).stderr
        # What would be all mail, or more than was meant, is nothing.
        assert "all mail" in rig.run("archive", "--matching", " ", status=2).stderr
        rig.run("archive", "--matching", "in:inbox -frm:person", status=2)
        same(count("in:inbox"), inbox, "the inbox after what was refused")
        told = rig.run("archive", "--matching", "subject:nothing-of-this").stderr
        assert "0 threads found, 0 changed" in told, told
        rig.run("archive", "--matching", "in:inbox is:unread")
        same(count("in:inbox is:unread"), 0, "unread threads in the inbox")
        rig.run("undo")
        same(count("in:inbox"), inbox, "the inbox after undo")
        first = rig.json("list", "in:inbox", "--limit", "1")[0]["id"]
        for act, query, there in (("star", "is:starred", True), ("unstar", "is:starred", False), ("mute", "is:muted", True),
                                  ("unmute", "is:muted", False), ("junk", "in:junk", True), ("not-junk", "in:junk", False)):
            rig.run(act, first)
            same(any(thread["id"] == first for thread in rig.json("list", query)), there, "what %s did" % act)
        rig.run("tag", first, status=2)
        rig.run("tag", first, "--add", "todo", "--remove", "todo", status=2)
        if rig.protocol == "inbox":
            assert "can't keep tags" in rig.run("tag", first, "--add", "todo", status=1).stderr
            return
        rig.run("tag", first, "--add", "todo", "--add", "#work")
        same(rig.json("list", "keyword:todo keyword:work")[0]["tags"], ["todo", "work"], "tags")
        rig.run("tag", first, "--remove", "todo", "--add", "later")
        rig.run("sync")
        same(rig.json("show", first)["tags"], ["later", "work"], "tags after a sync")
        rig.run("undo")
        same(rig.json("show", first)["tags"], ["todo", "work"], "tags after undo")
        rig.run("tag", first, "--add", "no blank", status=2)


@story
def mistaken_arguments(maraca):
    """Who mistypes a command, or means a word that begins with a minus, is told so (2), and not shown help as if all were well (0)."""
    with Rig(maraca) as rig:
        rig.begin()
        for line, advice in (("count -from:smith", "`maraca count -- -from:smith`"), ("archive -there", "'-there'"),
                             ("archive --matching -from:person", "`--matching=-from:person`"),
                             ("draft --subject -there", "`--subject=-there`"), ("list --account --json", "'--account <address>'"),
                             ("lst", "did you mean “list”?"), ("read x", "did you mean “shake”?"), ("login", "“account add”?"),
                             ("outbox retyr 5", "`maraca outbox retry`"),
                             ("list --limt 3", "Did you mean '--limit'?")):
            refused = rig.run(*line.split(), input="", status=2)
            assert advice in refused.stderr and "Error" not in refused.stderr and not refused.stdout, refused
        same(rig.run("count", "--", "-from:person").stdout, "7\n", "what the advice leads to")
        for command in ("archive", "send"):
            assert rig.run(command, "-h", input="").stdout.startswith("OVERVIEW"), "help that is asked for"
        assert rig.run("send", "-h", "3", "bob@example.org", input="Hello.\n").stdout.strip().isdigit(), "sendmail's option"
        assert rig.run("list", "--", "-h", status=0).stdout, "behind -- it is a word"
        marked = rig.run("count", "会議 has:x", status=2).stderr.split("\n")
        same(marked[1:3], ["  会議 has:x", "       ^"], "the mark below a query")
        marked = rig.run("count", "x" * 1_000 + " has:x", status=2).stderr.split("\n")
        assert len(marked[1]) < 150 and marked[1][len(marked[2]) - 1:] == "has:x", marked
        kept = rig.run("rply", "x", input="Text.\n", status=2).stderr
        assert "“reply”" in kept and "the text is kept in" in kept, kept
        assert "`maraca explain -- -from:ann`" in rig.run("explain", "-from:ann", status=2).stderr
        rig.configure(newMailQuery="is:unread in:nowhere")
        assert "“newMailQuery”: no mailbox is called “nowhere”" in rig.run("doctor", status=1).stdout
        rig.configure(rowStyles=[{"query": "in:nowhere", "color": "ok"}])
        assert "“rowStyles[0].query”: no mailbox is called “nowhere”" in rig.run("doctor", status=1).stdout
        with open(os.path.join(rig.home, "config.json"), "w") as file:
            file.write("{")
        poor = subprocess.run(
            [rig.maraca, "--home", rig.home, "doctor"], env=dict(os.environ, TERM="dumb", LC_ALL="C"), capture_output=True, text=True)
        for told in ("every setting has its default", "set TERM to what", "set LC_ALL=C.UTF-8"):
            assert told in poor.stdout, poor
        same(poor.stderr, "", "what is told twice")


@story
def for_one_account(maraca):
    """`--account` is heeded, or refused where it would say nothing; a label whose mail is elsewhere, too, is told to be so."""
    with Rig(maraca) as rig:
        rig.begin("--labels")
        first = rig.json("list", "--limit", "1")[0]["id"]
        rig.run("star", first)
        rig.run("undo", "--account", "ann@example.test", status=2)
        same(rig.run("count", "is:starred").stdout, "1\n", "what was done is not taken back")
        same(len(rig.json("account", "list", "--account", "ANN@example.test")), 1, "the accounts of that address")
        rig.run("account", "list", "--account", "eve@evil.test", status=1)
        assert "no account eve@evil.test" in rig.run("doctor", "--account", "eve@evil.test", status=1).stdout
        # A label of the Inbox API just goes, and Cyrus has folders.
        if rig.protocol != "jmap" or rig.on_cyrus:
            return
        rig.run("mailbox", "create", "Bills")
        rig.run("label", first, "--add", "Bills")
        told = rig.run("mailbox", "delete", "Bills", status=1).stderr
        assert "in other mailboxes, too" in told, told
        rig.run("mailbox", "delete", "Bills", "--to-trash")
        same(rig.run("count", "in:trash").stdout, "0\n", "what went to the trash")


@story
def sharing_refused(maraca):
    """A mailbox is not shared where the server has no such thing, nor by a command that leaves open what is meant."""
    with Rig(maraca) as rig:
        rig.begin()
        told = rig.run("mailbox", "share", "Inbox", status=1).stderr
        assert "This server can't share mailboxes" in told, told
        told = rig.run("mailbox", "share", "Nowhere", status=1).stderr
        assert "there is no mailbox “Nowhere”; there are" in told and "Inbox" in told, told
        for options, words in (
                ("--stop", "name them with --with"), ("--with bob", "--rights read, write or manage, or --stop"),
                ("--with bob --rights read --stop", "or --stop"), ("--with bob --rights all", "read")):
            told = rig.run("mailbox", "share", "Inbox", *options.split(), status=2).stderr
            assert words in told, (options, told)


@story
def removal_told(maraca):
    """Taking out an account tells on a terminal what it does, and leaves no word of that behind."""
    with Rig(maraca) as rig:
        rig.begin()
        count = len(rig.messages())
        terminal = rig.open("account", "remove", "ann@example.test")
        same(terminal.ended(60), 0, "the exit status")
        assert "removing %d messages" % count in terminal.output.decode(), terminal.output
        same(terminal.text.strip(), "", "what stands on the terminal in the end")
        same(rig.json("account", "list"), [], "the accounts")


@story
def words_of_the_shell(maraca):
    """Shells complete commands, mailboxes, accounts and files, run nothing that is in a name, and the manual page tells of every command."""
    with Rig(maraca) as rig:
        rig.begin()
        # With a mark behind it, or a letter before it that joins it, a sign is not less to bash.
        marked = "R'\u0301`\u0301;touch ran;`\u0301'\u0301"
        joined = "R\u0d4e'\u0d4e`;touch ran;\u0d4e`\u0d4e'"
        for name in ("R`touch ran`", "R$(touch ran)", marked, joined, "Rosa's own"):
            rig.run("mailbox", "create", name)
        def asked(*words, **settings):
            return subprocess.run([maraca, *words], capture_output=True, text=True, check=True, env=dict(os.environ, SAP_SHELL="bash", **settings)).stdout
        line = ["maraca", "move", "--home", rig.home, "x", "--to", ""]
        offered = asked("---completion", "move", "--", "--to", "6", "0", *line).split("\n")
        assert {"inbox", "archive", "trash"} <= set(offered), offered
        line = ["maraca", "list", "--home", rig.home, "--account", "a"]
        same(asked("---completion", "list", "--", "--account", "5", "1", *line).split(), ["ann@example.test"], "accounts offered")
        none = os.path.join(rig.folder.name, "none")
        asked("---completion", "list", "--", "--account", "5", "0", "maraca", "list", "--home", none, "--account", "")
        assert not os.path.exists(none), "completing made a home"
        script = os.path.join(rig.folder.name, "completion")
        with open(script, "w") as file:
            file.write(asked("--generate-completion-script", "bash"))
        def completed(*words):
            """What bash offers for the last of the words."""
            run = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; ' \
                '_maraca maraca "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf "%s\\n" "${COMPREPLY[@]}"'
            return subprocess.run(["bash", "-c", run, script, maraca, *words], capture_output=True, text=True, check=True, cwd=rig.folder.name).stdout.split("\n")[:-1]
        same(completed("--home", rig.home, "move", "x", "--to", "R"), ["Rosa's own"], "names with a blank and a quote")
        same(completed("move", "--home", "=", rig.home, "x", "--to", "R"), ["Rosa's own"], "names of a home behind a sign, where bash splits")
        same(completed("--home", "'%s'" % rig.home, "move", "x", "--to", "R"), ["Rosa's own"], "names of a home in quotes")
        place, name = os.path.split(rig.home)
        line = ["maraca", "move", "--home", "~/" + name.replace(" ", "\\ "), "x", "--to", "Rosa"]
        same(asked("---completion", "move", "--", "--to", "6", "4", *line, HOME=place).strip(), "'Rosa'\\''s own'", "names of a home in one's own")
        assert not os.path.exists(os.path.join(rig.folder.name, "ran")), "bash ran what is in the name of a mailbox"
        same(completed("serve", "--mbox", script[:-2]), [script], "files of an option")
        same(completed("contacts", "import", script[:-2]), [script], "files of an argument")
        same(completed("account", "add", "--protocol", ""), ["inbox", "jmap", "imap", "feed"], "protocols")
        root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
        described = asked("--experimental-dump-help")
        page = subprocess.run([os.path.join(root, "scripts", "write-manual")], input=described, capture_output=True, text=True, check=True).stdout
        requests = {line.split()[0] for line in page.split("\n") if line[:1] in (".", "'")}
        assert requests <= {".TH", ".SH", ".SS", ".TP", ".B", ".I", ".br", ".PP"}, requests
        anywhere, alone = page[page.index(".SH OPTIONS"):page.index(".SH COMMANDS")].split("Without a command:")
        assert "home" in anywhere and "demo" not in anywhere and "demo" in alone, (anywhere, alone)
        commands = set(re.findall("(?m)^  ([a-z][a-z-]*)  ", asked("help"))) - {"help"}
        assert {"list", "not-junk", "send"} <= commands, commands
        told = page.split("\n")
        for command in commands:
            heading = ".SS maraca %s" % command.replace("-", "\\-")
            assert any(line == heading or line.startswith((heading + " [", heading + " <", heading + " \\-")) for line in told), command
        assert any(line.startswith(".SS maraca draft [\\-\\-from") for line in told), "the options of a new draft"


@story
def watched_without_a_screen(maraca):
    """`sync --watch` brings new mail and sends what is queued without a screen, and leaves both to a client while one is open."""
    with Rig(maraca) as rig:
        rig.begin()
        heard = os.path.join(rig.folder.name, "heard")
        rig.configure(newMailCommand='printf "%s\\n" "$MARACA_SUBJECT" >> ' + heard)
        said = os.path.join(rig.folder.name, "said")
        with open(said, "wb") as errors:
            watching = subprocess.Popen([maraca, "--home", rig.home, "sync", "--watch"], stdout=errors, stderr=errors)
        try:
            def words():
                with open(said) as file:
                    return file.read()

            def told():
                return open(heard).read().split("\n")[:-1] if os.path.exists(heard) else []

            def comes(subject):
                rig.arrives(subject, "<p>Hello.</p>")
                rig.until(lambda: rig.run("count", "subject:" + subject).stdout == "1\n", subject)
            rig.until(lambda: "Connected" in words(), "it connects")
            assert "Nothing runs here" not in words(), words()
            rig.run("sync", "--watch", status=1)
            comes("Pelican")
            rig.until(lambda: told() == ["Pelican"], "the command tells of it")
            rig.run("shake", rig.json("list", "is:unread", "--limit", "1")[0]["id"])
            rig.until(lambda: rig.run("outbox").stdout == "", "what is queued is sent")
            terminal = rig.open()
            terminal.wait(rig.live)
            assert "Another Maraca" not in terminal.text and "synced elsewhere" not in terminal.text, terminal.text
            rig.until(lambda: "a client is syncing now" in words(), "it makes way for a client")
            comes("Heron")
            rig.until(lambda: "Heron" in told(), "the client tells in its place")
            terminal.keys("q")
            rig.until(lambda: words().count("watching") == 2, "it goes on when the client has gone")
            comes("Egret")
            rig.until(lambda: told().count("Egret") == 1, "it tells again")
            same(told(), ["Pelican", "Heron", "Egret"], "each told once")
        finally:
            watching.send_signal(signal.SIGTERM)
            same(watching.wait(20), 0, "how it ended")


@story
def news_has_its_text(maraca):
    """Mail that came since comes with its text, also where no text was asked for: it opens at once, without a network."""
    with Rig(maraca) as rig:
        rig.begin()
        rig.arrives("Pelican", "<p>It stands on one leg.</p>")
        rig.run("sync")
        rig.stop_server()
        [thread] = rig.json("list", "subject:Pelican")
        assert "It stands on one leg." in rig.run("show", thread["id"]).stdout
        # What is not here says so.
        [old] = rig.json("list", "in:inbox -subject:Pelican", "--limit", "1")
        rig.run("show", old["id"], status=1)


FORM = """From: ann@example.test, Bo <bo@example.test>
X-Job: 7
To: bob@example.org
Subject: Form
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html; charset=utf-8

<p>See <img src="cid:pic@x"></p>
--r
Content-Type: image/png; name=pic.png
Content-ID: <pic@x>
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--r--
--m
Content-Type: text/calendar; method=REQUEST; charset=utf-8; name=day.ics
Content-Disposition: attachment; filename=day.ics

BEGIN:VCALENDAR
END:VCALENDAR
--m
Content-Type: text/plain; charset=iso-8859-1; name=note.txt
Content-Disposition: attachment; filename=note.txt
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
--m--
"""


@story
def form_kept(maraca):
    """A MIME message that is sent keeps what its parts cannot do without, what is lost is told, and what is signed is refused."""
    with sending(maraca) as (rig, sink):
        told = rig.run("send", input=FORM).stderr
        assert "bo@example.test" in told, told
        rig.run("sync")
        message = sink.messages()[0][1]
        parts = {part.get_content_type(): part for part in message.walk() if not part.is_multipart()}
        same(parts["text/calendar"].get_param("method"), "REQUEST", "the method of the calendar")
        note = [part for part in message.walk() if part.get_filename() == "note.txt"][0]
        same(note.get_content().strip(), "Grüße", "the file in its charset")
        if Rig.protocol != "inbox":
            assert "pic.png" not in told, told
            same(parts["image/png"]["Content-ID"], "<pic@x>", "the id of the picture")
            assert "multipart/related" in [part.get_content_type() for part in message.walk()], message
            same(message["X-Job"], "7", "a header that no screen has a place for")
        else:
            assert "the place of pic.png" in told and "not kept: X-Job" in told, told
        signed = FORM.replace("multipart/related", "multipart/signed")
        refused = rig.run("send", input=signed, status=2)
        assert "signed or encrypted" in refused.stderr, refused.stderr
        same(rig.json("outbox"), [], "the outbox")


@story
def doubts_told(maraca):
    """M-7: what the composer would ask is said on standard error by what sends; it goes all the same."""
    with sending(maraca) as (rig, sink):
        told = rig.run("send", input="To: bob@example.org\n\nThe plan is attached.\n").stderr
        assert "The message has no subject" in told and "no file is attached" in told, told
        same(rig.run("send", input="To: bob@example.org\nSubject: a\n\nHello.\n").stderr, "", "what is said of a whole message")
        thread = rig.json("list", "subject:07")[0]["id"]
        many = ",".join("p%d@example.org" % number for number in range(25))
        told = rig.run("reply", thread, "--to", many, input="It is attached.\n").stderr
        assert "It goes to 26 addresses" in told and "no file is attached" in told, told
        same(rig.run("reply", thread, "--draft", input="It is attached.\n").stderr, "", "what is said of a draft")
        rig.run("sync")
        same(len(sink.raw()), 3, "the copies that were sent")


@story
def texts_beside_client(maraca):
    """`sync --bodies` beside a client waits until that has got all texts."""
    with Rig(maraca) as rig:
        os.remove(rig.mbox)
        invented_mbox(rig.mbox, threads=1500)
        rig.serve()
        rig.add_account()
        terminal = rig.open()
        terminal.wait("unread")
        rig.run("sync", "--bodies")
        rig.stop_server()
        # The oldest of them come last.
        for number in range(8):
            assert "Text of message %d." % number in rig.run("show", rig.json("list", '"Subject %02d"' % number)[0]["id"]).stdout


@story
def opened_at_thread(maraca):
    """`open ID` shows the client at that thread, and going back leads to the list."""
    with Rig(maraca) as rig:
        rig.begin(bodies=True)
        id = rig.json("list", "subject:07")[0]["id"]
        terminal = rig.open("open", id)
        terminal.wait("Text of message 7")
        terminal.keys("q")
        terminal.wait("unread")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")
        rig.run("open", "nothing", status=1)
        assert "terminal" in rig.run("open", id, status=1).stderr


@story
def save_by_number(maraca):
    """`--part 2` saves the second file, even if another is named “2”; a name that is no file's number saves that file."""
    with Rig(maraca) as rig:
        parcel = email.message.EmailMessage()
        parcel["From"], parcel["To"], parcel["Subject"] = "Bo <bo@shop.test>", "ann@example.test", "Parcel"
        parcel["Date"], parcel["Message-ID"] = email.utils.formatdate(1_800_000_000), "<parcel@shop.test>"
        parcel.set_content("Look.\n")
        for name in ("2", "7"):
            parcel.add_attachment(name.encode(), maintype="application", subtype="octet-stream", filename=name)
        box = mailbox.mbox(rig.mbox)
        box.add(parcel)
        box.flush()
        rig.begin()
        id = rig.json("list", "subject:parcel")[0]["id"]
        for part, names in (("1", ["2"]), ("2", ["7"]), ("7", ["7"])):
            folder = os.path.join(rig.folder.name, "part", part)
            rig.run("save", id, "--part", part, "--to", folder)
            same(os.listdir(folder), names, "the files of --part %s" % part)


@story
def save_cut_off(maraca):
    """A save that a signal ends leaves nothing in the folder, where the file system has files without names."""
    with sending(maraca) as (rig, sink):
        large = os.path.join(rig.folder.name, "large.bin")
        with open(large, "wb") as file:
            file.write(os.urandom(25_000_000))
        rig.run("send", "--attach", large, input="To: ann@example.test\nSubject: Large\n\nSee the file.\n")
        rig.run("sync")
        id = rig.json("list", "subject:Large")[0]["id"]
        folder = os.path.join(rig.folder.name, "saved")
        os.mkdir(folder)
        process = subprocess.Popen([maraca, "--home", rig.home, "save", id, "--to", folder], stderr=subprocess.DEVNULL)
        # It has begun once the file is open.
        fds = "/proc/%d/fd" % process.pid
        end = time.monotonic() + 20

        def begun():
            try:
                return any(os.readlink(os.path.join(fds, fd)).startswith(folder) for fd in os.listdir(fds))
            except OSError:
                return False
        while not begun() and process.poll() is None and time.monotonic() < end:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
        left = [name for name in os.listdir(folder) if name != "large.bin"]
        same(left, [], "what is left in the folder")
