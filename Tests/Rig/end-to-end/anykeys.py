"""Whatever is pressed: KEYS=5000 SEED=7 presses more, or again what a failure names."""

import os
import random
import signal

from wcwidth import wcwidth

from judge import same, sending, story
from terminal import Terminal

SIZES = [(80, 24), (120, 40), (40, 12), (200, 60), (80, 24), (20, 6), (61, 17)]
MOVES = ["j", "k", "G", "gg", " ", "\x04", "\x15", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F",
         "\t", "\x1b[Z", "J", "K", "h", "l", "n", "N", "zt", "zz"]
ACTS = ["s", "e", "*", "u", "U", ".", "x", "X", "v", "#", "!", "t", "m", "C", "z", "b", "M", "w", "A", "S", "R", "L", "y", "\x12"]
OPENS = ["\r", "q", "q", "\x1b", "\x1b\x1b", "c", "r", "a", "f", "?", ":", "/", "o", "gj", "gl", "gd", "gi", "gs", "gc", "gm", "gt", "go", "ga",
         "gh", "\\", "p", "P", "V", "i", "\x10", "\x06", "\x18", ",", "[", "]", "{", "}", "'", "\"", "1", "3", "9", "-", "+", "=", "<", ">"]
WORDS = ["ann@example.test", "Person 3", "subject", "is:unread", "in:inbox", "(", "\"", "from:", "older:2w", "tomorrow", "山田", "שלום", "👩‍💻",
         "e\u0301", "a b c", "%", "\\", "nobody@nowhere", ", ", "~/", "/", "..", "x" * 300]
PASTE = "\x1b[200~"
CONTROLS = [chr(code) for code in range(1, 27) if code not in (3, 26)] + ["\x7f", "\x1b[3~", "\x1b\r", "\x1bb", "\x1bf", "\x1bd"]


def mouse(random, size):
    x, y = random.randint(1, size[0]), random.randint(1, size[1])
    button = random.choice([0, 0, 0, 2, 64, 65, 32])
    return "\x1b[<%d;%d;%dM" % (button, x, y) + ("\x1b[<%d;%d;%dm" % (button, x, y) if button in (0, 2) else "")


def piece(random, size):
    kind = random.random()
    if kind < 0.3:
        return random.choice(MOVES)
    if kind < 0.55:
        return random.choice(ACTS)
    if kind < 0.8:
        return random.choice(OPENS)
    if kind < 0.86:
        return random.choice(CONTROLS)
    if kind < 0.92:
        return random.choice(WORDS)
    if kind < 0.96:
        return mouse(random, size)
    if kind < 0.98:
        return PASTE + "%s\n%s\x1b[201~" % (random.choice(WORDS), random.choice(WORDS))
    return letter(random)


def letter(random):
    """One that pyte knows: of what has no width and combines with nothing it drops all that follows."""
    while True:
        found = chr(random.choice([random.randint(33, 126), random.randint(0xA1, 0x2FFF), random.randint(0x1F300, 0x1F6FF)]))
        if wcwidth(found) > 0:
            return found


def opened(rig, size):
    # A command that is piped to, an editor and saved files stay in the story's folder, and start nothing.
    environment = dict(HOME=rig.folder.name, EDITOR="/bin/true", VISUAL="/bin/true", PATH=rig.nothing, SHELL="/bin/true")
    terminal = Terminal(["/bin/sh", "-c", 'cd "$0" && exec "$@"', rig.folder.name, rig.maraca, "--home", rig.home], size, environment)
    rig.terminals.append(terminal)
    return terminal


def ended(terminal):
    """Leaves everything in order, unless it was killed."""
    if terminal.ended(20) != -signal.SIGKILL:
        same(terminal.status, 0, "the exit status")
        same(terminal.is_given_back(), "", "the terminal")


@story
def any_keys(maraca):
    """Keys at random, clicks, pastes, sizes, mail that comes, a server that goes, kills: it never crashes, always answers, no cell is
    wrong, and in the end the server has what the client shows."""
    seed = int(os.environ.get("SEED") or random.randrange(1 << 32))
    count = int(os.environ.get("KEYS", "600"))
    recent = []
    try:
        press(maraca, random.Random(seed), count, recent)
    except Exception as error:
        raise AssertionError("SEED=%d KEYS=%d, after %r" % (seed, count, recent[-40:])) from error


def press(maraca, random, count, recent):
    with sending(maraca) as (rig, sink):
        rig.nothing = os.path.join(rig.folder.name, "nothing")
        os.mkdir(rig.nothing)
        size = (80, 24)
        terminal = opened(rig, size)
        terminal.wait("unread")
        pressed, is_served = 0, True
        while pressed < count:
            if terminal.status is not None or terminal.is_over():
                ended(terminal)
                terminal = opened(rig, size)
                terminal.wait(r"\S")
                recent.append("(started)")
            for _ in range(random.randint(1, 12)):
                keys = piece(random, size)
                recent.append(keys)
                pressed += 1
                terminal.type(keys)
                # What follows a paste at once belongs to it, and a key behind Escape is pressed with Alt, or begins a sequence.
                if keys.startswith(PASTE) or keys.endswith("\x1b"):
                    terminal.settle(0.25, 0.5)
            terminal.settle(0.03, 0.3)
            if terminal.is_over():
                continue
            assert terminal.takes(10), "it took no key for ten seconds; the screen is:\n%s" % terminal.text
            event = random.random()
            if event < 0.01:
                terminal.kill(signal.SIGKILL)
                recent.append("(killed)")
            elif event < 0.02 and is_served:
                rig.arrives("Any %d" % pressed)
                recent.append("(new mail)")
            elif event < 0.03:
                if is_served:
                    rig.stop_server()
                else:
                    rig.serve("--sendmail", sink.command)
                is_served = not is_served
                recent.append("(server %s)" % ("back" if is_served else "gone"))
            elif event < 0.07:
                size = random.choice(SIZES)
                terminal.resize(*size)
                recent.append("(size %d×%d)" % size)
            if random.random() < 0.1 and not terminal.is_over():
                try:
                    wrong = terminal.wrong_cells()
                except AssertionError:
                    # It was just about to end.
                    if terminal.is_over():
                        continue
                    raise
                assert not wrong, "wrong cells: %r\n%s" % (wrong[:4], terminal.text)
        if not terminal.is_over():
            os.kill(terminal.pid, signal.SIGTERM)
        ended(terminal)
        rig.check_store()
        if not is_served:
            rig.serve("--sendmail", sink.command)

        def waiting():
            rig.run("sync", status=None)
            return [action for action in rig.json("outbox") if action["state"] not in ("refused", "held", "scheduled")]
        try:
            # Cyrus fails at some names of mailboxes, and is believed to refuse them when it does so for the third time.
            rig.until(lambda: not waiting(), "nothing waits where the server is there")
        except AssertionError:
            same(waiting(), [], "what waits though the server is there")
        there = {thread.id: (bool(thread.unread), bool(thread.starred)) for thread in rig.threads()}
        # What is to be encrypted is on no server before it leaves.
        shown = {thread["id"]: (thread["unread"], thread["starred"]) for thread in rig.json("list", "--limit", "500") if "id" in thread}
        same({id: marks for id, marks in shown.items() if there.get(id) != marks}, {}, "what is shown and not at the server")
