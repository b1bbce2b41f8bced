"""Sending later over Cyrus: the server holds the letter, gives it back, or sends it when its time has come."""

import os
import time

from lossy import Lossy
from program import same
from sending import kept, letter, named, todays


def sending_later(server, sink, maraca):
    """Whichever answer gets lost: the server holds it once, and gives it back. PATIENT=1 loses requests too, and waits for one to leave."""
    sink.take()
    with Lossy(server.http) as way:
        other = maraca.beside(way)
        giving, taking = there_and_back(other, sink, server, way, 500)
        number = 500
        for kind in ("answer", "request") if os.environ.get("PATIENT") else ("answer",):
            for step in todays(range(1, giving + 1)):
                number += 1
                there_and_back(other, sink, server, way, number, giving=(step, kind))
            for step in todays(range(1, taking + 1)):
                number += 1
                there_and_back(other, sink, server, way, number, taking=(step, kind))
        print("      ", number - 499, "letters, held and taken back", flush=True)
        if os.environ.get("PATIENT"):
            leaving(other, sink, server)


def there_and_back(maraca, sink, server, way, number, giving=(None, "answer"), taking=(None, "answer")):
    """How many requests giving and taking took."""
    what = "letter %d, giving %s, taking %s" % (number, giving, taking)
    name = "letter%d" % number
    maraca.run("send", "--at", "in 1 hour", text=letter(number, more="Bcc: hidden@secret.example\n"))
    given = settled(maraca, way, giving)
    outbox = maraca.json("outbox")
    same([each["state"] for each in outbox], ["held"], what + ": outbox")
    same(len(named(kept(server, "Sent"), name)), 1, what + ": in Sent while it is held")
    maraca.run("outbox", "discard", outbox[0]["id"])
    taken = settled(maraca, way, taking)
    same(maraca.json("outbox"), [], what + ": outbox afterwards")
    same(sink.take(), [], what + ": what left")
    drafts = named(kept(server, "Drafts"), name)
    same(len(drafts), 1, what + ": in Drafts")
    assert b"hidden@secret.example" in drafts[0][1], what + ": the blind copy is gone"
    same(len(named(kept(server, "Sent"), name)), 0, what + ": in Sent afterwards")
    return given, taken


def settled(maraca, way, loss):
    way.reset(*loss)
    status = maraca.sync()
    count, way.lost = way.count, None
    for _ in range(6):
        if status == 0:
            break
        status = maraca.sync()
    same(status, 0, "status of the last sync")
    # What was taken back is saved again with its blind copies, which another sync may have to send.
    maraca.sync()
    return count


def leaving(maraca, sink, server):
    maraca.run("send", "--at", "in 3 minutes", text=letter(499))
    maraca.run("sync")
    same([each["state"] for each in maraca.json("outbox")], ["held"], "outbox")
    same(sink.take(), [], "what left too early")
    left = []
    # Three minutes, and the server's own rounds.
    for _ in range(300):
        time.sleep(1)
        left += sink.take()
        if left:
            break
    # A second copy would come in the next round.
    time.sleep(30)
    same(len(left + sink.take()), 1, "copies that left")
    maraca.run("sync")
    same(maraca.json("outbox"), [], "outbox once it has left")
    same(len(named(kept(server, "Sent"), "letter499")), 1, "in Sent")
