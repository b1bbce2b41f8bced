"""The stories of the composer, in a terminal: what is written on it arrives as it was meant, and no word is lost."""

import os
import random
import re
import shutil
import subprocess

from judge import same, sending, story
from rig import Rig


def attach_bread(rig, terminal):
    """Puts a file of six bytes on the message that is being written."""
    note = os.path.join(rig.folder.name, "note.txt")
    with open(note, "w") as file:
        file.write("bread\n")
    terminal.keys(b"\x01")
    terminal.wait("Attach from")
    terminal.keys(note + "\r")
    terminal.wait(r"note.txt \(6 B\)")


def send(terminal):
    terminal.keys(b"\x13")
    terminal.wait("Sending in|Sending waits")


def send_and_take_back(terminal):
    send(terminal)
    terminal.keys("z")
    terminal.wait("Not sent; here it is again")


@story
def writing(maraca):
    """A message with Bcc, a file and a Chinese subject is written, sent, taken back, and sent; what arrives is right."""
    with sending(maraca, bodies=False) as (rig, sink):
        rig.configure(undoSend=2)
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("bob@example.org,\x1b[B\x1b[Bcarl@example.org\t")
        terminal.keys("关于面包\r")
        terminal.keys("Bread is attached.\r\r漢字 and more.")
        attach_bread(rig, terminal)
        send_and_take_back(terminal)
        terminal.wait("Bread is attached")
        same(sink.messages(), [], "what was sent after it was taken back")
        send(terminal)
        rig.until(lambda: len(sink.messages()) == 1, "it is sent")
        to, message = sink.messages()[0]
        same(sorted(to), ["bob@example.org", "carl@example.org"], "the recipients")
        same(message["Bcc"], None, "Bcc in what was sent")
        same(message["Subject"], "关于面包", "the subject")
        same(message.get_body(("plain",)).get_content().strip(), "Bread is attached.\n\n漢字 and more.", "the text")
        same([file.get_content() for file in message.iter_attachments()], ["bread\n"], "the files")
        rig.until(lambda: rig.json("outbox") == [], "the outbox is empty")
        same(rig.json("list", "is:draft"), [], "the drafts")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")


@story
def all_scripts(maraca):
    """What is typed on the composer in Chinese, Arabic and emoji, with 20 MB put on it, arrives byte for byte as it was typed."""
    with sending(maraca, bodies=False) as (rig, sink):
        rig.configure(undoSend=0)
        name, data = "الأولى – 蛋糕 🎂.bin", random.Random(21).randbytes(20_000_000)
        path = os.path.join(rig.folder.name, name)
        with open(path, "wb") as file:
            file.write(data)
        subject, text = "蛋糕 – كعكة – 👩‍👩‍👧‍👦 🎂", "你好，世界\n\nمرحبا بالعالم\n👩‍👩‍👧‍👦 e\u0301 🇫🇷 🎂"
        terminal = rig.open(size=(100, 30))
        terminal.wait("20 unread")
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("bob@example.org\t" + subject + "\r" + text.replace("\n", "\r"))
        terminal.keys(b"\x01")
        terminal.wait("Attach from")
        terminal.keys(path + "\r")
        terminal.wait(r"\.bin \(\d+(\.\d+)? MB\)")
        terminal.keys(b"\x13")
        rig.until(lambda: len(sink.raw()) == 1, "it is sent", 60)
        message = sink.messages()[0][1]
        same(message["Subject"], subject, "the subject")
        same(message.get_body(("plain",)).get_content().strip(), text, "the text")
        files = list(message.iter_attachments())
        same([file.get_filename() for file in files], [name], "the names of the files")
        assert files[0].get_content() == data, "the bytes of the file differ"
        rig.until(lambda: rig.json("outbox") == [], "the outbox is empty")


@story
def mailto_link(maraca):
    """M-3: the desktop file hands a mailto: link to the composer, which takes the harmless fields, names the rest, attaches and
    sends nothing."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../scripts/maraca.desktop")
    if shutil.which("desktop-file-validate"):
        same(subprocess.run(["desktop-file-validate", path], capture_output=True, text=True).stdout, "", "what is wrong with it")
    with open(path) as file:
        entry = dict(line.strip().split("=", 1) for line in file if "=" in line)
    same(entry["MimeType"], "x-scheme-handler/mailto;", "what it is asked for")
    link = ("mailto:bob@example.org,carl@example.org?cc=dora@example.org&subject=Br%C3%B6tchen%20%26%20Tee"
            "&body=Two%20lines%0D%0Aof%20it&attach=/etc/passwd&bcc=secret@example.org&from=eve@example.org")
    words = [link if word == "%u" else word for word in entry["Exec"].split()]
    same(entry["Exec"], "maraca %u", "what it runs: without a link, the mail")
    with sending(maraca, bodies=False) as (rig, sink):
        terminal = rig.open(*words[1:], size=(100, 30))
        terminal.wait("New message")
        for shown in ("bob@example.org", "carl@example.org", "dora@example.org", "Brötchen & Tee", "Two lines", "of it"):
            terminal.wait(shown)
        terminal.wait("attach")
        for hidden in ("passwd", "secret@", "eve@"):
            assert hidden not in terminal.text, terminal.text
        same(sink.raw(), [], "what was sent without a key")
        terminal.keys(b"\x13")
        terminal.wait("Sending in")
        rig.until(lambda: len(sink.raw()) == 1, "it is sent", 40)
        to, message = sink.messages()[0]
        same(sorted(to), ["bob@example.org", "carl@example.org", "dora@example.org"], "the recipients")
        same(message["Subject"], "Brötchen & Tee", "the subject")
        same(message.get_body(("plain",)).get_content().split("\n")[:2], ["Two lines", "of it"], "the text")
        same(list(message.iter_attachments()), [], "the files")


@story
def blind_copies(maraca):
    """M-2: who gets a blind copy gets it, and stands in no byte of what anybody gets: sent, answered, passed on in each way, written
    as a draft that is sent later from the composer, and of mail that names blind copies itself."""
    with sending(maraca, bodies=False) as (rig, sink):
        hidden = "secret-%d@example.org"

        def arrived(number, what):
            rig.until(lambda: len(sink.raw()) == number, "%s is sent" % what, 40)
            to, data = sink.raw()[-1]
            assert hidden % number in to or number == 6, "%s does not go to the blind copy: %s" % (what, to)
            assert b"secret-" not in data, "%s names a blind copy" % what
            for part in sink.messages()[-1][1].walk():
                assert b"secret-" not in (part.get_payload(decode=True) or b""), "a part of %s names a blind copy" % what

        text = "From: ann@example.test\nTo: bob@example.org\nBcc: %s\nSubject: One\n\nHello\n" % (hidden % 1)
        rig.run("send", "-t", input=text)
        rig.run("sync")
        arrived(1, "a message")
        id = rig.json("list", "subject:One")[0]["id"]
        rig.run("reply", id, "--to", "bob@example.org", "--bcc", hidden % 2, "--no-quote", input="Yes\n")
        rig.run("sync")
        arrived(2, "an answer")
        rig.run("forward", id, "--to", "carl@example.org", "--bcc", hidden % 3, input="See below\n")
        rig.run("sync")
        arrived(3, "what is passed on as text")
        rig.run("forward", id, "--attached", "--to", "carl@example.org", "--bcc", hidden % 4, input="See the file\n")
        rig.run("sync")
        arrived(4, "what is passed on as a file")
        rig.run("draft", "--to", "dora@example.org", "--bcc", hidden % 5, "--subject", "Draft", input="Later\n")
        rig.run("sync")
        terminal = rig.open(size=(100, 30))
        terminal.wait("unread")
        terminal.keys("/is:draft\r\r")
        terminal.wait("Edit draft")
        terminal.wait("secret-5")
        send(terminal)
        arrived(5, "a draft")
        if rig.protocol != "inbox":
            # The user's own copy of what was sent knows its blind copies.
            rig.run("bounce", id, "--to", "eve@example.org")
            rig.until(lambda: rig.json("outbox") == [], "the client sends it", 40)
            arrived(6, "what is bounced")


@story
def draft_survives(maraca):
    """What was written is there again after kill -9 two seconds later, and goes on from there."""
    with Rig(maraca) as rig:
        rig.begin()
        rig.stop_server()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.keys("c")
        terminal.keys("bob@example.org,\tBread\rAbout the bread")
        terminal.wait("draft saved", 6)
        terminal.kill()
        drafts = rig.json("list", "is:draft")
        same([draft["subject"] for draft in drafts], ["Bread"], "the drafts")
        rig.serve()
        rig.run("sync")
        same([draft.subject for draft in rig.drafts()], ["Bread"], "the server's drafts")
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.keys("/is:draft\r\r")
        terminal.wait("Edit draft")
        terminal.wait("About the bread")


@story
def day_of_writing(maraca):
    """Reply, draft, kill -9, resume, attach, undo send, send later, send offline, a refused recipient: each as expected."""
    with sending(maraca) as (rig, sink):
        rig.configure(undoSend=3)
        terminal = rig.open()
        terminal.wait("20 unread")

        # A reply is begun; the machine dies two seconds after the last word.
        terminal.keys("r")
        terminal.wait("Reply")
        terminal.keys("Yes, gladly. ")
        terminal.wait("draft saved", 6)
        terminal.kill()
        same(sink.raw(), [], "what was sent by then")

        # It is resumed, gets a file, is sent, taken back, and sent.
        terminal = rig.open()
        terminal.wait(r"\d+ unread")
        terminal.keys("/is:draft\r\r")
        terminal.wait("Yes, gladly")
        if not re.search("Edit reply", terminal.text):
            terminal.keys("G\r")
        terminal.wait("Edit reply")
        attach_bread(rig, terminal)
        send_and_take_back(terminal)
        same(sink.raw(), [], "what was sent after it was taken back")
        send(terminal)
        rig.until(lambda: len(sink.raw()) == 1, "the reply is sent")
        to, reply = sink.messages()[0]
        assert reply["Subject"].startswith("Re: Subject"), reply["Subject"]
        text = reply.get_body(("plain",)).get_content()
        assert text.startswith("Yes, gladly.") and "> Text of message" in text or "> Yes." in text, text
        same([part.get_content() for part in reply.iter_attachments()], ["bread\n"], "the files")
        assert reply["In-Reply-To"] and reply["In-Reply-To"] in reply["References"], reply.items()
        rig.until(lambda: rig.json("outbox") == [], "the outbox is empty")
        same(rig.json("list", "is:draft"), [], "drafts after the reply")

        # One that goes later stays until then.
        terminal.keys("\x1b\x1b")
        terminal.wait("unread")
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("later@example.org,\tLater\rNot now.")
        terminal.keys(b"\x14")
        terminal.wait("Send when")
        terminal.keys("tomorrow 9:00\r")
        terminal.wait("[Gg]oes out")
        rig.until(lambda: any("Later" in str(action) for action in rig.json("outbox")), "it waits in the outbox")
        same(len(sink.raw()), 1, "what was sent by then")

        # Written offline it goes when the server is back.
        rig.stop_server()
        rig.asks(terminal)
        terminal.wait("offline", 30)
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("off@example.org,\tOffline\rWritten offline.")
        send(terminal)
        terminal.wait("queued")
        terminal.kill()
        terminal = rig.open()
        terminal.wait("queued")
        rig.serve("--sendmail", sink.command)
        terminal.keys("R")
        rig.until(lambda: len(sink.raw()) == 2, "the offline mail is sent", 40)
        same(sink.messages()[1][1]["Subject"], "Offline", "what was sent")

        # Who does not exist is told, and nothing is lost.
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("nobody@example.org,\tRefused\rTo nobody.")
        send(terminal)
        terminal.wait("no such person|Not done", 30)
        terminal.keys("o")
        terminal.wait("Refused")
        terminal.wait("no such person|all recipients failed|nobody got it")
        assert "may have been sent" not in terminal.text, terminal.text
        same(len(sink.raw()), 2, "what was sent at the end of the day")
        same([draft["subject"] for draft in rig.json("list", "is:draft") if draft["subject"] == "Refused"], ["Refused"],
             "the refused one is still there")
