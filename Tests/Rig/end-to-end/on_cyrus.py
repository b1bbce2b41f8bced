"""Cyrus as the server of a story: JMAP by others, or IMAP and SMTP. What a story asks of the server comes by IMAP, and letters by SMTP."""

import calendar
import email
import email.policy
import email.utils
import mailbox
import os
import re
import signal
import sys
import time
from types import SimpleNamespace

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cyrus"))

from cyrus import BIN, Cyrus  # noqa: E402
from mail import check, folders, imaplib_date  # noqa: E402
from sink import Sink  # noqa: E402

# The stories that need a server of ours, and why; then those that need one only where Cyrus is asked by JMAP.
OURS_ONLY = {
    "refused": "the server refuses by order",
    "lost_answers": "the server loses answers by order; `../cyrus` has a way that does so",
    "sent_once": "the server loses answers by order; `../cyrus` has a way that does so",
    "a_day_on_its_own": "it looks at what the server itself sends",
    "bombs": "it measures mail that this server takes minutes to parse, or does not take",
    "bombs_on_screen": "it measures mail that this server takes minutes to parse, or does not take",
}
BY_JMAP = {
    "server_moved": "the server's address is fixed",
    "watched_without_a_screen": "it waits for news three times, and this server is asked once a minute",
}


def left_out(name, way):
    """Why a story is not told over `cyrus` or `imap`; None if it is."""
    return OURS_ONLY.get(name) or (BY_JMAP.get(name) if way == "cyrus" else None)


def is_here():
    """Whether Cyrus can be started here: `../cyrus/prove` says which packages it needs."""
    needed = (BIN + "httpd", BIN + "imapd", "/usr/sbin/saslpasswd2")
    return os.getuid() == 0 and all(os.access(path, os.X_OK) for path in needed)


def came(message):
    """When a mail of an mbox came: as it says itself, or as the line above it where it tells no time that IMAP knows."""
    try:
        date = email.utils.parsedate_to_datetime(message["Date"]).timestamp()
        if 0 < date < 4e9:
            return date
    except (TypeError, ValueError, OverflowError):
        pass
    return calendar.timegm(time.strptime(message.get_from().split(" ", 1)[1].strip()))


class OnCyrus:
    def __init__(self, rig, token):
        self.rig, self.token = rig, token
        self.by_imap = rig.protocol == "imap"
        # Over JMAP this server tells no news by itself.
        self.live, self.is_polled = ("live", False) if self.by_imap else ("polling", True)
        self.server = None
        self.is_running = False
        # It is there before the server, which asks once what it can do.
        self.sink = Sink()
        self.sink.__enter__()
        self.server = Cyrus((), smtp=self.sink.port, extra="jmap_mail_max_size_attachments_per_email: 102400\n")

    @property
    def url(self):
        if not self.by_imap:
            return self.server.url
        return "imap://127.0.0.1:%d?smtp=smtp://127.0.0.1:%d" % (self.server.imap, self.sink.port)

    def start(self, *options):
        options = list(options)
        person, token = "ann@example.test", self.token
        while options:
            name = options.pop(0)
            # It has folders, which the stories that ask for labels know.
            if name == "--labels":
                continue
            value = options.pop(0)
            if name == "--address":
                person = value
            elif name == "--token":
                token = value
            else:
                # Letters leave by SMTP, whatever stands for sendmail.
                assert name == "--sendmail", "%s is not of this server" % name
        self.server.secret = token
        if self.server.people:
            self.server.set_secrets()
            self.server.launch()
        else:
            user, self.server.domain = person.split("@")
            self.server.people = (user,)
            self.server.begin()
            self.load()
        self.is_running = True
        return self.url

    def load(self):
        imap = self.login()
        box = mailbox.mbox(self.rig.mbox)
        for key, message in box.iteritems():
            check(imap.append("INBOX", None, imaplib_date(came(message)), re.sub(rb"\r?\n", b"\r\n", box.get_bytes(key))))
        imap.logout()

    def login(self):
        return self.server.login(self.server.people[0])

    def move(self):
        """The next start is at another address."""
        self.server.move()

    def signal(self, number):
        os.killpg(self.server.master.pid, number)

    def stop(self):
        if self.is_running:
            self.server.halt()
            self.is_running = False

    def ends(self):
        if self.is_running:
            # One that was stopped ends only when it goes on.
            self.signal(signal.SIGCONT)
        self.server.__exit__()
        self.sink.__exit__()

    # What IMAP says.

    def messages(self):
        """All mail; one that lies in several mailboxes is one."""
        imap = self.login()
        found = {}
        for folder in folders(imap):
            if check(imap.select('"%s"' % folder, readonly=True)) == [b"0"]:
                continue
            for line in check(imap.fetch("1:*", "(FLAGS EMAILID THREADID BODY.PEEK[HEADER.FIELDS (SUBJECT)])")):
                if not isinstance(line, tuple):
                    continue
                head, field = line
                id, thread = (re.search(rb"%s \((.*?)\)" % name, head).group(1).decode() for name in (b"EMAILID", b"THREADID"))
                flags = re.search(rb"FLAGS \((.*?)\)", head).group(1).lower().split()
                # As the client calls it.
                thread = ("t-" if self.by_imap else "") + thread
                subject = email.message_from_bytes(field, policy=email.policy.default)["Subject"]
                one = found.setdefault(id, SimpleNamespace(id=id, thread=thread, subject=subject, unread=False, starred=False, places=set()))
                one.unread |= b"\\seen" not in flags
                one.starred |= b"\\flagged" in flags
                one.places.add(folder.lower())
        imap.logout()
        return list(found.values())

    def threads(self):
        found = {}
        for message in self.messages():
            found.setdefault(message.thread, []).append(message)
        return [SimpleNamespace(
            id=id, unread=any(each.unread for each in all), starred=any(each.starred for each in all),
            folders=[SimpleNamespace(name=name) for name in set().union(*(each.places for each in all))])
            for id, all in found.items()]

    def drafts(self):
        return [message for message in self.messages() if "drafts" in message.places]

    def arrives(self, subject, text):
        imap = self.login()
        lines = ["From: Bo <bo@shop.test>", "To: Ann <ann@example.test>", "Subject: " + subject, "Date: " + email.utils.formatdate(),
                 "Message-ID: " + email.utils.make_msgid(domain="shop.test"), "", text, ""]
        check(imap.append("INBOX", None, imaplib_date(time.time()), "\r\n".join(lines).encode()))
        imap.logout()
