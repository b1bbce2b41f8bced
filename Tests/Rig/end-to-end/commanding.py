"""The stories of commands that do what screens do, and of what they refuse with words that say what to do."""

import json
import os
import re
import subprocess

from judge import same, sending, story
from rig import Rig, TOKEN


@story
def saved_drafts(maraca):
    """A saved draft is sent or discarded by a command, and left alone by those that move mail, which say so."""
    with sending(maraca) as (rig, sink):
        id = rig.run("draft", "--to", "bob@example.org", "--subject", "Saved", input="Hello.\n").stdout.strip()
        told = rig.run("star", id, status=1).stderr
        assert "is a draft that its server does not have yet" in told, told
        told = rig.run("archive", id, status=1).stderr
        assert "sync" not in told and f"maraca draft discard {id}" in told, told
        rig.run("sync")
        [draft] = rig.json("list", "is:draft")
        for command in (["trash"], ["archive"], ["move", "--to", "archive"]):
            told = rig.run(command[0], draft["id"], *command[1:], status=1).stderr
            assert "is a draft" in told and "maraca draft discard" in told, told
        other = rig.json("list", "in:inbox", "--limit", "1")[0]["id"]
        rig.run("archive", draft["id"], other, status=1)
        assert other not in [thread["id"] for thread in rig.json("list", "in:inbox")], "the rest is done all the same"
        empty = rig.run("draft", "--subject", "Nobody", input="Hello.\n").stdout.strip()
        rig.run("draft", "discard", empty)
        same([thread["subject"] for thread in rig.json("list", "is:draft")], ["Saved"], "the drafts")
        empty = rig.run("undo").stdout.strip()
        assert "has no recipient" in rig.run("draft", "send", empty, status=2).stderr
        assert "is sent as it is" in rig.run("draft", "send", id, "--to", "carl@example.org", status=2).stderr
        assert "is not a draft" in rig.run("draft", "send", other, status=1).stderr
        rig.run("draft", "send", id)
        assert "in the outbox already" in rig.run("draft", "send", id, status=1).stderr
        rig.run("sync")
        same([message["Subject"] for _, message in sink.messages()], ["Saved"], "what was sent")


@story
def redone(maraca):
    """`redo` does again what `undo` took back, step by step, until something else is done."""
    with Rig(maraca) as rig:
        rig.begin()
        first, second = [thread["id"] for thread in rig.json("list", "--limit", "2")]
        rig.run("star", first)
        rig.run("star", second)
        for count in ("1", "0"):
            rig.run("undo")
            same(rig.run("count", "is:starred").stdout.strip(), count, "the starred threads after undo")
        assert "Redone: star" in rig.run("redo").stderr
        rig.run("redo")
        same(rig.run("count", "is:starred").stdout.strip(), "2", "the starred threads after redo")
        assert "nothing to redo" in rig.run("redo", status=1).stderr


@story
def listed_in_order(maraca):
    """`list` sorts by subject, sender and size, and the other way round."""
    with Rig(maraca) as rig:
        rig.begin()
        for field in ("date", "sender", "subject", "size"):
            listed = [thread["id"] for thread in rig.json("list", "--limit", "100", "--sort", field)]
            turned = [thread["id"] for thread in rig.json("list", "--limit", "100", "--sort", field, "--reverse")]
            same(turned, listed[::-1], "the order by %s, reversed" % field)
        subjects = [thread["subject"].lower() for thread in rig.json("list", "--limit", "100", "--sort", "subject")]
        same(subjects, sorted(subjects), "the subjects")
        rig.run("list", "--sort", "relevance", "--reverse", "subject", status=2)


@story
def held_by_command(maraca):
    """What `outbox hold` holds stays here until `outbox retry`; a reply leaves later where `--at` says so."""
    with sending(maraca) as (rig, sink):
        id = rig.run("send", input="To: bob@example.org\nSubject: Held\n\nHello.\n").stdout.strip()
        rig.run("outbox", "hold", "--draft", id)
        rig.run("sync", status=None)
        same(sink.raw(), [], "what was sent while it is held")
        rig.run("outbox", "retry", "--draft", id)
        rig.run("sync")
        same([message["Subject"] for _, message in sink.messages()], ["Held"], "what was sent then")
        thread = rig.json("list", "subject:07")[0]["id"]
        later = rig.run("reply", thread, "--at", "tomorrow 9:00", input="Later.\n")
        assert "leaves" in later.stderr, later.stderr
        same(len([action for action in rig.json("outbox") if action["command"] == "sendDraft" and "due" in action]), 1, "what waits")
        rig.run("reply", thread, "--at", "tomorrow 9:00", "--draft", input="Later.\n", status=2)


@story
def what_an_account_is_given(maraca):
    """An address is one, or it is told what to give; a server needs no scheme, and the file of a feed no password."""
    with Rig(maraca) as rig:
        rig.serve()

        def added(*options, status=0, home=None):
            return rig.run("account", "add", *options, input=TOKEN + "\n", status=status, home=home)

        for address in ("ann", " ", "x@", "a@b@example.test", "ann@example.test\nBcc: eve@evil.test", "a b@example.test"):
            told = added(address, "--url", rig.address, "--password-stdin", status=2).stderr
            assert "is not a mail address" in told or "Give the address alone" in told, (address, told)
        told = added("Ann <ann@example.test>", "--url", rig.address, "--password-stdin", status=2).stderr
        assert "Give the address alone: ann@example.test" in told and "--name" in told, told
        told = added("ann@example.test", "--url", "ftp://mail.example.test", "--password-stdin", status=2).stderr
        assert "https://" in told, told
        told = added("ann@example.test", "--url", rig.address, "--password-command", "printf ''", status=1).stderr
        assert "printed nothing" in told, told
        same(rig.json("account", "list"), [], "the accounts after all that")
        assert "no account yet" in rig.run("sync", "--watch", status=1).stderr
        assert "no account yet" in rig.run("archive", "--matching", "is:read").stderr
        added("ann@example.test", "--url", rig.address if rig.protocol == "imap" else rig.address.split("://")[1], "--protocol", rig.protocol, "--password-stdin")
        feed = os.path.join(rig.folder.name, "feed.json")
        with open(feed, "w") as file:
            json.dump({"inbox": [{
                "uid": "1", "from": "Person 1 <person1@shop.test>", "to": "ann@feed.test", "subject": "One", "text": "Hello.",
                "dateTime": "2026-11-02"}]}, file)
        added("ann@feed.test", "--url", feed)
        for command in ("list",), ("count",), ("archive", "--matching", "is:read"), ("mailbox", "list"), ("contacts", "list"):
            told = rig.run(*command).stderr
            assert "ann@feed.test: nothing has been fetched yet; `maraca sync`" in told, (command, told)
        told = rig.run("list", "--account", "ann@feed.test").stderr
        assert "ann@example.test" not in told, told
        rig.run("sync")
        same(rig.run("list").stderr, "", "what is told of accounts whose mail is here")
        same([each["protocol"] for each in rig.json("account", "list")], [rig.protocol, "feed"], "the protocols")
        # Both accounts know this person.
        lines = [line for line in rig.run("contacts", "list", "person1").stdout.split("\n") if line.startswith("person1@")]
        same(lines, ["person1@shop.test\tPerson 1"], "the lines of somebody whom two accounts know")
        told = rig.run("move", "--matching", "subject:07", "--to", "notmuch", status=1).stderr
        assert "ann@example.test has no mailbox “notmuch”" in told, told


@story
def names_of_mailboxes(maraca):
    """A name that the server can't have is refused at once."""
    with Rig(maraca) as rig:
        rig.begin()
        assert "needs a name on both sides" in rig.run("mailbox", "create", "foo/", status=1).stderr
        if rig.protocol == "jmap" and not rig.on_cyrus:
            assert "nested 15 levels deep" in rig.run("mailbox", "create", "/".join("abcdefghijklmnop"), status=1).stderr
        same(rig.json("outbox"), [], "what is queued")
        assert "--token" in rig.run("serve", "--token", "", status=2).stderr


@story
def dates_of_here(maraca):
    """`show` tells dates in the time of this machine, as `list` does, however `TZ` names its zone."""
    with Rig(maraca) as rig:
        rig.begin(bodies=True)
        id = rig.json("list", "subject:07")[0]["id"]
        for zone in ("Asia/Kolkata", ":Asia/Kolkata", "/usr/share/zoneinfo/Asia/Kolkata", "IST-5:30"):
            told = subprocess.run(
                [rig.maraca, "--home", rig.home, "show", id], env=dict(os.environ, TZ=zone), capture_output=True, text=True,
                check=True).stdout
            assert re.search(r"(?m)^Date: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$", told), (zone, told)


@story
def no_demo_of_a_command(maraca):
    """`--demo` with a command is refused, wherever it stands: the command would act on the user's own mail."""
    with Rig(maraca) as rig:
        rig.begin()
        unread = rig.run("count", "is:unread").stdout
        for line in ("--demo shake --matching in:inbox", "shake --matching in:inbox --demo", "--demo --json count", "--demo account list",
                     "account --demo list", "open --demo x", "--demo mailto:bob@example.org"):
            refused = rig.run(*line.split(), status=2)
            assert "maraca serve --demo" in refused.stderr and not refused.stdout, (line, refused)
        same(rig.json("outbox"), [], "what is queued")
        same(rig.run("count", "is:unread").stdout, unread, "the unread threads")
        kept = rig.run("--demo", "send", "bob@example.org", input="Text.\n", status=2).stderr
        assert "the text is kept in" in kept, kept
        rig.run("count", "--", "--demo")
        assert rig.run("--demo", "shake", "--help").stdout.startswith("OVERVIEW"), "help that is asked for"
