"""A Dovecot server of our own: its mail, its configuration and its ports are made for one run and go with it."""

import imaplib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cyrus"))
from cyrus import FOLDERS, free_ports  # noqa: E402

PROGRAM, IMAP = "/usr/sbin/dovecot", "/usr/lib/dovecot/imap"

SETTINGS = """
base_dir = {root}/run
log_path = {root}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{root}/mail/%n
first_valid_uid = 1
mail_max_userip_connections = 200
login_trusted_networks = 127.0.0.0/8
passdb {{
  driver = static
  args = password={secret}
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={root}/mail/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
namespace inbox {{
  inbox = yes
  separator = /
"""


class Dovecot:
    """Started and stopped by `with`. Each name is a user, with the password `secret`. Without object ids, so that what a message is has
    to be told from what stands in it."""

    domain, secret = "rig.example", "secret"

    def __init__(self):
        self.imap, = free_ports(1)
        self.root = tempfile.mkdtemp(prefix="maraca-dovecot-")
        os.chmod(self.root, 0o755)

    def __enter__(self):
        try:
            os.mkdir(self.root + "/mail")
            owner = pwd.getpwnam("mail")
            os.chown(self.root + "/mail", owner.pw_uid, owner.pw_gid)
            boxes = "".join("  mailbox %s {\n    auto = create\n    special_use = \\%s\n  }\n" % (name, name) for name in FOLDERS)
            with open(self.root + "/conf", "w") as file:
                file.write(SETTINGS.format(
                    root=self.root, secret=self.secret, imap=self.imap) + boxes + "}\n")
            self.launch()
        except BaseException:
            self.__exit__()
            raise
        return self

    def launch(self):
        self.master = subprocess.Popen(
            [PROGRAM, "-F", "-c", self.root + "/conf"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        for _ in range(150):
            try:
                return self.login("alice").logout()
            except (OSError, imaplib.IMAP4.error):
                if self.master.poll() is not None:
                    raise RuntimeError("Dovecot ended: " + open(self.root + "/log").read()[-500:])
                time.sleep(0.1)
        raise RuntimeError("Dovecot does not answer")

    def login(self, user):
        mail = imaplib.IMAP4("127.0.0.1", self.imap)
        mail.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        mail.login(user, self.secret)
        return mail

    def __exit__(self, *_):
        master = getattr(self, "master", None)
        if master and master.poll() is None:
            master.send_signal(signal.SIGTERM)
            try:
                master.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(master.pid, signal.SIGKILL)
                master.wait()
        shutil.rmtree(self.root, ignore_errors=True)
