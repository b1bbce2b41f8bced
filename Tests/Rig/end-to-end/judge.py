"""What all stories share: where they are listed, how they judge, and what stands for sendmail."""

import contextlib
import email
import email.policy
import io
import os

from rig import Rig

STORIES = {}


class Sink:
    """Stands for sendmail: keeps what it is given, and refuses recipients called `nobody`."""

    def __init__(self, rig):
        self.folder = os.path.join(rig.folder.name, "sent")
        os.mkdir(self.folder)
        self.command = os.path.join(rig.folder.name, "sendmail")
        with open(self.command, "w") as file:
            file.write(
                '#!/bin/sh\ncase "$*" in *nobody@*) echo "550 5.1.1 no such person: nobody" >&2; exit 67;; esac\n'
                'name=%s/$$\ncat > $name.part && echo "$*" > $name.to && mv $name.part $name.eml\n' % self.folder)
        os.chmod(self.command, 0o755)

    def raw(self):
        """Recipients and bytes of each mail, in the order of their arrival."""
        names = [name for name in os.listdir(self.folder) if name.endswith(".eml")]
        found = []
        for name in sorted(names, key=lambda name: os.stat(os.path.join(self.folder, name)).st_mtime_ns):
            with open(os.path.join(self.folder, name), "rb") as file:
                data = file.read()
            with open(os.path.join(self.folder, name[:-4] + ".to")) as file:
                found.append((file.read().split(), data))
        return found

    def messages(self):
        """Recipients and message of each mail."""
        return [(to, email.message_from_binary_file(io.BytesIO(data), policy=email.policy.default)) for to, data in self.raw()]


class Caught(Sink):
    """What Cyrus sent by SMTP, where nothing has to stand for sendmail."""

    command = "nothing"

    def __init__(self, rig):
        self.sink = rig.host.sink

    def raw(self):
        return [(recipients, data.replace(b"\r\n", b"\n")) for _, recipients, data in self.sink.messages]


def sink_of(rig):
    return Caught(rig) if rig.on_cyrus else Sink(rig)


@contextlib.contextmanager
def sending(maraca, *options, bodies=True):
    """A rig whose server sends into a sink, signed in and synced; and that sink."""
    with Rig(maraca) as rig:
        sink = sink_of(rig)
        rig.begin("--sendmail", sink.command, *options, bodies=bodies)
        yield rig, sink


def story(function):
    STORIES[function.__name__] = function
    return function


def same(got, wanted, what):
    if got != wanted:
        raise AssertionError("%s is %r, not %r" % (what, got, wanted))
