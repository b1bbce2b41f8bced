"""Invented mail, and what IMAP says of it."""

import datetime
import email.utils
import random
import re
import time

from program import same

WORDS = "harbour lantern meadow copper orchard violin winter saddle ribbon thunder quarry pebble".split()


def mail(number, chance, reply_to=None):
    """An invented message; the same for the same number."""
    subject = " ".join(chance.sample(WORDS, 3))
    date = 1_750_000_000 + number * 3600
    lines = [
        "From: Person %d <person%d@mail.example>" % (number % 7, number % 7),
        "To: alice@rig.example", "Subject: %s" % (("Re: " + reply_to[1]) if reply_to else subject),
        "Date: " + email.utils.formatdate(date), "Message-ID: <m%d@proof.example>" % number]
    if reply_to:
        lines += ["In-Reply-To: " + reply_to[0], "References: " + reply_to[0]]
    text = "\r\n".join(lines + ["", "Body %d of %s." % (number, subject), ""])
    return date, text.encode(), ("<m%d@proof.example>" % number, reply_to[1] if reply_to else subject)


def fill(server, count, seed=1):
    """Mail in several folders, with threads, read and unread."""
    chance = random.Random(seed)
    imap = server.login("alice")
    imap.create("Projects")
    imap.create("Projects/Garden")
    known = []
    for number in range(count):
        date, text, name = mail(number, chance, chance.choice(known) if known and chance.random() < 0.4 else None)
        folder = chance.choice(["INBOX", "INBOX", "INBOX", "Archive", "Projects", "Projects/Garden", "Sent"])
        flags = " ".join(flag for flag in ("\\Seen", "\\Flagged", "garden") if chance.random() < 0.4)
        check(imap.append('"%s"' % folder, "(%s)" % flags, imaplib_date(date), text))
        known.append(name)
    imap.logout()


def imaplib_date(seconds):
    return time.strftime('"%d-%b-%Y %H:%M:%S +0000"', time.gmtime(seconds))


def check(answer):
    if answer[0] != "OK":
        raise RuntimeError("IMAP: %r" % (answer,))
    return answer[1]


def folders(imap):
    return [re.match(rb'\(.*?\) "/" "?(.*?)"?$', line).group(1).decode() for line in check(imap.list())]


def truth(server, user="alice"):
    """The same as `Maraca.messages`, told by IMAP. Copies of one message are one: unread or starred when any of them is."""
    imap = server.login(user)
    found = {}
    for folder in folders(imap):
        status, count = imap.select('"%s"' % folder, readonly=True)
        if status == "NO" and folder not in folders(imap):
            continue  # It went away since the list was made.
        if check((status, count)) == [b"0"]:
            continue
        answer = check(imap.fetch("1:*", "(FLAGS INTERNALDATE)"))
        for line in answer:
            if line is None:
                continue  # All that was there left since it was selected.
            flags = re.search(rb"FLAGS \((.*?)\)", line).group(1).lower().split()
            name = seconds(line)
            unread, starred, places = found.get(name, (False, False, frozenset()))
            place = "Inbox" if folder == "INBOX" else folder
            found[name] = (
                unread or b"\\seen" not in flags, starred or b"\\flagged" in flags, places | {place})
    imap.logout()
    return found


def seconds(line):
    text = re.search(rb'INTERNALDATE "(.*?)"', line).group(1).decode()
    return int(datetime.datetime.strptime(text.strip(), "%d-%b-%Y %H:%M:%S %z").timestamp())


def agree(maraca, server):
    got, wanted = maraca.messages(), truth(server)
    for name in sorted(set(got) | set(wanted)):
        same(got.get(name), wanted.get(name), name)
    same(int(maraca.run("count", "--messages")), len(wanted), "messages in all")


def make_anew(server, date):
    """Puts a message of the inbox there again with other bytes, which gives it another id, and takes the old one away."""
    imap = server.login("alice")
    check(imap.select("INBOX"))
    answer = check(imap.fetch("1:*", "(INTERNALDATE BODY.PEEK[])"))
    [(line, text)] = [part for part in answer if isinstance(part, tuple) and seconds(part[0]) == date]
    check(imap.store(line.split()[0].decode(), "+FLAGS", "\\Deleted"))
    check(imap.expunge())
    check(imap.append("INBOX", None, imaplib_date(date), b"X-Again: 1\r\n" + text))
    imap.logout()


def change(server, chance, number):
    imap = server.login("alice")
    places = [name for name in folders(imap) if name not in ("Drafts", "Junk")]
    place = chance.choice(places)
    kind = chance.choice(["new", "seen", "star", "move", "copy", "remove", "folder"])
    if kind == "new":
        date, text, _ = mail(number, chance)
        check(imap.append('"%s"' % place, None, imaplib_date(date), text))
    elif kind == "folder":
        imap.create('"Folder %d"' % number)
    elif check(imap.select('"%s"' % place)) != [b"0"]:
        one = chance.choice(check(imap.search(None, "ALL"))[0].split())
        if kind in ("seen", "star"):
            sign = chance.choice("+-")
            check(imap.store(one, sign + "FLAGS", "\\Seen" if kind == "seen" else "\\Flagged"))
        elif kind == "remove":
            check(imap.store(one, "+FLAGS", "\\Deleted"))
            imap.expunge()
        else:
            other = chance.choice([name for name in places if name != place])
            check(imap._simple_command("MOVE" if kind == "move" else "COPY", one, '"%s"' % other))
    imap.logout()
