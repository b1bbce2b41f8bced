"""A Cyrus server of our own: its mail, its configuration and its ports are made for one run and go with it."""

import base64
import glob
import imaplib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

BIN = "/usr/lib/cyrus/bin/"
DOMAIN = "rig.example"
FOLDERS = ("Drafts", "Sent", "Archive", "Junk", "Trash")

SETTINGS = """
configdirectory: {root}/conf
proc_path: {root}/run/proc
mboxname_lockpath: {root}/run/lock
lmtpsocket: {root}/run/lmtp
idlesocket: {root}/run/idle
notifysocket: {root}/run/notify
sievedir: {root}/conf/sieve
defaultpartition: default
partition-default: {root}/spool
defaultsearchtier: one
onesearchpartition-default: {root}/search
search_engine: xapian
servername: {domain}
defaultdomain: {domain}
virtdomains: userid
unixhierarchysep: yes
altnamespace: {beside}
hashimapspool: yes
admins: keeper
allowplaintext: yes
munge8bit: no
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: {root}/conf/sasldb2
sasl_mech_list: PLAIN LOGIN
conversations: yes
conversations_db: twoskip
specialusealways: yes
httpmodules: jmap
jmap_nonstandard_extensions: {extensions}
jmap_preview_length: 256
jmap_max_delayed_send: 30d
smtp_backend: host
smtp_host: 127.0.0.1:{smtp}
syslog_prefix: maraca-proof
"""

SERVICES = """
START {{
  recover cmd="{bin}ctl_cyrusdb -C {root}/imapd.conf -r"
}}
SERVICES {{
  imap cmd="{bin}imapd -C {root}/imapd.conf -U 100" listen="127.0.0.1:{imap}" prefork=1
  http cmd="{bin}httpd -C {root}/imapd.conf -U 100" listen="127.0.0.1:{http}" prefork=1
}}
EVENTS {{
  checkpoint cmd="{bin}ctl_cyrusdb -C {root}/imapd.conf -c" period=30
}}
DAEMON {{
  idled cmd="{bin}idled -C {root}/imapd.conf"
  calalarmd cmd="{bin}calalarmd -C {root}/imapd.conf"
}}
"""


def free_ports(count):
    held = [socket.socket() for _ in range(count)]
    for each in held:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in held]
    for each in held:
        each.close()
    return ports


class Cyrus:
    """Started and stopped by `with`. Users are named in `people`, each with the password `secret`; those in `plain`
    have an inbox and nothing else. With `extensions` it has what it adds to the standard, such as sharing mailboxes. With `below` all
    folders are below the inbox."""

    domain, secret = DOMAIN, "secret"

    def __init__(self, people=("alice", "bob"), smtp=None, extra="", plain=(), extensions=False, below=False):
        self.people = people
        self.prefix = "INBOX/" if below else ""
        self.plain = plain
        self.extra = extra
        self.extensions = extensions
        self.http, self.imap, spare = free_ports(3)
        self.smtp = smtp or spare
        self.url = "http://127.0.0.1:%d" % self.http
        self.root = tempfile.mkdtemp(prefix="maraca-cyrus-")
        os.chmod(self.root, 0o755)

    def __enter__(self):
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def begin(self):
        self.prepare()
        self.launch()
        self.make_mailboxes()

    def prepare(self):
        names = dict(root=self.root, domain=self.domain, bin=BIN, imap=self.imap, http=self.http, smtp=self.smtp,
                     extensions="yes" if self.extensions else "no", beside="no" if self.prefix else "yes")
        # Without conf/socket nobody who waits for news (IDLE) is told of any.
        for folder in ("conf/db", "conf/sieve", "conf/socket", "spool", "search", "run/proc", "run/lock"):
            os.makedirs(os.path.join(self.root, folder))
        for name, text in (("imapd.conf", SETTINGS), ("cyrus.conf", SERVICES)):
            with open(os.path.join(self.root, name), "w") as file:
                file.write(text.format(**names).lstrip())
        with open(os.path.join(self.root, "imapd.conf"), "a") as file:
            file.write(self.extra)
        self.set_secrets()
        owner = pwd.getpwnam("cyrus")
        for folder, folders, files in os.walk(self.root):
            for name in [folder] + [os.path.join(folder, each) for each in folders + files]:
                if name != self.root:
                    os.chown(name, owner.pw_uid, owner.pw_gid)

    def set_secrets(self):
        for user in ("keeper",) + tuple(self.people):
            subprocess.run(
                ["/usr/sbin/saslpasswd2", "-p", "-c", "-f", self.root + "/conf/sasldb2", "-u", self.domain, user],
                input=self.secret.encode(), check=True)

    def launch(self):
        log = open(os.path.join(self.root, "log"), "ab")
        # Its data goes with the run, so nothing needs to reach the disk.
        careless = glob.glob("/usr/lib/*/libeatmydata.so")
        self.master = subprocess.Popen(
            [BIN + "master", "-C", self.root + "/imapd.conf", "-M", self.root + "/cyrus.conf", "-p",
             self.root + "/run/pid", "-D"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env=dict(os.environ, LD_PRELOAD=":".join(careless)))
        log.close()
        self.patiently(lambda: self.login("keeper").logout())
        self.patiently(self.session)

    def move(self):
        """Listens for IMAP at another port from the next launch on."""
        old, (self.imap,) = self.imap, free_ports(1)
        path = os.path.join(self.root, "cyrus.conf")
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(text.replace('"127.0.0.1:%d"' % old, '"127.0.0.1:%d"' % self.imap))

    def make_mailboxes(self):
        keeper = self.login("keeper")
        for user in self.people:
            keeper.create("user/" + user)
            mail = self.login(user)
            for folder in FOLDERS:
                if user not in self.plain:
                    mail._simple_command("CREATE", self.prefix + folder, "(USE (\\%s))" % folder)
            mail.logout()
        keeper.logout()

    def patiently(self, ask):
        for _ in range(150):
            try:
                return ask()
            except (OSError, imaplib.IMAP4.error):
                if self.master.poll() is not None:
                    raise RuntimeError("Cyrus ended: " + open(self.root + "/log").read()[-500:])
                time.sleep(0.1)
        return ask()

    def session(self):
        request = urllib.request.Request(self.url + "/jmap/")
        secret = base64.b64encode(("%s:%s" % (self.people[0], self.secret)).encode()).decode()
        request.add_header("Authorization", "Basic " + secret)
        return urllib.request.urlopen(request, timeout=10).read()

    def login(self, user):
        mail = imaplib.IMAP4("127.0.0.1", self.imap)
        # A message and the end of its line leave apart: without this the second waits 40 ms for the first.
        mail.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        mail.login(user, self.secret)
        return mail

    def index(self, user):
        """What is searched by text has to be indexed first."""
        subprocess.run(
            ["/sbin/runuser", "-u", "cyrus", "--", BIN + "squatter", "-C", self.root + "/imapd.conf", "-i",
             "-u", user], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            timeout=60)

    def halt(self):
        master = getattr(self, "master", None)
        if master and master.poll() is None:
            # Its services are in its session, and nothing else is.
            os.killpg(master.pid, signal.SIGTERM)
            try:
                master.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(master.pid, signal.SIGKILL)
                master.wait()

    def __exit__(self, *_):
        self.halt()
        shutil.rmtree(self.root, ignore_errors=True)
