"""Mail that somebody shares with somebody else."""

import random
import subprocess

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


def load(server):
    imap = server.login(OWNER)
    for number, (place, rights) in enumerate((("Team", "lrsw"), ("Notices", "lr"))):
        check(imap.create(place))
        date, text, _ = mail(900 + number, random.Random(number))
        check(imap.append(place, None, imaplib_date(date), text))
        check(imap.setacl(place, GUEST, rights))
    imap.logout()
