"""The stories of reading: who looks at a mail tells nobody so."""

import email.message
import json
import mailbox
import os
import subprocess
import sys
import tempfile

from judge import same, story
from rig import Rig, TOKEN
from terminal import Terminal

# Everything that makes some program load something.
LOADERS = """<!DOCTYPE html SYSTEM "http://dtd.test/x.dtd" [<!ENTITY x SYSTEM "http://entity.test/x">]>
<html manifest="http://a.test/1"><head><base href="http://a.test/"><meta http-equiv="refresh" content="0;url=http://a.test/2">
<link rel="stylesheet" href="http://a.test/3"><link rel="dns-prefetch" href="//b.test"><link rel="preload" href="http://a.test/4">
<style>@import "http://a.test/5"; body { background: url(http://a.test/6) } @font-face { src: url(http://a.test/7) }</style>
<script src="http://a.test/8"></script></head><body background="http://a.test/9" onload="fetch('http://a.test/10')">
<p>Seen words &x;</p><img src="http://a.test/11" srcset="http://a.test/12 2x"><picture><source srcset="http://a.test/13"></picture>
<video src="http://a.test/14" poster="http://a.test/15"></video><audio src="http://a.test/16"></audio>
<iframe src="http://a.test/17"></iframe><object data="http://a.test/18"></object><embed src="http://a.test/19">
<svg><image href="http://a.test/20"/><use href="http://a.test/21#x"/></svg><input type="image" src="http://a.test/22">
<table background="http://a.test/23"><tr><td style="background:url('http://a.test/24')">cell</td></tr></table>
<a href="http://a.test/25" ping="http://a.test/26">a link</a><img src="http://a.test/27" width="1" height="1"></body></html>"""

# Runs a program where nothing but this machine can be reached, and counts what it tried to send elsewhere.
COUNTING = """
import fcntl, json, socket, struct, subprocess, sys
fcntl.ioctl(socket.socket(socket.AF_INET, socket.SOCK_DGRAM), 0x8914, struct.pack("16sh", b"lo", 1))
status = subprocess.call(sys.argv[2:])
lines = [line.split() for line in open("/proc/net/snmp")]
told = {names[0] + name: int(value) for names, values in zip(lines[::2], lines[1::2]) for name, value in zip(names[1:], values[1:])}
json.dump(told["Ip:OutNoRoutes"] + told["Udp:OutDatagrams"], open(sys.argv[1], "w"))
sys.exit(status)
"""

# A server and its mailbox, an account, what commands do in a day, and then the client.
DAY = """
$maraca serve --port 0 --mbox "$mbox" --token "$token" > served & server=$!
while ! [ -s served ]; do sleep 0.1; done
cat /proc/net/tcp /proc/net/tcp6 > listening
url=$(sed 's/.*"url":"\\([^"]*\\)".*/\\1/' served)
own="$maraca --home home"
echo "$token" | $own account add ann@example.test --url "$url" --protocol inbox --password-stdin &&
$own sync --bodies > /dev/null && $own list subject > /dev/null && $own doctor > /dev/null &&
printf 'To: bo@elsewhere.test\\nSubject: Hello\\n\\nFar away.\\n' | $own send > /dev/null
$own sync > /dev/null 2>&1
$own
status=$?
kill $server
wait $server
exit $status
"""


@story
def no_traffic(maraca):
    """W-1: showing, searching, quoting and answering a mail full of loaders sends nothing and asks no name server. M-6: nor does
    a receipt that it asks for wait to be sent."""
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode:
        return "skipped: no network of one's own can be had here"
    mail = email.message.EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Shop <shop@a.test>", "ann@example.test", "Loaders"
    mail["Message-ID"], mail["Date"] = "<1@a.test>", "Mon, 02 Nov 2026 10:00:00 +0000"
    mail["Disposition-Notification-To"] = "spy@a.test"
    mail.set_content(LOADERS, subtype="html")
    with tempfile.TemporaryDirectory() as folder, Rig(maraca, mbox=os.path.join(folder, "mail.mbox")) as rig:
        box = mailbox.mbox(rig.mbox)
        box.add(mail)
        box.flush()
        rig.begin(bodies=True)
        id = rig.json("list")[0]["id"]
        rig.stop_server()
        counted = os.path.join(rig.folder.name, "counted")
        inside = ["unshare", "-rn", sys.executable, "-c", COUNTING, counted]

        def sent():
            with open(counted) as file:
                return json.load(file)

        look_up = "import socket\ntry: socket.getaddrinfo('a.test', 80)\nexcept OSError: pass"
        subprocess.run([*inside, sys.executable, "-c", look_up], check=True)
        assert sent() > 0, "the counters do not see a look-up"
        for arguments in (["list", "seen"], ["show", id], ["show", id, "--json"], ["reply", id, "--draft"], ["forward", id, "--draft"]):
            subprocess.run(
                [*inside, rig.maraca, "--home", rig.home, *arguments], input=b"Yes.", check=True, capture_output=True)
            same(sent(), 0, "what %s sent" % arguments[0])
        terminal = Terminal([*inside, rig.maraca, "--home", rig.home], (80, 24))
        rig.terminals.append(terminal)
        terminal.wait("Loaders")
        terminal.keys("/subject:loaders -is:draft\r")
        terminal.keys("\r")
        terminal.wait("Seen words")
        for keys in ("H", "H", "gh", "gh", "Q", "\t", "\t", "P", "\x1b", "p", "\x1b", "I", "\x1b", "r", "\x1b"):
            terminal.keys(keys)
        terminal.wait("Seen words")
        terminal.keys("\x1b\x1b")
        terminal.keys("q")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(sent(), 0, "what the client sent")
        assert "spy@a.test" not in str(rig.json("outbox")), "M-6: a receipt waits to be sent"


@story
def a_day_on_its_own(maraca):
    """N-9: signing in, reading, searching, archiving and sending speak to the account's server and to nobody else. L-1, L-6: that
    server listens on this machine alone, and sends nothing anywhere by itself."""
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True).returncode:
        return "skipped: no network of one's own can be had here"
    with Rig(maraca) as rig:
        counted = os.path.join(rig.folder.name, "counted")
        terminal = Terminal(
            ["unshare", "-rn", sys.executable, "-c", COUNTING, counted, "sh", "-c", "cd %s\n%s" % (rig.folder.name, DAY)],
            (120, 40), dict(maraca=rig.maraca, mbox=rig.mbox, token=TOKEN))
        rig.terminals.append(terminal)
        terminal.wait("Subject 19")
        terminal.wait(rig.live)
        for keys in ("\r", "q", "/text\r", "\x1b", "s", "e", "z", "R", "gc", "\x1b", "gj", "\x1b"):
            terminal.keys(keys)
        terminal.keys("cbo@elsewhere.test\tNo hurry\rIt is far.\r")
        terminal.keys("\x13")
        terminal.wait("Sending in")
        terminal.keys("q", quiet=1)
        same(terminal.ended(30), 0, "the exit status")
        with open(counted) as file:
            same(json.load(file), 0, "what was sent to others")
        with open(os.path.join(rig.folder.name, "listening")) as file:
            lines = [line.split() for line in file if ":" in line.split()[1]]
        # A socket that listens has the state 0A; its address is in hexadecimal digits, by words of this machine's order.
        where = {line[1].split(":")[0] for line in lines if line[3] == "0A"}
        assert where and where <= {"0100007F", "00000000000000000000000001000000"}, where
