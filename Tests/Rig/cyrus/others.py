"""Another client on the same mail, over IMAP, who does what chance says."""

from mail import check, folders, imaplib_date, mail

KINDS = ["new", "new", "answer", "seen", "star", "keyword", "many", "move", "move", "copy", "remove", "mailbox"]


class Others:
    def __init__(self, server, user, chance, first):
        """`first`: the number of the first message that they write."""
        self.imap, self.chance, self.number = server.login(user), chance, first
        self.known = []

    def leave(self):
        self.imap.logout()

    def change(self, count):
        for _ in range(count):
            self.number += 1
            kind = self.chance.choice(KINDS)
            if kind == "mailbox":
                self.change_mailboxes()
            elif kind in ("new", "answer"):
                self.write(self.chance.choice(self.known) if kind == "answer" and self.known else None)
            else:
                self.touch(kind)

    def places(self):
        return [name for name in folders(self.imap) if name not in ("Drafts", "Trash")]

    def write(self, answered):
        date, text, name = mail(self.number, self.chance, answered)
        self.known.append(name)
        check(self.imap.append('"%s"' % self.chance.choice(self.places()), None, imaplib_date(date), text))

    def touch(self, kind):
        places = self.places()
        place = self.chance.choice(places)
        if check(self.imap.select('"%s"' % place)) == [b"0"]:
            return
        ids = check(self.imap.search(None, "ALL"))[0].split()
        one = self.chance.choice(ids).decode()
        if kind == "remove":
            check(self.imap.store(one, "+FLAGS", "\\Deleted"))
            check(self.imap.expunge())
        elif kind in ("move", "copy"):
            other = self.chance.choice([name for name in places if name != place])
            check(self.imap._simple_command(kind.upper(), one, '"%s"' % other))
        else:
            chosen = ",".join(each.decode() for each in self.chance.sample(ids, min(20, len(ids)))) if kind == "many" else one
            flag = {"seen": "\\Seen", "star": "\\Flagged"}.get(kind, "orchard")
            check(self.imap.store(chosen, self.chance.choice("+-") + "FLAGS", flag))
        # Nothing is selected any more, so that any mailbox may be renamed or deleted.
        self.imap.unselect()

    def change_mailboxes(self):
        own = [name for name in self.places() if name.startswith("Folder")]
        kind = self.chance.choice(["create", "rename", "delete"])
        if kind == "create" or not own:
            check(self.imap.create('"Folder %d"' % self.number))
        elif kind == "rename":
            check(self.imap.rename('"%s"' % self.chance.choice(own), '"Folder %d"' % self.number))
        else:
            check(self.imap.delete('"%s"' % self.chance.choice(own)))
