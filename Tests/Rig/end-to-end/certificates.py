"""S/MIME both ways: what OpenSSL signed and encrypted is checked and opened here by gpgsm, and what is sealed here by OpenSSL."""

import contextlib
import email
import email.policy
import mailbox
import os
import re
import shutil
import subprocess
import tempfile

from judge import same, sending, story
from rig import Rig

TEXT = b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nGr\xc3\xbc\xc3\x9fe. \n-- \nBob\n"


class Authority:
    """Issues certificates, and lets the gpgsm of its home trust them."""

    def __init__(self, home):
        self.home = home
        self.openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.crt", "-days", "3650", "-subj", "/CN=Root",
            "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign")
        print_ = self.openssl("x509", "-in", "ca.crt", "-noout", "-fingerprint", "-sha1").decode().strip().partition("=")[2]
        with open(os.path.join(home, "trustlist.txt"), "w") as file:
            file.write(print_ + " S\n")
        self.gpgsm("--import", "ca.crt")

    def openssl(self, *arguments, input=None):
        return subprocess.run(["openssl", *arguments], input=input, cwd=self.home, check=True, capture_output=True).stdout

    def gpgsm(self, *arguments, input=b"\n"):
        always = ["gpgsm", "--batch", "--quiet", "--disable-dirmngr", "--pinentry-mode", "loopback", "--passphrase-fd", "0"]
        subprocess.run(always + list(arguments), input=input, cwd=self.home, check=True, capture_output=True)

    def issue(self, name, address):
        """A certificate, and its private key without a passphrase."""
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name)
        with open(os.path.join(self.home, "extensions"), "w") as file:
            file.write("keyUsage=critical,digitalSignature,keyEncipherment\nsubjectAltName=email:%s\n" % address)
        self.openssl("x509", "-req", "-in", name + ".csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-out", name + ".crt",
                     "-extfile", "extensions", "-days", "3000")

    def give(self, name):
        """The private key becomes the user's. GnuPG 2.2 can't read one file in some dozens that openssl writes, whose salt is another
        each time."""
        for more in range(4, -1, -1):
            self.openssl("pkcs12", "-export", "-in", name + ".crt", "-inkey", name + ".key", "-out", "own.p12", "-passout", "pass:",
                         "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1")
            try:
                return self.gpgsm("--import", "own.p12")
            except subprocess.CalledProcessError:
                if not more:
                    raise

    def signed(self, name, content, *options):
        return self.openssl("cms", "-sign", "-signer", name + ".crt", "-inkey", name + ".key", *options, input=content)

    def encrypted(self, name, content):
        return self.openssl("cms", "-encrypt", "-aes256", name + ".crt", input=content)


@contextlib.contextmanager
def authority():
    before = os.environ.get("GNUPGHOME")
    with tempfile.TemporaryDirectory(prefix="mk-") as home:
        os.environ["GNUPGHOME"] = home
        try:
            yield Authority(home)
        finally:
            subprocess.run(["gpgconf", "--kill", "all"], capture_output=True)
            if before is None:
                del os.environ["GNUPGHOME"]
            else:
                os.environ["GNUPGHOME"] = before


def mail(subject, entity, sender="bob@example.org"):
    """A MIME entity with the headers of a mail before its own."""
    head = "From: Bob <%s>\nTo: ann@example.test\nSubject: %s\nMessage-ID: <%s@example.org>\nDate: Mon, 2 Nov 2026 09:00:00 +0000\n"
    return (head % (sender, subject, subject.replace(" ", "."))).encode() + entity


@story
def certified(maraca):
    """What is signed with S/MIME gets the verdict that it deserves, and what is encrypted is opened, as a file and in a mailbox."""
    if not shutil.which("gpgsm") or not shutil.which("openssl"):
        return "left out: there is no gpgsm or no openssl"
    if Rig.on_cyrus and Rig.protocol == "jmap":
        return
    with authority() as ca:
        ca.issue("Bob", "bob@example.org")
        ca.issue("Ann", "ann@example.test")
        ca.give("Ann")
        beside = ca.signed("Bob", TEXT)
        around = ca.signed("Bob", TEXT, "-nodetach")
        good, doubt = "signed by Bob <bob@example.org>", "S/MIME can't tell if it was changed on its way"
        # What it is called, the mail, what is said of it, and whether it has to be decrypted.
        mails = [
            ("beside", mail("beside", beside), [good], False),
            ("around", mail("around", around), [good], False),
            ("changed", mail("changed", beside.replace(b"Bob\n", b"Eve\n").replace(b"Bob\r\n", b"Eve\r\n")), ["BAD signature"], False),
            ("other", mail("other", beside, "eve@example.org"), ["of another address: bob@example.org"], False),
            ("closed", mail("closed", ca.encrypted("Ann", TEXT)), ["decrypted", "not signed", doubt], True),
            ("both", mail("both", ca.encrypted("Ann", beside)), ["decrypted", good], True),
            ("inside", mail("inside", ca.encrypted("Ann", around)), ["decrypted", good], True),
        ]
        with tempfile.TemporaryDirectory(prefix="maraca-mail-") as folder:
            path = os.path.join(folder, "mail.mbox")
            box = mailbox.mbox(path)
            for name, data, _, _ in mails:
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
                box.add(data)
            box.flush()
            with Rig(maraca, mbox=path) as rig:
                rig.begin(bodies=True)
                for name, _, words, is_closed in mails:
                    thread = rig.json("list", "subject:" + name)[0]["id"]
                    for which in (["--file", os.path.join(folder, name)], [thread]):
                        if is_closed:
                            closed = rig.run("show", *which).stdout
                            assert "S/MIME: encrypted" in closed and "Grüße" not in closed, closed
                        shown = rig.run("show", *which, *(["--decrypt"] if is_closed else [])).stdout
                        for word in words:
                            assert word in shown, "%s lacks “%s”:\n%s" % (name, word, shown)
                        assert name == "changed" or "Grüße." in shown, "%s has no text:\n%s" % (name, shown)
                        assert (good in shown) == (good in words) and (doubt in shown) == (doubt in words), shown
                    seal = rig.json("show", thread)["messages"][0]["smime"]
                    same(seal.get("encrypted", False), is_closed, "whether it is encrypted")

                terminal = rig.open()
                terminal.keys("/subject:both\r\r")
                terminal.wait("encrypted · gx decrypt")
                assert "Grüße" not in terminal.text, terminal.text
                terminal.keys("gx")
                terminal.wait("signed by Bob")
                terminal.wait("Grüße.")
                terminal.keys("qq")
                terminal.close()
                rig.terminals.clear()
                same(rig.json("list", "subject:closed Grüße"), [], "what a search finds in encrypted text")


@contextlib.contextmanager
def at(home):
    """Lets the program run with the certificates of another home."""
    before = os.environ["GNUPGHOME"]
    os.environ["GNUPGHOME"] = home
    try:
        yield
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], capture_output=True)
        os.environ["GNUPGHOME"] = before


@story
def certifying(maraca):
    """What is sealed with S/MIME here is sound for OpenSSL and for its recipient; where it can't be sealed as asked, nothing leaves."""
    if not shutil.which("gpgsm") or not shutil.which("openssl"):
        return "left out: there is no gpgsm or no openssl"
    if Rig.protocol == "inbox" or Rig.on_cyrus and Rig.protocol == "jmap":
        return
    with authority() as ca, sending(maraca) as (rig, sink):
        ca.issue("Ann", "ann@example.test")
        ca.issue("Bob", "bob@example.org")
        ca.give("Ann")
        ca.gpgsm("--import", "Bob.crt")

        def send(subject, *options, text="Grüße \n.\nFrom here\n", status=0):
            return rig.run("send", "--to", "bob@example.org", "--subject", subject, "--smime", *options, input=text, status=status)

        send("Signed")
        send("Closed", "--encrypt", text="Secret words\n")
        refused = send("Refused", "--encrypt", "--cc", "carl@example.org", status=1)
        assert "no certificate for carl@example.org" in refused.stderr, refused.stderr
        refused = send("Refused", "--encrypt", "--bcc", "ann@example.test", status=1)
        assert "take out Bcc" in refused.stderr, refused.stderr
        rig.run("sync", "--bodies")
        sent = {}
        for _, data in sink.raw():
            data = re.sub(rb"\r?\n", b"\r\n", data)
            sent[email.message_from_bytes(data)["Subject"]] = data
        same(sorted(sent), ["Closed", "Signed"], "what left")

        def checked(data):
            entity = ca.openssl("cms", "-verify", "-CAfile", "ca.crt", input=data)
            return email.message_from_bytes(entity, policy=email.policy.default).get_content()

        assert "Grüße" in checked(sent["Signed"]), "its text is another"
        assert b"Secret" not in sent["Closed"], "it is not encrypted"
        inner = ca.openssl("cms", "-decrypt", "-recip", "Bob.crt", "-inkey", "Bob.key", input=sent["Closed"])
        assert "Secret words" in checked(inner), "its text is another"

        # Its recipient, who knows the authority and has a key of his own.
        path = os.path.join(rig.folder.name, "closed.eml")
        with open(path, "wb") as file:
            file.write(sent["Closed"])
        with tempfile.TemporaryDirectory(prefix="mk-") as home, at(home):
            shutil.copy(os.path.join(ca.home, "trustlist.txt"), home)
            ca.gpgsm("--import", "ca.crt")
            ca.give("Bob")
            shown = rig.run("show", "--file", path, "--decrypt").stdout
            assert "Secret words" in shown and "signed by Ann <ann@example.test>" in shown, shown
        # One's own copy is read again.
        copy = rig.json("list", "subject:Closed")[0]["id"]
        assert "Secret words" in rig.run("show", copy, "--decrypt").stdout, "it can't be read again"
        same(len(rig.json("list", "is:draft")), 2, "the drafts that were refused")
        same(rig.json("outbox"), [], "the outbox")
