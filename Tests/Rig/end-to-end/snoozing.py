"""Mail that is put away until a time, and comes back by itself."""

import time

from judge import same, story
from rig import Rig


def on_server(rig, thread):
    """A thread as the Python client sees it: its mailboxes, and whether it is unread."""
    found = [each for each in rig.threads() if each.id == thread]
    assert len(found) == 1, found
    return {folder.name for folder in found[0].folders}, found[0].unread


def first_row(terminal):
    return terminal.text.split("\n")[2]


@story
def snoozing(maraca):
    """A snoozed thread leaves the inbox, on the server too, stays away over a restart, and comes back at its time, on top and
    unread; a snooze is taken back with one key."""
    with Rig(maraca) as rig:
        rig.begin()
        thread = rig.json("list")[4]
        assert thread["folders"][0]["name"] == "inbox", thread
        subject = thread["subject"].removeprefix("Re: ")
        terminal = rig.open()
        terminal.wait("20 unread")
        terminal.wait(rig.live)
        # Read, so that it has to become unread again.
        terminal.keys("jjjjs")
        terminal.wait("19 unread")
        rig.until(lambda: not on_server(rig, thread["id"])[1], "the server knows that it is read")

        terminal.keys("kb")
        terminal.wait("Snooze until when")
        terminal.keys("tomorrow 8\r")
        terminal.wait("Snoozed .*%s" % subject)
        terminal.settle()
        assert subject not in terminal.text.split("Snoozed")[0], terminal.text
        rig.until(lambda: on_server(rig, thread["id"])[0] == {"archive"}, "it is archived")
        terminal.keys("z")
        terminal.wait("Undone")
        rig.until(lambda: on_server(rig, thread["id"])[0] == {"inbox"}, "it is in the inbox again")
        same(rig.json("list", "is:snoozed"), [], "what is snoozed after it was taken back")

        # Until the minute after the next twenty seconds.
        wake = (int(time.time()) + 20) // 60 * 60 + 60
        terminal.keys("b")
        terminal.wait("Snooze until when")
        terminal.keys(time.strftime("%H:%M\r", time.localtime(wake)))
        terminal.wait("Snoozed .*%s" % subject)
        rig.until(lambda: on_server(rig, thread["id"])[0] == {"archive"}, "it is archived")
        same([each["snoozed_until"] for each in rig.json("list", "is:snoozed")], [wake], "when it comes back")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        terminal = rig.open()
        terminal.wait("19 unread")
        assert subject not in terminal.text, terminal.text
        assert time.time() < wake, "the machine is too slow for this story"
        terminal.wait("20 unread", wake - time.time() + 45)
        assert time.time() >= wake, "it came back too early"
        terminal.settle()
        assert subject in first_row(terminal) and "●" in first_row(terminal), terminal.text
        # Over the Inbox API one hears what others did only when its long wait for news ends, and before that nothing is brought back.
        rig.until(
            lambda: on_server(rig, thread["id"]) == ({"inbox"}, True), "the server has it in the inbox, unread", 120)
        same(rig.json("list", "is:snoozed"), [], "what is snoozed at the end")
        same(rig.json("list")[0]["id"], thread["id"], "the thread on top")
