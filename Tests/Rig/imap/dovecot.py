"""A Dovecot server of our own: its mail, its configuration and its ports are made for one run and go with it.

Debian has one server of IMAP at a time (`dovecot-imapd` and `cyrus-imapd` exclude each other), but `dovecot-core` beside any. So where
that is installed without the other, the programs are taken out of the package into the folder of the run.
"""

import glob
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

PROGRAM, PROGRAMS = "/usr/sbin/dovecot", "/usr/lib/dovecot"
SERVICES = ("imap", "imap-login", "imap-hibernate", "imap-urlauth", "imap-urlauth-login", "imap-urlauth-worker")

SETTINGS = """
base_dir = {root}/run
log_path = {root}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = {form}:{root}/mail/%n
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


def can_be_had():
    return os.access(PROGRAM, os.X_OK) and (os.access(PROGRAMS + "/imap", os.X_OK) or shutil.which("apt-get") is not None)


def programs(folder):
    """Where the programs for IMAP are; in a folder of the run if they are not installed."""
    if os.access(PROGRAMS + "/imap", os.X_OK):
        return PROGRAMS
    os.mkdir(folder)
    fetched = subprocess.run(["apt-get", "download", "dovecot-imapd"], cwd=folder, capture_output=True)
    packages = glob.glob(folder + "/*.deb")
    if fetched.returncode or len(packages) != 1:
        raise CannotBeHad("its package can't be fetched")
    subprocess.run(["dpkg", "-x", packages[0], folder], check=True)
    return folder + PROGRAMS


class CannotBeHad(Exception):
    pass


class Dovecot:
    """Started and stopped by `with`. Each name is a user, with the password `secret`. Without object ids, so that what a message is has
    to be told from what stands in it."""

    domain, secret, prefix = "rig.example", "secret", ""

    def __init__(self, form="maildir"):
        self.form = form
        self.imap, = free_ports(1)
        self.root = tempfile.mkdtemp(prefix="maraca-dovecot-")
        os.chmod(self.root, 0o755)

    def __enter__(self):
        try:
            os.mkdir(self.root + "/mail")
            owner = pwd.getpwnam("mail")
            os.chown(self.root + "/mail", owner.pw_uid, owner.pw_gid)
            places = programs(self.root + "/package")
            boxes = "".join("  mailbox %s {\n    auto = create\n    special_use = \\%s\n  }\n" % (name, name) for name in FOLDERS)
            services = "".join("service %s {\n  executable = %s/%s\n}\n" % (name, places, name) for name in SERVICES)
            with open(self.root + "/conf", "w") as file:
                file.write(SETTINGS.format(
                    root=self.root, secret=self.secret, imap=self.imap, form=self.form) + boxes + "}\n" + services)
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
