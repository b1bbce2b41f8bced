"""Mailboxes that are made, renamed and deleted while the way to the server is bad."""

from mail import folders
from program import same


class Places:
    """Those of one day: the names that are there at its end, and those that are not."""

    def __init__(self, seed):
        self.seed = seed
        self.count = 0
        self.names, self.gone = [], []

    def new(self):
        self.count += 1
        return "Bay %d-%d" % (self.seed, self.count)

    def act(self, maraca, chance):
        deed = chance.choice(["create", "create", "rename", "delete"]) if self.names else "create"
        if deed == "create":
            name = self.new()
            maraca.run("mailbox", "create", name)
            self.names.append(name)
            return
        old = self.names.pop(chance.randrange(len(self.names)))
        self.gone.append(old)
        if deed == "delete":
            return maraca.run("mailbox", "delete", old)
        name = self.new()
        maraca.run("mailbox", "rename", old, name)
        self.names.append(name)

    def check(self, server, maraca):
        imap = server.login("alice")
        there = folders(imap)
        imap.logout()
        own = [name for name in there if name.startswith("Bay %d-" % self.seed)]
        same(sorted(own), sorted(self.names), "mailboxes that were made")
        shown = [each["display_name"] for each in maraca.json("mailbox", "list")]
        own = [name for name in shown if name.startswith("Bay %d-" % self.seed)]
        same(sorted(own), sorted(self.names), "mailboxes that are shown")
