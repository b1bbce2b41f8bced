"""Mail that somebody shares with somebody else."""

import random
import subprocess
import time

from bad_way import again
from cyrus import Cyrus
from flaky import Flaky
from mail import check, imaplib_date, mail, truth
from program import Maraca, same

OWNER, GUEST = "dave", "bob"


def what_others_share(server, sink, maraca):
    """Who is let into another's mailboxes opens that account by its address, and does there what the owner allows."""
    load(server)
    guest = Maraca(maraca.path)
    guest.add(server, GUEST)
    same(guest.run("account", "list", "--shared").split()[0], OWNER, "the account that is shared")
    guest.run(
        "account", "add", "%s@rig.example" % OWNER, "--user", GUEST, "--protocol", "jmap", "--url", server.url,
        "--password-stdin", text="secret\n")
    guest.run("account", "remove", "%s@rig.example" % GUEST)
    guest.run("sync")
    seen = {date: marks for date, marks in truth(server, OWNER).items() if marks[2] & {"Team", "Notices"}}
    same(guest.messages(), seen, "the mail that is shared")
    [allowed] = guest.json("list", "in:Team")
    guest.run("star", allowed["id"])
    [forbidden] = guest.json("list", "in:Notices")
    refused = subprocess.run(
        [guest.path, "--home", guest.home, "star", forbidden["id"]], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and "Notices" in refused.stderr, refused
    guest.run("sync")
    same(guest.json("outbox"), [], "outbox")
    starred = {place for _, star, places in truth(server, OWNER).values() if star for place in places}
    assert "Team" in starred and "Notices" not in starred, starred


def sharing_ones_own(server, sink, maraca):
    """Somebody lets another into a mailbox, who sees it, does there what is allowed and no more, and is let out again."""
    told = fails(maraca, "mailbox", "share", "Inbox", "--account", "alice@rig.example")
    assert "can't share mailboxes" in told, told
    with Cyrus(extensions=True) as sharing:
        put(sharing, "alice", "Team", "Notices")
        owner, guest = Maraca(maraca.path), Maraca(maraca.path)
        owner.add(sharing)
        owner.run("sync")
        guest.add(sharing, "bob")
        same(owner.run("mailbox", "share", "Team"), "", "nobody is let in yet")
        for name in ("Team", "Notices"):
            owner.run("mailbox", "share", name, "--with", "bob@rig.example", "--rights", "read")
        same(owner.run("mailbox", "share", "team"), "bob\tread\n", "who is let in")
        same(guest.run("account", "list", "--shared").split()[0], "alice", "the account that is shared")
        guest.run(
            "account", "add", "alice@rig.example", "--user", "bob", "--protocol", "jmap", "--url", sharing.url,
            "--password-stdin", text="secret\n")
        guest.run("sync")
        [thread] = guest.json("list", "in:Team")
        fails(guest, "star", thread["id"])
        fails(guest, "mailbox", "share", "Team", "--account", "alice@rig.example", "--with", "bob", "--rights", "manage")
        owner.run("mailbox", "share", "Team", "--with", "bob", "--rights", "write")
        same(owner.json("mailbox", "share", "Team"), [{"id": "bob", "rights": "write", "more": False}], "who is let in")
        guest.run("sync")
        guest.run("star", thread["id"])
        guest.run("sync")
        same([star for _, star, places in truth(sharing, "alice").values() if "Team" in places], [True], "stars")
        owner.run("mailbox", "share", "Team", "--with", "bob@rig.example", "--stop")
        assert "is not shared with" in fails(owner, "mailbox", "share", "Team", "--with", "bob", "--stop")
        same(owner.run("mailbox", "share", "Team"), "", "who is let in")
        same(owner.run("mailbox", "share", "Notices"), "bob\tread\n", "who is let in elsewhere")
        guest.run("sync")
        same({name["display_name"] for name in guest.json("mailbox", "list", "--account", "alice@rig.example")},
             {"Notices"}, "what is still shared")
        owner.run("mailbox", "share", "Notices", "--with", "bob", "--stop")
        same(guest.run("account", "list", "--shared", "--account", "bob@rig.example").strip(), "", "what is still shared")
    told = fails(owner, "mailbox", "share", "Team")
    assert "can't be reached" in told, told


def fails(maraca, *arguments):
    """What a command says that fails."""
    done = subprocess.run([maraca.path, "--home", maraca.home, *arguments], capture_output=True, text=True, timeout=60)
    same(done.returncode, 1, "status of %s (%s)" % (" ".join(arguments), done.stderr))
    return done.stderr


def between_accounts(server, sink, maraca):
    """Mail moves to an account that is shared: whatever is lost or killed on the way, it is there once, and no longer here."""
    chance = random.Random(5)
    imap = server.login(OWNER)
    check(imap.create("Desk"))
    check(imap.setacl("Desk", GUEST, "lrswipte"))
    imap.logout()
    imap = server.login(GUEST)
    check(imap.create("Parcels"))
    dates = []
    for number in range(7):
        date, text, _ = mail(950 + number, chance)
        check(imap.append("Parcels", "(\\Flagged)", imaplib_date(date), text))
        dates.append(date)
    imap.logout()
    with Flaky(server.http) as way:
        guest = Maraca(maraca.path)
        guest.add(way, GUEST)
        guest.run(
            "account", "add", "%s@rig.example" % OWNER, "--user", GUEST, "--protocol", "jmap", "--url", way.url,
            "--password-stdin", text="secret\n")
        guest.run("sync")
        for number, date in enumerate(dates):
            [message] = [
                message for thread in guest.json("list", "in:Parcels")
                for message in guest.json("show", thread["id"])["messages"] if message["date"] == date]
            guest.run("move", message["id"], "--to", "Desk", "--to-account", "%s@rig.example" % OWNER)
            if number == 0:
                guest.run("sync")
                same((count(server, GUEST, "Parcels"), count(server, OWNER, "Desk")), (6, 1), "the first one")
                # What a line delivers twice is JMAPTakingTests' to prove, on a server that is bound to a state here, too.
                way.spoil(11, but=("doubled",))
            elif number % 2:
                killed(guest, chance.uniform(0.1, 0.9))
            else:
                guest.sync()
        way.mend()
        again(guest)
        for _ in range(5):
            if guest.sync() == 0:
                break
        same(guest.json("outbox"), [], "outbox")
        same((count(server, GUEST, "Parcels"), count(server, OWNER, "Desk")), (0, 7), "the letters")
        told = truth(server, OWNER)
        for date in dates:
            same(told[date], (True, True, frozenset(["Desk"])), date)
        same(len(guest.json("list", "in:Desk")), len({thread["id"] for thread in guest.json("list", "in:Desk")}), "rows")
        same(sum(len(guest.json("show", t["id"])["messages"]) for t in guest.json("list", "in:Desk")), 7, "shown")


def killed(maraca, seconds):
    """A sync that does not come to its end."""
    running = subprocess.Popen(
        [maraca.path, "--home", maraca.home, "sync"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    running.kill()
    running.wait()


def count(server, user, place):
    imap = server.login(user)
    number = int(check(imap.select(place, readonly=True))[0])
    imap.logout()
    return number


def load(server):
    put(server, OWNER, "Team", "Notices")
    imap = server.login(OWNER)
    for place, rights in (("Team", "lrsw"), ("Notices", "lr")):
        check(imap.setacl(place, GUEST, rights))
    imap.logout()


def put(server, user, *places):
    """New folders with a letter in each."""
    imap = server.login(user)
    for number, place in enumerate(places):
        check(imap.create(place))
        date, text, _ = mail(900 + number, random.Random(number))
        check(imap.append(place, None, imaplib_date(date), text))
    imap.logout()
