"""Lists without conversations: each message by itself."""

from judge import same, story
from rig import Rig


def folders(rig, thread):
    """Where the messages of a thread are, as the Python client sees it."""
    found = [each for each in rig.threads() if each.id == thread]
    assert len(found) == 1, found
    return {folder.name for folder in found[0].folders}


@story
def single_messages(maraca):
    """With `conversations` off a list has a row for each message: it is archived, starred, found and taken back by itself, opens
    its conversation where it stands, and a key makes conversations of them, which the view remembers."""
    with Rig(maraca) as rig:
        rig.begin()
        rig.configure(conversations=False)
        thread = [each["id"] for each in rig.json("list") if each["subject"] == "Subject 18"][0]
        terminal = rig.open()
        terminal.wait("27 unread · messages")
        terminal.wait(rig.live)

        # The answer stands above what it answers.
        terminal.keys("j")
        lines = terminal.text.split("\n")
        assert "Re: Subject 18" in lines[3] and "Re:" not in lines[4] and "Subject 18" in lines[4], terminal.text
        terminal.keys("e")
        terminal.wait("Archived .*Subject 18")
        terminal.wait("26 unread")
        rig.until(lambda: folders(rig, thread) == {"inbox", "archive"}, "only the answer is in the archive")
        terminal.keys("z")
        terminal.wait("27 unread")
        rig.until(lambda: folders(rig, thread) == {"inbox"}, "it is in the inbox again")

        # Both messages of a conversation, but no other: each gets its own star.
        terminal.keys("xx")
        terminal.wait("2 selected")
        terminal.keys("*")
        terminal.wait("Starred 2 messages")
        rig.until(lambda: sum(bool(each.starred) for each in rig.messages()) == 2, "the server has two starred messages")
        terminal.keys("z")
        rig.until(lambda: not any(each.starred for each in rig.messages()), "and none when it is taken back")

        terminal.keys("/from:other18\r")
        terminal.wait("1 found")
        terminal.keys("\r")
        terminal.wait("‹ .*Subject 18")
        terminal.wait("Yes[.]")
        terminal.keys("q")
        terminal.wait("1 found")
        terminal.keys("q")
        terminal.wait("26 unread · messages")

        terminal.keys("Om")
        terminal.wait("20 unread")
        terminal.wait_gone("messages")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        terminal = rig.open()
        terminal.wait("20 unread")
        assert "messages" not in terminal.text, terminal.text
