"""The stories of writing: what is composed arrives as it was meant, once, and no word is lost."""

import contextlib
import email.message
import email.utils
import fcntl
import mailbox
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import termios

import icalendar

from judge import same, sending, sink_of, story
from rig import Rig
from terminal import Terminal


def ids(header):
    return re.findall(r"<[^>]*>", header or "")


def unflowed(part):
    """The text of a part, its paragraphs as one line each (RFC 3676)."""
    lines = part.get_content().replace("\r\n", "\n").rstrip("\n").split("\n")
    if part.get_param("format") != "flowed":
        return "\n".join(lines)
    text = ""
    for line in lines:
        soft = line.endswith(" ") and line != "-- "
        text += (line[1:] if line.startswith(" ") else line) + ("" if soft else "\n")
    return text.rstrip("\n")


@story
def refused_before_writing(maraca):
    """Files that are not there, or are too much beside a message's own, are refused before the text is read: no word is lost over it."""
    with Rig(maraca) as rig:
        parcel = email.message.EmailMessage()
        parcel["From"], parcel["To"], parcel["Subject"] = "Bo <bo@shop.test>", "ann@example.test", "Parcel"
        parcel["Date"], parcel["Message-ID"] = email.utils.formatdate(1_800_000_000), "<parcel@shop.test>"
        parcel.set_content("Look.\n")
        parcel.add_attachment(b"x" * 1_000, maintype="application", subtype="octet-stream", filename="parcel.bin")
        box = mailbox.mbox(rig.mbox)
        box.add(parcel)
        box.flush()
        rig.begin(bodies=True)
        id = rig.json("list", "subject:parcel")[0]["id"]
        with contextlib.closing(sqlite3.connect(os.path.join(rig.home, "data", "store.sqlite"))) as store, store:
            store.execute("INSERT OR REPLACE INTO syncState SELECT id, 'attachmentLimit', '10' FROM account")
        # What is no plain file is read as a pipe is.
        for path, words in (("/dev/null", "the server takes"), (os.path.join(rig.folder.name, "none"), "there is no readable file")):
            forward = subprocess.Popen(
                [rig.maraca, "--home", rig.home, "forward", id, "--to", "bob@example.org", "--attach", path], stdin=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True)
            try:
                # Nobody has said yet that this is all.
                same(forward.wait(60), 1, "the exit status with %s" % path)
                told = forward.stderr.read()
                assert words in told, told
            finally:
                forward.kill()
                forward.communicate()


@story
def bytes_right(maraca):
    """Chinese, Arabic, emoji, many long recipients and 20 MB of files arrive right by Python's parser; Bcc is nowhere; another
    program puts the answer into the thread of what it answers."""
    with sending(maraca) as (rig, sink):
        drawn = random.Random(20).randbytes(20_000_000)
        files = {"発表 – الأولى 🎂.bin": drawn[:12_000_000], "b" * 100 + ".dat": drawn[12_000_000:]}
        paths = []
        for name, data in files.items():
            paths.append(os.path.join(rig.folder.name, name))
            with open(paths[-1], "wb") as file:
                file.write(data)
        text = "你好，世界\n\nمرحبا بالعالم\n\n👩‍👩‍👧‍👦 e\u0301 🎂\n" + "漢" * 500 + "\n" + "word " * 299 + "word\n.\nFrom here\n-- \nAnn"
        people = ["person.number.%d.%s@a-rather-long-domain-%d.example.org" % (n, "x" * 30, n) for n in range(60)]
        subject = "蛋糕 – كعكة – 🎂 " + "很长的标题" * 30
        parent = rig.json("list", "subject:00")[0]["id"]
        last = rig.json("show", parent)["messages"][-1]["id"]
        answered, before = answered_id(rig, last), rig.run("show", last, "--raw").stdout.encode()
        arguments = [option for path in paths for option in ("--attach", path)]
        rig.run(
            "reply", parent, "--subject", subject, "--to", ",".join('"陈, 岚" <%s>' % person for person in people),
            "--bcc", "secret@example.org", "--no-quote", *arguments, input=text)
        rig.run("sync")
        same(len(sink.raw()), 1, "the number of copies")
        to, data = sink.raw()[0]
        message = sink.messages()[0][1]
        assert set(people) | {"secret@example.org"} <= set(to), "the recipients lack some"
        assert b"secret@" not in data, "a blind copy is named in what was sent"
        same(message["Subject"], subject, "the subject")
        names = {address.addr_spec: address.display_name for address in message["To"].addresses}
        same([names.get(person) for person in people], ["陈, 岚"] * 60, "the names of the recipients")
        same(unflowed(message.get_body(("plain",))), text, "the text")
        got = {part.get_filename(): part.get_content() for part in message.iter_attachments()}
        same(sorted(got), sorted(files), "the names of the files")
        for name in files:
            assert got[name] == files[name], "the bytes of %s differ" % name
        same(ids(message["In-Reply-To"]), [answered], "what it answers")
        assert ids(message["In-Reply-To"])[0] in ids(message["References"]), message["References"]
        assert max(len(line) for line in data.split(b"\n")) <= 999, "a line is too long (RFC 5322 §2.1.1)"
        # As words of what the headers say: a short name may stand in Base64 or a drawn id by chance.
        told = "\n".join(str(value) for value in message.values())
        for canary in (os.uname().nodename, rig.folder.name, "root"):
            word = r"(?<![A-Za-z0-9])%s(?![A-Za-z0-9])" % re.escape(canary)
            assert not re.search(word, told), "M-4: %s is told" % canary
        if not shutil.which("notmuch"):
            return "in part: there is no notmuch to put the answer into a thread"
        same(notmuch_threads(rig, [before, data]), "1", "the threads that notmuch makes of it and what it answers")


def notmuch_threads(rig, mails):
    """How many threads notmuch puts mails into, none of which it saw before."""
    box = os.path.join(rig.folder.name, "maildir")
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(box, name))
    for number, data in enumerate(mails):
        with open(os.path.join(box, "new", "%d.%d.story" % (1_700_000_000 + number, number)), "wb") as file:
            file.write(data)
    settings = os.path.join(rig.folder.name, "notmuch")
    with open(settings, "w") as file:
        file.write("[database]\npath=%s\n[user]\nprimary_email=ann@example.test\n[new]\ntags=\n" % box)
    own = dict(os.environ, NOTMUCH_CONFIG=settings)
    subprocess.run(["notmuch", "new", "--quiet"], env=own, check=True, capture_output=True)
    same(subprocess.run(["notmuch", "count", "*"], env=own, check=True, capture_output=True, text=True).stdout.strip(), str(len(mails)),
         "what notmuch found")
    return subprocess.run(
        ["notmuch", "count", "--output=threads", "*"], env=own, check=True, capture_output=True, text=True).stdout.strip()


def answered_id(rig, id):
    raw = rig.run("show", id, "--raw").stdout
    return re.search(r"(?im)^message-id:\s*(<[^>]*>)", raw).group(1)


@story
def answers_elsewhere(maraca):
    """A mail that answers one that is not here keeps In-Reply-To and References, through a save and a send."""
    with sending(maraca, bodies=False) as (rig, sink):
        rig.run(
            "send", "-f", "ann@example.test", "bob@example.org",
            input="From: ann@example.test\nTo: bob@example.org\nSubject: [PATCH 2/2] b\nMessage-ID: <p2@example.test>\n"
            "In-Reply-To: <cover@elsewhere.test>\nReferences: <old@elsewhere.test>\n <cover@elsewhere.test>\n\npatch\n")
        rig.run("sync")
        message = sink.messages()[0][1]
        same(ids(message["In-Reply-To"]), ["<cover@elsewhere.test>"], "what it answers")
        same(ids(message["References"]), ["<old@elsewhere.test>", "<cover@elsewhere.test>"], "the way back")
        same(ids(message["Message-ID"]), ["<p2@example.test>"], "its own id")


@story
def piped(maraca):
    """A bare text goes to whom it is told by options; a message whose headers break off is refused with the line, and one that nobody
    here may write."""
    with sending(maraca, bodies=False) as (rig, sink):
        rig.run("send", "bob@example.org", "--cc", "carl@example.org", "--subject", "Disk", input="Error: the disk is full\n")
        rig.run("sync")
        to, message = sink.messages()[0]
        same(sorted(to), ["bob@example.org", "carl@example.org"], "the recipients")
        same(message["Subject"], "Disk", "the subject")
        same(str(message["To"]), "bob@example.org", "To")
        same(message.get_content().rstrip(), "Error: the disk is full", "the text")
        broken = "To: bob@example.org\nSubject: hi\nX-Füll: y\nBcc: secret@h.test\n\nbody\n"
        result = rig.run("send", input=broken, status=2)
        assert "X-Füll: y" in result.stderr, result.stderr
        result = rig.run("send", input="words alone\n", status=2)
        assert "no headers name one" in result.stderr, result.stderr
        many = ", ".join("person.%d@example.org" % number for number in range(4000))
        result = rig.run("send", input="To: %s\nSubject: hi\n\nbody\n" % many, status=2)
        assert "64 KiB" in result.stderr and "Nothing was sent" in result.stderr, result.stderr
        hidden = "To: bob@example.org\nBcc: secret@h.test\nSubject: hi\n\nbody\n"
        result = rig.run("send", "bob@example.org", input=hidden, status=1)
        assert "secret@h.test is named" in result.stderr, result.stderr
        result = rig.run("send", input="", status=2)
        assert "no message on standard input" in result.stderr, result.stderr
        if Rig.protocol == "jmap" and not Rig.on_cyrus:
            other = rig.run("send", input="From: eve@evil.test\nTo: bob@example.org\nSubject: hi\n\nbody\n", status=2)
            assert "sends only as ann@example.test" in other.stderr, other.stderr
        result = rig.run("send", "--nonsense", input="", status=2)
        assert "--subject" in result.stderr and "--attach" in result.stderr, result.stderr
        same(rig.json("outbox"), [], "the outbox")


@story
def unsent(maraca):
    """What came through a pipe to a command that fails is kept, for its owner alone: the text of an absence that no server takes, of an
    answer to what is not there, and of commands whose arguments are wrong. It is said where, and once more as the account goes."""
    with Rig(maraca) as rig:
        rig.begin()
        path = os.path.join(rig.home, "data", "unsent.txt")
        refused = rig.run("vacation", "on", "--until", "no day", input="Away until May.\n", status=2)
        assert "no day is not a date" in refused.stderr and "is kept in %s" % path in refused.stderr, refused.stderr
        with open(path) as file:
            same(file.read(), "Away until May.\n", "the text")
        same(os.stat(path).st_mode & 0o777, 0o600, "who may read it")
        failed = rig.run("vacation", "on", input="Away until June.\n", status=1)
        assert "unsent (2).txt" in failed.stderr, failed.stderr
        for number, words in enumerate((["reply", "nowhere"], ["forward", "nowhere"], ["send", "--at", "no time", "bob@example.org"]), 3):
            failed = rig.run(*words, input="Text %d.\n" % number, status=None)
            assert failed.returncode in (1, 2) and "unsent (%d).txt" % number in failed.stderr, failed.stderr
        wrong = (["send", "--draft", "--at", "mon"], ["reply"], ["draft", "--subject", b"\xff"], ["vacation", "onn"])
        for number, words in enumerate(wrong, 6):
            refused = rig.run(*words, input="Text %d.\n" % number, status=2)
            assert "unsent (%d).txt" % number in refused.stderr, refused.stderr
        assert "unsent" not in rig.run("send", "--help", input="Text.\n").stderr, "help is no failure"
        for options, words in (("--until 2001-01-01", "is over"), ("--from 2999-02-01 --until 2999-01-01", "before it begins")):
            assert words in rig.run("vacation", "on", *options.split(), input="", status=2).stderr, options
        assert "with on" in rig.run("vacation", "--until", "2999-01-01", input="", status=2).stderr
        gone = rig.run("account", "remove", "ann@example.test")
        assert "unsent (2).txt and 8 more" in gone.stderr and os.path.exists(path), gone.stderr


@story
def ended_while_written(maraca):
    """A text that comes through a pipe, or is typed, is kept when a signal ends its command, or its terminal is closed."""
    with Rig(maraca) as rig:
        rig.begin()
        id = rig.json("list", "--limit", "1")[0]["id"]
        folder = os.path.join(rig.home, "data")

        def kept():
            texts = []
            for name in os.listdir(folder):
                if name.startswith("unsent"):
                    with open(os.path.join(folder, name)) as file:
                        texts.append(file.read())
            return sorted(texts)
        for number, signed in enumerate((signal.SIGTERM, signal.SIGINT, signal.SIGHUP)):
            reply = subprocess.Popen(
                [maraca, "--home", rig.home, "reply", id], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            with reply:
                reply.stdin.write("Text %d.\n" % number)
                reply.stdin.flush()
                # What is in the pipe no more was read.
                rig.until(lambda: fcntl.ioctl(reply.stdin, termios.FIONREAD, bytes(4)) == bytes(4), "the text is read")
                reply.send_signal(signed)
                same(reply.wait(60), -signed, "what ended it")
                told = reply.stderr.read()
                assert "the text is kept in" in told, told
        terminal = Terminal([maraca, "--home", rig.home, "reply", id])
        terminal.wait("Ctrl-d in an empty line ends it")
        os.write(terminal.master, b"Typed.\r")
        terminal.wait("Typed")
        assert terminal.takes(45), "the line is read"
        os.close(terminal.slave)
        os.close(terminal.master)
        rig.until(terminal.is_over, "it ends with its terminal")
        same(kept(), ["Text 0.\n", "Text 1.\n", "Text 2.\n", "Typed.\n"], "the texts")
        same(rig.json("outbox"), [], "what is queued")


@story
def ended_while_queued(maraca):
    """A signal that comes while a letter is being queued does not claim that it is not, but says what shows it; the text is kept."""
    with Rig(maraca) as rig:
        rig.begin()
        with contextlib.closing(sqlite3.connect(os.path.join(rig.home, "data", "store.sqlite"), isolation_level=None)) as store:
            # Queueing waits for this. A slow machine may not have got there in the first of these times.
            store.execute("BEGIN IMMEDIATE")
            for seconds in (0.5, 2, 6):
                letter = subprocess.Popen(
                    [maraca, "--home", rig.home, "send", "--to", "bob@example.org"], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                    text=True)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    letter.communicate("Text.\n", timeout=seconds)
                letter.send_signal(signal.SIGTERM)
                told = letter.communicate()[1]
                if "ended before" not in told:
                    break
            assert "`maraca outbox` shows it" in told and "the text is kept in" in told, told


CARDS = """BEGIN:VCARD
VERSION:3.0
FN:Bob
EMAIL:bob@example.org
CATEGORIES:team
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Carl
EMAIL:carl@example.org
CATEGORIES:team
END:VCARD
"""


@story
def written_anew(maraca):
    """A bare text for --to is written as a draft is: to groups, as another sender, signed, as Markdown. What programs hand over is not."""
    with sending(maraca, bodies=False) as (rig, sink):
        rig.configure(signature="The mill", identities=[{"name": "Mill", "email": "ann@example.test"}])
        same(rig.run("contacts", "import", "-", input=CARDS).stderr, "2 addresses kept\n", "what is told of the cards")
        rig.run("send", "--to", "team", "--from", "ann@example.test", "--subject", "Plan", "--markdown", input="The *plan*.\n")
        rig.run("sync")
        to, message = sink.messages()[0]
        same(sorted(to), ["bob@example.org", "carl@example.org"], "the recipients")
        same([address.display_name for address in message["From"].addresses], ["Mill"], "the sender")
        assert "<em>plan</em>" in message.get_body(("html",)).get_content(), message
        assert "The mill" in message.get_body(("plain",)).get_content(), message
        rig.configure(signature="The mill", markdown=True)
        rig.run("send", "bob@example.org", "--subject", "Disk", input="The *disk* is full.\n")
        rig.run("sync")
        same(sink.messages()[1][1].get_content().rstrip(), "The *disk* is full.", "what a program hands over")
        rig.run("send", "--markdown", input="To: bob@example.org\nSubject: Told\n\nSo *it* is.\n")
        rig.run("sync")
        assert "<em>it</em>" in sink.messages()[2][1].get_body(("html",)).get_content()
        refused = rig.run("send", "--to", "bob@example.org", "--from", "eve@evil.test", input="Hello.\n", status=2)
        assert "not one of your addresses" in refused.stderr, refused.stderr


@story
def cards(maraca):
    """People are kept by the thousand and given out again; the same file once more changes nothing."""
    with Rig(maraca) as rig:
        rig.begin()
        cards = "".join("BEGIN:VCARD\nVERSION:4.0\nFN:Person %d\nEMAIL:p%d@example.org\nEND:VCARD\n" % (n, n) for n in range(1200))
        for _ in range(2):
            told = rig.run("contacts", "import", "-", input=cards + "BEGIN:VCARD\nVERSION:4.0\nFN:Nobody\nEND:VCARD\n").stderr
            same(told, "1,200 addresses kept; 1 card without an address left out\n", "what is told")
            same(rig.run("contacts", "export").stdout.count("BEGIN:VCARD"), 1200, "the cards that come out")
        same(rig.run("contacts", "list", "--kept", "p1199").stdout, "p1199@example.org\tPerson 1199\n", "one of them")


@story
def unquoted(maraca):
    """An answer to a mail whose text can't be had says so, and has no line that leads a quote."""
    with sending(maraca, bodies=False) as (rig, sink):
        thread = rig.json("list", "subject:00")[0]["id"]
        rig.stop_server()
        result = rig.run("reply", thread, input="Yes.\n")
        assert "can't be fetched" in result.stderr, result.stderr
        rig.serve("--sendmail", sink.command)
        rig.run("sync")
        same(unflowed(sink.messages()[0][1].get_body(("plain",))), "Yes.", "the text")


@story
def passed_on(maraca):
    """A message is passed on as it is: Resent fields in front, the rest byte for byte, once, whatever gets lost."""
    if Rig.protocol == "inbox":
        with Rig(maraca) as rig:
            rig.begin()
            result = rig.run("bounce", rig.json("list")[0]["id"], "--to", "bob@example.org", status=1)
            assert "can't redirect mail" in result.stderr, result.stderr
            terminal = rig.open()
            terminal.wait("20 unread")
            terminal.keys("B")
            terminal.wait("Forward it as a file instead")
        return
    for fault in (None, "lost=1", "lost=2", "lost=3", "lost=4", "drop=2", "drop=3", "busy=3")[:1 if Rig.on_cyrus else None]:
        with sending(maraca) as (rig, sink):
            id = rig.json("list", "subject:07")[0]["id"]
            raw = rig.run("show", rig.json("show", id)["messages"][0]["id"], "--raw").stdout
            rig.run("bounce", id, "--to", "bob@example.org, Carl <carl@example.org>")
            rig.stop_server()
            rig.serve("--sendmail", sink.command, *(["--fault", fault] if fault else []))
            for _ in range(8):
                if rig.run("sync", status=None).returncode == 0:
                    break
            same(len(sink.raw()), 1, "the number of copies after %s" % fault)
            to, data = sink.raw()[0]
            same(sorted(to), ["bob@example.org", "carl@example.org"], "the recipients")
            head, _, rest = data.decode().replace("\r\n", "\n").partition("\nFrom: ")
            assert re.match(r"Resent-Date: .*\nResent-From: ann@example.test\nResent-To: bob@example.org,", head), head
            assert raw.replace("\r\n", "\n").endswith(rest), "the rest is not the original"
            same(rig.json("outbox"), [], "the outbox after %s" % fault)
            same(rig.json("list", "is:draft"), [], "the drafts after %s" % fault)


INVITATION = """BEGIN:VCALENDAR
PRODID:-//Other//Calendar//EN
VERSION:2.0
METHOD:REQUEST
BEGIN:VTIMEZONE
TZID:Eastern Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:series-7@work.test
SEQUENCE:2
SUMMARY:Planning\\, part two – 計画
RECURRENCE-ID;TZID=Eastern Standard Time:20270702T090000
DTSTART;TZID=Eastern Standard Time:20270703T090000
DTEND;TZID=Eastern Standard Time:20270703T100000
DTSTAMP:20270601T000000Z
ORGANIZER;CN="Lin, Bob":mailto:bob@work.test
ATTENDEE;RSVP=TRUE;CN=Ann:mailto:ann@example.test
ATTENDEE:mailto:carl@work.test
END:VEVENT
END:VCALENDAR
"""


def answer_of(sink, status):
    """The one answer that was sent, by Python's icalendar (RFC 5546 §3.2.3, RFC 6047)."""
    same(len(sink.raw()), 1, "the number of copies")
    to, message = sink.messages()[0]
    same(to, ["bob@work.test"], "the recipients")
    part = [part for part in message.walk() if part.get_content_type() == "text/calendar"][0]
    same(part.get_param("method"), "REPLY", "the method in the type")
    same(message.get_content_type(), "multipart/alternative", "where the answer stands")
    calendar = icalendar.Calendar.from_ical(part.get_payload(decode=True))
    same(str(calendar["METHOD"]), "REPLY", "the method")
    event, asked = (icalendar.Calendar.from_ical(text).walk("VEVENT")[0] for text in (calendar.to_ical(), INVITATION))
    for name in ("UID", "SEQUENCE", "RECURRENCE-ID", "ORGANIZER", "SUMMARY"):
        same(event[name].to_ical(), asked[name].to_ical(), name)
    same(str(event["RECURRENCE-ID"].params.get("TZID")), "Eastern Standard Time", "the zone of the instance")
    same([str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")], ["Eastern Standard Time"], "the zones")
    same(str(event["ATTENDEE"]), "mailto:ann@example.test", "the guest")
    same(event["ATTENDEE"].params["PARTSTAT"], status, "the answer")
    assert event["DTSTAMP"].dt.tzinfo is not None, "DTSTAMP is not in UTC"
    return message, event


@story
def invitations(maraca):
    """An invitation is answered by a mail to its organiser alone, from the client and by a command, as another parser reads it."""
    for way in ("client", "command"):
        with Rig(maraca) as rig:
            mail = email.message.EmailMessage()
            mail["From"], mail["To"], mail["Subject"] = "Bob Lin <bob@work.test>", "ann@example.test", "Planning"
            mail["Date"], mail["Message-ID"] = email.utils.formatdate(1_795_000_000), "<invitation@work.test>"
            mail.set_content("Please come.\n")
            mail.add_alternative(INVITATION, subtype="calendar", params={"method": "REQUEST"})
            mailbox.mbox(rig.mbox).add(mail)
            sink = sink_of(rig)
            rig.begin("--sendmail", sink.command, bodies=True)
            if way == "client":
                terminal = rig.open()
                terminal.wait("21 unread")
                terminal.keys("\r")
                terminal.wait("gi answer it")
                terminal.keys("gi")
                terminal.wait("Decline")
                terminal.keys("decl\r")
                terminal.wait("The answer goes to")
                terminal.wait("bob@work.test")
                same(sink.raw(), [], "what was sent before the last question")
                terminal.keys("\r")
                terminal.wait("Sending in")
                rig.until(sink.raw, "the answer goes out", 60)
                answer_of(sink, "DECLINED")
            else:
                id = rig.json("list", "subject:Planning")[0]["id"]
                rig.run("reply", id, "--invitation", "accept", input="See you, Bob; at nine\n")
                rig.run("sync")
                message, event = answer_of(sink, "ACCEPTED")
                same(str(event["COMMENT"]), "See you, Bob; at nine", "the comment")
                assert "See you, Bob" in message.get_body(("plain",)).get_content(), "the mail lacks the comment"
                same(ids(message["In-Reply-To"]), ["<invitation@work.test>"], "what it answers")


@story
def two_machines(maraca):
    """Two machines write on one draft, the second while it is offline: both texts are there afterwards, on both."""
    with Rig(maraca) as rig:
        rig.serve()
        homes = [os.path.join(rig.folder.name, name) for name in ("one", "two")]
        for home in homes:
            rig.add_account(home)
        rig.run("draft", "--to", "bob@example.org", "--subject", "Shared", input="the beginning", home=homes[0])
        for home in homes:
            rig.run("sync", "--bodies", home=home)

        def write(home, words):
            terminal = rig.open(home=home)
            terminal.wait("20 unread")
            terminal.keys("/is:draft\r\r")
            terminal.wait("Edit draft")
            terminal.wait("the beginning")
            terminal.keys(words)
            terminal.wait("draft saved", 6)
            terminal.keys(b"\x1b")
            terminal.wait("The draft is saved")
            return terminal

        # Both offline, so that neither sees what the other does.
        rig.stop_server()
        terminals = [write(home, words) for home, words in zip(homes, ("MINE ", "YOURS "))]
        for terminal in terminals:
            terminal.keys("q")
            terminal.keys("q")
            terminal.close()
        rig.terminals.clear()
        rig.serve()
        for _ in range(3):
            for home in homes:
                rig.run("sync", "--bodies", home=home)
        for home in homes:
            texts = []
            drafts = rig.json("list", "is:draft", home=home)
            for thread in drafts:
                texts += [str(message) for message in rig.json("show", thread["id"], home=home)["messages"]]
            whole = "\n".join(texts)
            assert "MINE" in whole and "YOURS" in whole, "%s lacks a text: %s" % (home, whole)
            assert len(drafts) <= 2, "drafts were doubled: %s" % whole
            same(rig.json("outbox", home=home), [], "the outbox")


@story
def sent_once(maraca):
    """Whatever is lost on the way to the server, a message is sent exactly once and no draft is left."""
    for fault in ("lost=1", "lost=2", "drop=1", "drop=2", "busy=2", "limit=2", "lost=3"):
        with Rig(maraca) as rig:
            sink = sink_of(rig)
            rig.serve("--sendmail", sink.command, "--fault", fault)
            rig.add_account()
            rig.run("send", input="To: bob@example.org\nSubject: Once\n\nHello.\n")
            for _ in range(8):
                if rig.run("sync", status=None).returncode == 0:
                    break
            same(len(sink.messages()), 1, "the number of copies after %s" % fault)
            same(rig.json("outbox"), [], "the outbox after %s" % fault)
            same(rig.drafts(), [], "the drafts after %s" % fault)
