"""The client in a terminal of its own."""

import fcntl
import os
import pty
import signal
import struct
import termios
import threading
import time


class Client:
    """Started and ended by `with`. What it paints is read and forgotten but for its words."""

    def __init__(self, program):
        self.program = program

    def __enter__(self):
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm-256color"
            command = self.command()
            os.execvp(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.painted, self.painted_at = b"", 0
        self.paints = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        return self

    def command(self):
        return [self.program.path, "--home", self.program.home]

    def read(self):
        while True:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:
                return
            with self.paints:
                self.painted, self.painted_at = (self.painted + data)[-100_000:], time.monotonic()
                self.paints.notify_all()

    def wait_for(self, word, patience=60):
        """When it was there, by `time.monotonic`."""
        with self.paints:
            if not self.paints.wait_for(lambda: word.encode() in self.painted, patience):
                raise AssertionError("the client does not show %s" % word)
            return self.painted_at

    def forget(self):
        """What was painted before is not waited for."""
        with self.paints:
            self.painted = b""

    def press(self, key):
        os.write(self.terminal, key.encode())

    @property
    def is_running(self):
        return os.waitpid(self.pid, os.WNOHANG) == (0, 0)

    def __exit__(self, *_):
        try:
            os.kill(self.pid, signal.SIGTERM)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self.terminal)
