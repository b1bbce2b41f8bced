"""What has the terminal for a while instead of the client, or of the login: a demo, a shell, the user's own editor."""

import os
import re

from judge import same, story
from rig import Rig
from terminal import LEAVES_SCREEN, Terminal


def looks_around(terminal):
    """Reads, shakes, archives and takes back in the mailbox that is open."""
    terminal.wait(r"☰ ?Inbox +\d+ unread")
    terminal.wait("● live")
    # New mail keeps arriving.
    assert int(re.search(r"(\d+) unread", terminal.text).group(1)) > 10, terminal.text
    terminal.keys("\x1b")
    terminal.keys("s")
    terminal.wait(r"Read “.*z undo")
    terminal.keys("z")
    terminal.wait("Undone")
    terminal.keys("\r")
    terminal.wait("^ ‹ ")
    terminal.keys("q")
    terminal.wait("☰ ?Inbox")
    same(terminal.wrong_cells(), [], "the wrong cells")


@story
def demo(maraca):
    """Who has no account looks around in a demo: by the key that the login names, in the same terminal, or at once with `--demo`. Its
    mail comes and goes with it, and no account is left; where there is no place for it, that is said."""
    with Rig(maraca) as rig:
        place = os.path.join(rig.folder.name, "temporary")
        os.mkdir(place)

        def opened(*arguments, place=place):
            return rig.open(*arguments, env={"TMPDIR": place, "HOME": rig.folder.name})

        terminal = opened()
        terminal.wait("Address")
        terminal.wait("Ctrl-d +look around in a demo")
        terminal.keys("\x04")
        looks_around(terminal)
        same(len(os.listdir(place)), 1, "the folders for the demo's mail")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")
        same(os.listdir(place), [], "what is left of the demo")
        same(rig.json("account", "list"), [], "the accounts")
        # The login is there again, and still offers it.
        terminal = opened()
        terminal.wait("Ctrl-d +look around in a demo")
        terminal.keys("\x11")
        same(terminal.ended(), 0, "the exit status")

        terminal = opened("--demo")
        looks_around(terminal)
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")
        same(os.listdir(place), [], "what is left of the demo")

        for arguments in ((), ("--demo",)):
            terminal = opened(*arguments, place="/proc/nowhere")
            if not arguments:
                terminal.wait("Address")
                terminal.keys("\x04", quiet=0)
            same(terminal.ended(), 1, "the exit status where there is no place for a demo")
            terminal.wait("maraca: The folder can't be written: /proc/nowhere")
            same(terminal.is_given_back(), "", "the terminal")


@story
def put_aside(maraca):
    """Ctrl-z in a shell puts the client aside and gives the terminal back; `fg` brings it back as it was, at the size that the terminal
    has by then, with what was done by others meanwhile."""
    with Rig(maraca) as rig:
        rig.begin()
        rig.configure(preview=False)
        terminal = Terminal(["/bin/sh", "-i"], env={"PS1": "shell>", "ENV": "", "HOME": rig.folder.name})
        rig.terminals.append(terminal)
        terminal.wait("shell>")
        for before, after in (((80, 24), (120, 40)), ((120, 40), (40, 12)), ((40, 12), (80, 24))):
            terminal.resize(*before)
            terminal.keys("'%s' --home '%s'\n" % (rig.maraca, rig.home))
            terminal.wait("☰ ?Inbox")
            terminal.wait("●")
            terminal.keys("\x1b")
            terminal.keys("gg")
            terminal.keys("j")
            terminal.wait("▌.*Subject 18")
            begun = len(terminal.output)
            terminal.keys("\x1a")
            terminal.wait("^shell>")
            assert LEAVES_SCREEN in terminal.output[begun:], "the shell has the client's screen"
            same(terminal.is_given_back(), "", "the terminal of the shell")
            terminal.keys("echo $((6 * 7))\n")
            terminal.wait("^42")
            terminal.resize(*after)
            rig.run("star", rig.json("list")[0]["id"])
            terminal.keys("fg\n")
            terminal.wait("▌.*Subject 18")
            terminal.wait("★ .*Subject 19|★.*Person 19")
            same(terminal.wrong_cells(), [], "the wrong cells")
            rig.run("unstar", rig.json("list")[0]["id"])
            terminal.keys("q")
            terminal.wait("^shell>")
        terminal.keys("exit\n")
        same(terminal.ended(), 0, "the exit status")


@story
def own_editor(maraca):
    """Ctrl-e writes in the user's own editor, which has the whole terminal; what it left is the text. One that fails, or is not there,
    costs no word."""
    with Rig(maraca) as rig:
        rig.begin()
        editor = os.path.join(rig.folder.name, "editor")
        with open(editor, "w") as file:
            file.write('#!/bin/sh\nprintf "one more line: "\nread -r line\n[ "$line" != fail ] || exit 3\nprintf "%s\\n" "$line" >>"$1"\n')
        os.chmod(editor, 0o755)
        terminal = rig.open(env={"EDITOR": editor, "VISUAL": ""})
        terminal.wait(rig.live)
        terminal.keys("\x1b")
        terminal.keys("c")
        terminal.wait("New message")
        terminal.keys("bob@example.org\tBread\rWritten here.\r")
        terminal.wait("Written here")
        for words in "Written there, ěščř 漢字", "fail":
            begun = len(terminal.output)
            terminal.keys("\x05")
            terminal.wait("^one more line:")
            assert LEAVES_SCREEN in terminal.output[begun:], "the editor has the client's screen"
            same(terminal.is_given_back(), "", "the terminal of the editor")
            terminal.keys(words + "\n")
            terminal.wait("New message|Bread")
            terminal.wait("Written here")
            terminal.wait("Written there, ěščř 漢字")
            terminal.settle()
            same(terminal.wrong_cells(), [], "the wrong cells")
        terminal.wait("The editor failed")
        os.unlink(editor)
        terminal.keys("\x05")
        terminal.wait("editor can't be started. Set EDITOR")
        terminal.wait("Written there, ěščř 漢字")
        terminal.keys("\x1b")
        terminal.wait("The draft is saved")
        terminal.keys("q")
        same(terminal.ended(), 0, "the exit status")
