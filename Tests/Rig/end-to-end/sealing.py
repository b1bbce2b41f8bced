"""What OpenPGP seals: written here, checked and opened by gpg itself."""

import contextlib
import email
import email.policy
import os
import re
import shutil
import subprocess
import tempfile

from judge import same, sending, story
from rig import Rig
from writing import answered_id


@contextlib.contextmanager
def keys(*people):
    """Keys that need no passphrase, for gpg and for the program."""
    before = os.environ.get("GNUPGHOME")
    with tempfile.TemporaryDirectory(prefix="mk-") as home:
        os.environ["GNUPGHOME"] = home
        try:
            for person in people:
                make = ["gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
                subprocess.run(make + ["--quick-gen-key", person, "ed25519", "default", "never"], check=True, capture_output=True)
                listing = subprocess.run(
                    ["gpg", "--with-colons", "--list-keys", person], check=True, capture_output=True, text=True).stdout
                print_ = re.search(r"^fpr:+([0-9A-F]+):", listing, re.M)[1]
                subprocess.run(make + ["--quick-add-key", print_, "cv25519", "encr", "never"], check=True, capture_output=True)
            yield
        finally:
            subprocess.run(["gpgconf", "--kill", "all"], capture_output=True)
            if before is None:
                del os.environ["GNUPGHOME"]
            else:
                os.environ["GNUPGHOME"] = before


def checked(data):
    """The content of a signed message; gpg finds the signature good over its lines as they stand on their way."""
    data = re.sub(rb"\r?\n", b"\r\n", data)
    boundary = re.search(rb'protocol="application/pgp-signature"; boundary="([^"]+)"', data)[1]
    _, content, signature, _ = data.split(b"--" + boundary)
    content = content.removeprefix(b"\r\n").removesuffix(b"\r\n")
    with tempfile.NamedTemporaryFile() as file:
        file.write(signature.partition(b"\r\n\r\n")[2])
        file.flush()
        found = subprocess.run(["gpg", "--status-fd", "1", "--verify", file.name, "-"], input=content, capture_output=True)
    assert b"GOODSIG" in found.stdout, found.stderr
    return email.message_from_bytes(content, policy=email.policy.default)


@story
def sealed(maraca):
    """What is signed or encrypted is found sound by gpg, leaves once whatever gets lost, and no server has it before, nor its files."""
    if not shutil.which("gpg"):
        return "left out: there is no gpg"
    with keys("Ann <ann@example.test>", "Bob <bob@example.org>", "Carl <carl@example.org>"):
        if Rig.protocol == "inbox":
            with Rig(maraca) as rig:
                rig.begin()
                refused = rig.run("draft", "--to", "bob@example.org", "--sign", input="Hello\n", status=1)
                assert "composes mail itself" in refused.stderr, refused.stderr
            return
        path = None
        for fault in (None, "lost=1", "lost=2", "lost=3", "drop=2", "busy=3")[:1 if Rig.on_cyrus else None]:
            with sending(maraca) as (rig, sink):
                path = os.path.join(rig.folder.name, "grüße.txt")
                with open(path, "w") as file:
                    file.write("In the file\n")
                thread = rig.json("list", "subject:07")[0]["id"]
                rig.run("reply", thread, "--sign", "--no-quote", "--attach", path, input="Grüße \n.\nFrom here\n")
                rig.run("draft", "--to", "bob@example.org", "--bcc", "carl@example.org", "--subject", "Hidden", "--encrypt",
                        "--attach", path, input="Secret words\n")
                rig.stop_server()
                rig.serve("--sendmail", sink.command, *(["--fault", fault] if fault else []))
                for _ in range(8):
                    if rig.run("sync", status=None).returncode == 0:
                        break
                same(len(sink.raw()), 1, "the number of signed copies after %s" % fault)
                to, data = sink.raw()[0]
                signed = checked(data)
                same([part.get_content_type() for part in signed.walk()], ["multipart/mixed", "text/plain", "text/plain"], "its parts")
                assert "Grüße" in signed.get_body(("plain",)).get_content(), "its text is another"
                head = email.message_from_bytes(data, policy=email.policy.default)
                same(head["In-Reply-To"], answered_id(rig, rig.json("show", thread)["messages"][0]["id"]), "what it answers")
                # What is to be encrypted is no draft at the server.
                other = os.path.join(rig.folder.name, "other")
                rig.add_account(other)
                rig.run("sync", "--bodies", home=other)
                same(rig.json("list", "is:draft", home=other), [], "the drafts at the server after %s" % fault)
                same(len(rig.json("list", "is:draft")), 1, "the drafts here")

                terminal = rig.open()
                terminal.wait("20 unread")
                terminal.keys("/is:draft\r\r")
                terminal.wait("signed and encrypted; no server")
                terminal.keys(b"\x13")
                terminal.wait("Sending|Sent")
                terminal.keys("q")
                terminal.keys("q")
                terminal.close()
                rig.terminals.clear()
                for _ in range(8):
                    if rig.run("sync", status=None).returncode == 0:
                        break
                same(len(sink.raw()), 2, "the number of all copies after %s" % fault)
                to, data = sink.raw()[1]
                same(sorted(to), ["bob@example.org", "carl@example.org"], "who gets what is encrypted")
                assert b"Secret" not in data and b"carl" not in data and b"file" not in data.split(b"encrypted.asc")[0], data
                armor = data[data.index(b"-----BEGIN"):]
                opened = subprocess.run(["gpg", "--status-fd", "2", "--decrypt"], input=armor, capture_output=True)
                assert b"GOODSIG" in opened.stderr, opened.stderr
                inner = email.message_from_bytes(opened.stdout, policy=email.policy.default)
                assert "Secret words" in inner.get_body(("plain",)).get_content(), "its text is another"
                same([file.get_content() for file in inner.iter_attachments()], ["In the file\n"], "its file")
                # One's own copy is read again.
                rig.run("sync", "--bodies")
                sent = rig.json("list", "subject:Hidden")[0]["id"]
                assert "Secret words" in rig.run("show", sent, "--decrypt").stdout, "it can't be read again"
                same(rig.json("outbox"), [], "the outbox after %s" % fault)
                same(rig.json("list", "is:draft"), [], "the drafts after %s" % fault)
