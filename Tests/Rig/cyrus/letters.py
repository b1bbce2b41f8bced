"""Letters that are sent, and drafts that are kept, while the way to the server is bad."""

from mail import check
from program import same
from sending import FILE, LONG, PLAIN, attachment, kept, letter, named, parsed, unflowed

HIDDEN = "hidden@secret.example"


class Letters:
    """Those of one day: each has to arrive once, each draft has to lie there once, with all that belongs to it."""

    def __init__(self, seed):
        self.next = 100_000 + seed * 100
        # Number → whether it has a blind copy and a file, and its text.
        self.sent, self.drafts = {}, {}

    @staticmethod
    def has(message):
        return message["subject"].startswith("Letter ")

    def act(self, maraca, chance):
        number = self.next
        self.next += 1
        options = []
        has_file = chance.random() < 0.3
        if has_file:
            options += ["--attach", attachment(maraca)]
        is_draft = chance.random() < 0.4
        if is_draft:
            options.append("--draft")
        is_hidden = chance.random() < 0.5
        text = LONG if chance.random() < 0.3 else PLAIN
        (self.drafts if is_draft else self.sent)[number] = (is_hidden, has_file, text % number)
        maraca.run("send", *options, text=letter(number, more="Bcc: %s\n" % HIDDEN if is_hidden else "", text=text))

    def check(self, server, sink, maraca):
        arrived = sink.take()
        lying = {folder: kept(server, folder) for folder in ("Sent", "Drafts")}
        for number, (is_hidden, has_file, text) in (self.sent | self.drafts).items():
            name, is_sent = "letter%d" % number, number in self.sent
            copies = named(arrived, name)
            same(len(copies), int(is_sent), name + ": copies that arrived")
            same(len(named(lying["Sent"], name)), int(is_sent), name + ": copies in Sent")
            same(len(named(lying["Drafts"], name)), int(not is_sent), name + ": copies in Drafts")
            found = maraca.json("list", "subject:\"Letter %d\"" % number)
            same(len(found), 1, name + ": threads that are shown")
            for _, recipients, content in copies:
                same(HIDDEN in recipients, is_hidden, name + ": blind copy")
                assert HIDDEN.encode() not in content, name + ": the blind copy is told"
            for content in [each[-1] for each in copies + named(lying["Drafts"], name)]:
                message = parsed(content)
                files = [part.get_content() for part in message.iter_attachments()]
                same(files, [FILE] if has_file else [], name + ": files")
                lines = message.get_body(("plain",)).get_content().rstrip("\r\n").splitlines()
                same(unflowed(lines), [text], name + ": text")
            for _, content in named(lying["Drafts"], name):
                same(HIDDEN.encode() in content, is_hidden, name + ": blind copy of the draft")
        self.clear(server, maraca)

    def clear(self, server, maraca):
        """Several of them have come within a second, by which mail is told apart later."""
        imap = server.login("alice")
        for folder in ("Sent", "Drafts"):
            check(imap.select(folder))
            for subject in ("Letter", "Written"):
                for number in check(imap.search(None, "SUBJECT", subject))[0].split():
                    check(imap.store(number.decode(), "+FLAGS", "\\Deleted"))
            check(imap.expunge())
        imap.logout()
        same(maraca.sync(), 0, "status of the sync after the letters were cleared away")
