"""The stories of the composer, in a terminal: what is written on it arrives as it was meant, and no word is lost."""

import os
import re
import time

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
    terminal.wait("Sending in")


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
        terminal.keys("bob@example.org,\t\tcarl@example.org\t")
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
def draft_survives(maraca):
    """What was written is there again after kill -9 two seconds later, and goes on from there."""
    with Rig(maraca) as rig:
        rig.begin()
        rig.stop_server()
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.keys("c")
        terminal.keys("bob@example.org,\t\t\tBread\rAbout the bread")
        terminal.wait("draft kept", 6)
        terminal.kill()
        drafts = rig.json("list", "is:draft")
        same([draft["subject"] for draft in drafts], ["Bread"], "the drafts")
        rig.serve()
        rig.run("sync")
        same([draft.subject for draft in rig.client().drafts.all()], ["Bread"], "the server's drafts")
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
        terminal.wait("draft kept", 6)
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
        terminal.keys("later@example.org,\t\t\tLater\rNot now.")
        terminal.keys(b"\x14")
        terminal.wait("Send when")
        terminal.keys("tomorrow 9:00\r")
        terminal.wait("Goes out|The server holds")
        rig.until(lambda: any("Later" in str(action) for action in rig.json("outbox")), "it waits in the outbox")
        same(len(sink.raw()), 1, "what was sent by then")

        # Written offline it goes when the server is back.
        rig.stop_server()
        terminal.wait("offline", 30)
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("off@example.org,\t\t\tOffline\rWritten offline.")
        send(terminal)
        time.sleep(4)
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
        terminal.keys("nobody@example.org,\t\t\tRefused\rTo nobody.")
        send(terminal)
        terminal.wait("no such person|Not done", 30)
        terminal.keys("o")
        terminal.wait("Refused")
        terminal.wait("no such person|all recipients failed")
        assert "may have been sent" not in terminal.text, terminal.text
        same(len(sink.raw()), 2, "what was sent at the end of the day")
        same([draft["subject"] for draft in rig.json("list", "is:draft") if draft["subject"] == "Refused"], ["Refused"],
             "the refused one is still there")
