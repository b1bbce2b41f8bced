"""Disks that are full: what was not kept is not claimed, and all goes on when there is room."""

import contextlib
import os
import re
import subprocess
import sys

from judge import same, story
from rig import Rig

# Who is not root may mount in a namespace of its own.
NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]


def on_small_disk(told):
    """A story that gets a rig whose home is on a disk of its own, of 12 MB, and the folder where that is mounted."""

    def tell(maraca):
        if os.getuid() != 0:
            return tell_in_namespace(maraca, told.__name__)
        with Rig(maraca) as rig, small_disk(rig) as disk:
            return told(rig, disk) if disk else "skipped: a small disk cannot be mounted here"

    tell.__name__, tell.__doc__ = told.__name__, told.__doc__
    return story(tell)


def tell_in_namespace(maraca, name):
    if subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode:
        return "skipped: who is not root can mount no small disk here"
    result = subprocess.run(
        [*NAMESPACE, sys.executable, sys.argv[0], maraca, name], env=dict(os.environ, PROTOCOLS=Rig.protocol), capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    skipped = re.search("skipped: .*", result.stdout)
    return skipped.group() if skipped else None


@contextlib.contextmanager
def small_disk(rig):
    disk = os.path.join(rig.folder.name, "disk")
    os.mkdir(disk)
    mount = ["mount", "-t", "tmpfs", "-o", "size=12m,mode=700", "tmpfs", disk]
    if subprocess.run(mount, capture_output=True).returncode:
        yield None
        return
    rig.home = os.path.join(disk, "home")
    try:
        rig.begin()
        yield disk
    finally:
        for terminal in rig.terminals:
            terminal.close()
        rig.terminals.clear()
        subprocess.run(["umount", disk], check=True)


def fill(disk):
    """Takes all the room there is; the file that has it."""
    path = os.path.join(disk, "ballast")
    ballast = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(ballast, b"x" * 4096)
    except OSError:
        os.close(ballast)
    return path


@on_small_disk
def full_disk(rig, disk):
    """A full disk: a clear sentence, reading goes on, nothing is claimed as saved, and work goes on when there is room."""
    ids = [thread["id"] for thread in rig.json("list")]
    ballast = fill(disk)
    failures = 0
    for id in ids:
        result = rig.run("shake", id, status=None)
        if result.returncode:
            assert re.search("disk|full|space", result.stderr), result.stderr
            failures += 1
    assert re.search("!!  disk: .* left", rig.run("doctor", status=1).stdout)
    same(len(rig.json("list")), 20, "threads that can be read")
    kept = 20 - int(rig.run("count", "is:unread").stdout)
    same(kept, 20 - failures, "threads shown as read: those that were claimed as done")
    terminal = rig.open()
    terminal.wait("%d unread" % (20 - kept))
    terminal.keys("G")
    terminal.keys("u")
    terminal.keys("s")
    terminal.wait("The disk is full")
    terminal.wait("%d unread" % (20 - kept))
    # Nor is there room for what comes.
    rig.arrives("Fresh bread", "Still warm. " * 5_000)
    rig.asks(terminal)
    terminal.wait("⚠ disk full")
    terminal.wait("R try again")
    os.unlink(ballast)
    terminal.keys("R")
    terminal.wait(rig.live)
    terminal.keys("q")
    same(terminal.ended(), 0, "the exit status")
    rig.run("sync")
    rig.run("shake", ids[-1])
    rig.run("sync")
    same(rig.json("outbox"), [], "the outbox")


@on_small_disk
def disk_fills_up(rig, disk):
    """S-7: the disk fills while the client runs: what was not kept is not shown as done, not even once there is room again."""
    terminal = rig.open()
    terminal.wait("20 unread")
    terminal.wait(rig.live)
    ballast = fill(disk)
    done = 0
    # What is in the file's own room already may still be written over.
    while not re.search("disk is full", terminal.text):
        assert done < 20, "nothing fails; the screen is:\n" + terminal.text
        terminal.keys("s", quiet=0.5)
        done += 1
    left = int(rig.run("count", "is:unread").stdout)
    terminal.wait("%d unread" % left)
    # Who quits in the same moment has not seen it.
    terminal.keys("eq")
    same(terminal.ended(), 1, "the exit status")
    terminal.wait("Not done: archive .Subject")
    terminal = rig.open()
    terminal.wait("%d unread" % left)
    os.unlink(ballast)
    terminal.keys("R")
    terminal.wait(rig.live)
    terminal.keys("*", quiet=0.5)
    terminal.wait("\u2605|\\*")
    same(int(rig.run("count", "is:unread").stdout), left, "the unread")
    terminal.wait("%d unread" % left, 5)
    terminal.keys("q")
    same(terminal.ended(), 0, "the exit status")
    rig.run("sync")
    same(rig.json("outbox"), [], "the outbox")
