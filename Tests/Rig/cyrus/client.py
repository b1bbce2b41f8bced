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
            os.execv(self.program.path, [self.program.path, "--home", self.program.home])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        self.painted = b""
        threading.Thread(target=self.read, daemon=True).start()
        return self

    def read(self):
        while True:
            try:
                self.painted = (self.painted + os.read(self.terminal, 65536))[-100_000:]
            except OSError:
                return

    def wait_for(self, word, patience=60):
        end = time.monotonic() + patience
        while word.encode() not in self.painted:
            if time.monotonic() > end:
                raise AssertionError("the client does not show %s" % word)
            time.sleep(0.05)

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
