"""Stories of sending over Cyrus: what arrives, and that it arrives once, whatever gets lost on the way."""

import email
import email.policy
import email.utils
import os
import re
import subprocess
import time

from lossy import Lossy
from program import same

CHINESE = "關於下週會議的安排，以及一個非常長的主題，長到在郵件中必須折成好幾行才能傳送"
STORIES = []


def story(function):
    STORIES.append(function)
    return function


PLAIN = "Text of letter %d."


def letter(number, to="bo@mail.example", more="", text=PLAIN):
    return "From: Alice <alice@rig.example>\nTo: %s\nSubject: Letter %d\nMessage-ID: <letter%d@rig.example>\n%s\n%s\n" % (
        to, number, number, more, text % number)


LONG = "This letter, number %d, " + "goes on and on, and nobody broke its lines, " * 8 + "until it ends."


FILE = bytes(range(256)) * 8


def attachment(maraca):
    path = os.path.join(maraca.home, "letter.bin")
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(FILE)
    return path


def kept(server, folder, user="alice"):
    """What IMAP says lies there: flags and bytes of each message."""
    imap = server.login(user)
    found = []
    if imap.select('"%s"' % folder, readonly=True)[1] != [b"0"]:
        for part in imap.fetch("1:*", "(FLAGS BODY.PEEK[])")[1]:
            if isinstance(part, tuple):
                found.append((re.search(rb"FLAGS \((.*?)\)", part[0]).group(1).decode(), part[1]))
    imap.logout()
    return found


def named(messages, name):
    return [each for each in messages if ("<%s@rig.example>" % name).encode() in each[-1]]


def parsed(content):
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        if part.defects:
            raise AssertionError("defects: %r" % part.defects)
    return message


@story
def what_arrives(server, sink, maraca):
    """Subject, names, text and file arrive as they were written; blind copies are told to nobody."""
    people = ["\"Person with a rather long name, number %d\" <person%d@%s.example>" % (n, n, "long" * 8) for n in range(60)]
    text = "To: %s\nCc: Zoë Müller <zoe@mail.example>\nBcc: hidden@secret.example, Hidden Two <two@secret.example>\n" % (
        ",\n ".join(people))
    text += "From: Alice <alice@rig.example>\nSubject: %s\nMessage-ID: <first@rig.example>\n" % CHINESE
    text += "Content-Type: text/plain; charset=utf-8\n\nGrüße aus 東京.\n.\n..dots\nFrom the start of a line.\n%s\n" % ("x" * 2000)
    attached = maraca.home + "/Übersicht 東京.bin"
    with open(attached, "wb") as file:
        file.write(bytes(range(256)) * 40)
    sink.take()
    started = time.time()
    maraca.run("send", "--attach", attached, text=text)
    maraca.run("sync")
    [(sender, recipients, content)] = sink.take()
    same(sender, "alice@rig.example", "sender of the envelope")
    wanted = ["person%d@%s.example" % (n, "long" * 8) for n in range(60)]
    wanted += ["zoe@mail.example", "hidden@secret.example", "two@secret.example"]
    same(sorted(recipients), sorted(wanted), "recipients of the envelope")
    message = parsed(content)
    same(str(message["Subject"]), CHINESE, "subject")
    same(message["Bcc"], None, "Bcc")
    for word in (b"hidden@", b"Hidden", b"two@secret", b"secret.example"):
        assert word not in content, word
    same([each.addr_spec for each in message["To"].addresses], wanted[:60], "To")
    same(str(message["Cc"].addresses[0]), "Zoë Müller <zoe@mail.example>", "Cc")
    same(message["Message-ID"], "<first@rig.example>", "Message-ID")
    date = message["Date"].datetime.timestamp()
    assert started - 5 <= date <= time.time() + 5, message["Date"]
    body = message.get_body(("plain",)).get_content().replace("\r\n", "\n")
    assert body.startswith("Grüße aus 東京.\n.\n..dots\nFrom the start of a line.\nxxx"), body[:80]
    [file] = list(message.iter_attachments())
    same(file.get_filename(), "Übersicht 東京.bin", "name of the file")
    same(file.get_content(), bytes(range(256)) * 40, "the file")
    assert max(map(len, content.split(b"\r\n"))) <= 998, "a line is too long for SMTP"
    same(len(named(kept(server, "Sent"), "first")), 1, "copies in Sent")
    same(kept(server, "Drafts"), [], "Drafts")
    same(maraca.json("outbox"), [], "outbox")


@story
def long_lines(server, sink, maraca):
    """Paragraphs are broken for those who do not, and come together again for those who do; patches stay as they are."""
    first = "Grüße aus " + "einem langen, langen Absatz, der nicht enden will, " * 6 + "und doch endet."
    text = first + "\n\nFrom here on > it is short.\n > no quote\n> a quote\n-- \nAlice\n"
    patch = "x" * 40 + " " + "y" * 60 + "\n\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old \n+new\n"
    attached = maraca.home + "/short.txt"
    with open(attached, "w") as file:
        file.write("A file.\n")
    sink.take()
    for name, content, options in (("flowed", text, ()), ("filed", text, ("--attach", attached)), ("patch", patch, ())):
        maraca.run("send", *options, text="From: alice@rig.example\nTo: bo@mail.example\nBcc: hidden@secret.example\n"
                   "Subject: %s\nMessage-ID: <%s@rig.example>\n\n%s" % (CHINESE, name, content))
        maraca.run("sync")
        [(_, recipients, bytes)] = sink.take()
        same(sorted(recipients), ["bo@mail.example", "hidden@secret.example"], "recipients")
        assert b"hidden" not in bytes, bytes
        message = parsed(bytes)
        same(str(message["Subject"]), CHINESE, "subject")
        same(message["Message-ID"], "<%s@rig.example>" % name, "Message-ID")
        same(len(message.get_all("Content-Type")), 1, "types")
        part = message.get_body(("plain",))
        same(len(part.get_all("Content-Type")), 1, "types of the text")
        lines = part.get_content().replace("\r\n", "\n").rstrip("\n").split("\n")
        if name == "patch":
            same(part.get_param("format"), None, "format of a patch")
            same("\n".join(lines), patch.rstrip("\n"), "the patch")
            continue
        same(part.get_param("format"), "flowed", "format")
        assert max(map(len, lines)) <= 78, lines
        same(unflowed(lines), text.rstrip("\n").split("\n"), "the text")
        same(len(named(kept(server, "Sent"), name)), 1, "copies in Sent")
        if name == "filed":
            [file] = list(message.iter_attachments())
            same((file.get_filename(), file.get_content()), ("short.txt", "A file.\n"), "the file")
    same(kept(server, "Drafts"), [], "Drafts")


def unflowed(lines):
    """By RFC 3676 §4.1, written anew here."""
    result, open_ = [], None
    for line in lines:
        if line.startswith(">"):
            result.append(line)
            continue
        line = line[1:] if line.startswith(" ") else line
        is_soft = line.endswith(" ") and line != "-- "
        if open_ is None:
            result.append(line)
        else:
            result[-1] += line
        open_ = True if is_soft else None
    return result


@story
def drafts(server, sink, maraca):
    """A draft is a draft for other programs too, with its blind copies, and nothing of it leaves."""
    sink.take()
    maraca.run("send", "--draft", text=letter(0, more="Bcc: hidden@secret.example\n"))
    maraca.run("sync")
    [(flags, content)] = named(kept(server, "Drafts"), "letter0")
    assert "\\Draft" in flags and "\\Seen" in flags, flags
    assert b"hidden@secret.example" in content, content
    same(sink.take(), [], "sent")
    imap = server.login("alice")
    imap.select("Drafts")
    imap.store("1:*", "+FLAGS", "\\Deleted")
    imap.expunge()
    imap.logout()
    maraca.run("sync")


@story
def refused(server, sink, maraca):
    """A recipient that the mail server refuses is named, and the message stays a draft."""
    maraca.run("send", text=letter(1, to="reject@mail.example"))
    done = subprocess.run([maraca.path, "--home", maraca.home, "sync"], capture_output=True, text=True, timeout=120)
    same(sink.take(), [], "sent")
    same(len(named(kept(server, "Drafts"), "letter1")), 1, "drafts")
    waiting = maraca.json("outbox")
    assert waiting and "reject@mail.example" in str(waiting), (waiting, done)
    for each in waiting:
        maraca.run("outbox", "discard", str(each["id"]))
    maraca.run("sync")


# What becomes of one request, and whether the program is killed then. Where the letter takes more steps of the same kind, the hardest
# are enough.
LOSSES = [("answer", False), ("answer", True), ("request", False), ("request", True), ("error", False)]
HARDEST = [("answer", True), ("error", False)]


@story
def nothing_is_sent_twice(server, sink, maraca):
    """Whichever request or answer gets lost, and whether the program lives on or is killed there: one copy arrives.

    PATIENT=1 for every loss of every letter, TURNS=1 for half of them, tomorrow the others."""
    with Lossy(server.http) as way:
        other = maraca.beside(way)
        number = 100
        hidden = "Bcc: hidden@secret.example\n"
        everything = [(hidden, LONG, True)] if os.environ.get("PATIENT") else []
        for more, text, file in [("", PLAIN, False), (hidden, PLAIN, False), ("", LONG, False), ("", PLAIN, True)] + everything:
            number += 1
            way.reset()
            posts, gets = lost_once(other, sink, server, way, number, more, text, file, None, None, None)
            is_short = not more and text is not LONG and not file
            losses = LOSSES if is_short or os.environ.get("PATIENT") else HARDEST
            steps = [("POST", step) for step in range(1, posts + 1)] + [("GET", step) for step in range(1, gets + 1)]
            for kind, dies in losses:
                for method, step in todays(steps):
                    number += 1
                    lost_once(other, sink, server, way, number, more, text, file, step, kind, dies, method)
        print("      ", number - 100, "letters, each one once", flush=True)


def todays(steps):
    """With TURNS=1 every second one, tomorrow the others."""
    return steps[int(time.time() // 86400) % 2::2] if os.environ.get("TURNS") else steps


def lost_once(maraca, sink, server, way, number, more, text, file, step, kind, dies, method="POST"):
    """How many requests of either method it took."""
    what = "letter %d, %s of %s %s lost%s" % (number, kind, method, step, ", killed" if dies else "")
    sink.take()
    attached = ["--attach", attachment(maraca)] if file else []
    maraca.run("send", *attached, text=letter(number, more=more, text=text))
    process = subprocess.Popen([maraca.path, "--home", maraca.home, "sync"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    way.reset(step, kind, process.kill if dies else lambda: None, method)
    process.communicate(timeout=120)
    counts, way.lost = (way.count, way.reads), None
    for _ in range(6):
        if process.returncode == 0:
            break
        process = subprocess.run([maraca.path, "--home", maraca.home, "sync"], capture_output=True, text=True, timeout=120)
    same(process.returncode, 0, what + ": " + str(getattr(process, "stderr", "")) + str(maraca.json("outbox")))
    arrived = sink.take()
    same(len(arrived), 1, what + ": copies that arrived")
    assert b"hidden" not in arrived[0][2], what
    same("hidden@secret.example" in arrived[0][1], bool(more), what + ": blind copy")
    files = [part.get_content() for part in parsed(arrived[0][2]).iter_attachments()]
    same(files, [FILE] if file else [], what + ": files that arrived")
    same(len(named(kept(server, "Sent"), "letter%d" % number)), 1, what + ": copies in Sent")
    same(len(named(kept(server, "Drafts"), "letter%d" % number)), 0, what + ": copies in Drafts")
    same(maraca.json("outbox"), [], what + ": outbox")
    return counts
