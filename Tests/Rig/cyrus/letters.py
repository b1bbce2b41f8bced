"""Letters that are sent, and drafts that are kept, while the way to the server is bad."""

from mail import check
from program import same
from sending import attachment, kept, letter, named


class Letters:
    """Those of one day: each has to arrive once, each draft has to lie there once."""

    def __init__(self, seed):
        self.next = 100_000 + seed * 100
        self.sent, self.drafts = [], []

    @staticmethod
    def has(message):
        return message["subject"].startswith("Letter ")

    def act(self, maraca, chance):
        number = self.next
        self.next += 1
        options = []
        if chance.random() < 0.3:
            options += ["--attach", attachment(maraca)]
        if chance.random() < 0.4:
            self.drafts.append(number)
            options.append("--draft")
        else:
            self.sent.append(number)
        more = "Bcc: hidden@secret.example\n" if chance.random() < 0.3 else ""
        maraca.run("send", *options, text=letter(number, more=more))

    def check(self, server, sink, maraca):
        arrived = [content for _, _, content in sink.take()]
        lying = {folder: kept(server, folder) for folder in ("Sent", "Drafts")}
        for number in self.sent + self.drafts:
            name, is_sent = "letter%d" % number, number in self.sent
            copies = sum(("<%s@rig.example>" % name).encode() in each for each in arrived)
            same(copies, int(is_sent), name + ": copies that arrived")
            same(len(named(lying["Sent"], name)), int(is_sent), name + ": copies in Sent")
            same(len(named(lying["Drafts"], name)), int(not is_sent), name + ": copies in Drafts")
            found = maraca.json("list", "subject:\"Letter %d\"" % number)
            same(len(found), 1, name + ": threads that are shown")
        self.clear(server, maraca)

    def clear(self, server, maraca):
        """Several of them have come within a second, by which mail is told apart later."""
        imap = server.login("alice")
        for folder in ("Sent", "Drafts"):
            check(imap.select(folder))
            for number in check(imap.search(None, "SUBJECT", "Letter"))[0].split():
                check(imap.store(number.decode(), "+FLAGS", "\\Deleted"))
            check(imap.expunge())
        imap.logout()
        same(maraca.sync(), 0, "status of the sync after the letters were cleared away")
