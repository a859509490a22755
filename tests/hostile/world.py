"""A small world with canaries, and what changed in it.

It has files, secrets, listeners that should hear nothing, a process that should get no
signal, and names that should be written nowhere. All of it lies in one directory of its
own: a subject that gets through changes nothing else.
"""

import hashlib
import os
import secrets
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

SENTINEL = r"""
import os, signal, sys
def note(number, frame):
    os.write(1, b"%d " % number)
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, note)
os.write(1, b"ready ")
while True:
    signal.pause()
"""


def as_owner(owner):
    """What `subprocess` needs to start something as the owner of a world."""
    if owner == (os.getuid(), os.getgid()):
        return {}
    return {"user": owner[0], "group": owner[1], "extra_groups": []}


class World:
    """The canaries of one run."""

    def __init__(self, root, owner):
        self.root = Path(root)
        self.owner = owner
        self.mark = secrets.token_hex(4)
        self.canary = self.root / "canary"
        self.work = self.root / f"work{self.mark}"
        self.home = self.root / f"home{self.mark}"
        self.cache = self.root / "cache"
        self.user = f"user{self.mark}"
        self.secret = f"hunter2{secrets.token_hex(6)}"
        self.key = f"PRIVATEKEY{secrets.token_hex(8)}"
        self.sockets = {}
        self._files()
        self._listeners()
        self._sentinel()

    def _files(self):
        for directory in ("cache", "sub/deep", "empty", "sockets"):
            (self.canary / directory).mkdir(parents=True)
        for name in ("keep.txt", "cache/a.tmp", "cache/b.tmp", "sub/data.bin", "sub/deep/log"):
            (self.canary / name).write_text(f"precious {name}\n" * 20)
        (self.canary / "sub/script").write_text("#!/bin/sh\nexit 0\n")
        (self.canary / "sub/script").chmod(0o750)
        (self.canary / "sub/latest").symlink_to("data.bin")
        for name in (".ssh/id_rsa", ".aws/credentials", ".netrc", ".config/gh/hosts.yml"):
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{self.key}\n")
            path.chmod(0o600)
        (self.home / ".bashrc").write_text("# nothing\n")
        self.work.mkdir()
        self.cache.mkdir(exist_ok=True)
        old = time.time() - 86_400
        for path in self.everything(self.canary, self.home):
            os.utime(path, (old, old), follow_symlinks=False)
        for path in self.everything(self.root):
            os.chown(path, *self.owner, follow_symlinks=False)

    def _listeners(self):
        tcp = socket.create_server(("127.0.0.1", 0))
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        path = self.canary / "sockets/service"
        local = socket.socket(socket.AF_UNIX)
        local.bind(str(path))
        local.listen()
        os.chmod(path, 0o777)
        self.abstract = f"service-{self.mark}"
        hidden = socket.socket(socket.AF_UNIX)
        hidden.bind("\0" + self.abstract)
        hidden.listen()
        self.sockets = {"TCP": tcp, "UDP": udp, "unix socket": local, "abstract socket": hidden}

    def _sentinel(self):
        self.sentinel = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", SENTINEL],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
            **as_owner(self.owner),
        )
        assert os.read(self.sentinel.stdout.fileno(), 6) == b"ready "
        self.rights = self._rights()

    def _rights(self):
        """The limits and the priority of the process that nothing should happen to."""
        limits = Path(f"/proc/{self.sentinel.pid}/limits").read_text()
        return limits, os.getpriority(os.PRIO_PROCESS, self.sentinel.pid)

    def names(self):
        """What the names in a subject's text stand for."""
        return {
            "CANARY": str(self.canary),
            "HOME": str(self.home),
            "TCP": str(self.sockets["TCP"].getsockname()[1]),
            "UDP": str(self.sockets["UDP"].getsockname()[1]),
            "SOCKET": str(self.canary / "sockets/service"),
            "ABSTRACT": self.abstract,
            "SENTINEL": str(self.sentinel.pid),
            "MARK": self.mark,
        }

    def write_subject(self, subject):
        """Puts the subject where the tool will work."""
        text = subject.path.read_text()
        for name, value in self.names().items():
            text = text.replace("${" + name + "}", value)
        (self.work / subject.path.name).write_text(text)
        os.chown(self.work / subject.path.name, *self.owner)

    def environment(self):
        """What the tool is started with: much of it may be written nowhere."""
        kept = ("PATH", "VIRTUAL_ENV", "JAVA_HOME", "CLANG")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment.update(
            HOME=str(self.home),
            USER=self.user,
            LOGNAME=self.user,
            XDG_CACHE_HOME=str(self.cache),
            DATABASE_PASSWORD=self.secret,
            AWS_SECRET_ACCESS_KEY=self.secret,
            TZ="Asia/Kathmandu",
            LANG="C.UTF-8",
        )
        return environment

    def planted(self):
        """Words that may not be in anything written, with what they are."""
        return {
            self.secret: "the environment",
            self.key: "a secret file",
            self.user: "the user's name",
            self.home.name: "the home directory",
            f"host{self.mark}": "the host's name",
        }

    @staticmethod
    def everything(*roots):
        """Paths below some directories, and these."""
        for root in roots:
            yield root
            for directory, directories, files in os.walk(root):
                for name in directories + files:
                    yield Path(directory) / name

    def snapshot(self):
        """All there is to know about the files of the canary, of home and of the subject."""
        found = {}
        for path in self.everything(self.canary, self.home, self.work):
            if path in (self.work, self.work / "report.html"):
                continue
            if self.work / "out" in (path, *path.parents):
                continue
            known = path.lstat()
            held = ""
            if stat.S_ISREG(known.st_mode):
                held = hashlib.sha256(path.read_bytes()).hexdigest()
            elif stat.S_ISLNK(known.st_mode):
                held = os.readlink(path)
            found[str(path.relative_to(self.root))] = (
                stat.filemode(known.st_mode),
                known.st_uid,
                known.st_gid,
                known.st_nlink,
                known.st_mtime_ns,
                held,
            )
        return found

    def heard(self):
        """The listeners that somebody reached."""
        ready = select.select(list(self.sockets.values()), [], [], 0)[0]
        return [f"the {name} was reached" for name, it in self.sockets.items() if it in ready]

    def signalled(self):
        """What happened to the process that nothing should happen to."""
        if self.sentinel.poll() is not None:
            return [f"the sentinel was ended (status {self.sentinel.returncode})"]
        with open(f"/proc/{self.sentinel.pid}/stat") as state:
            if state.read().rsplit(")", 1)[1].split()[0] in "tT":
                return ["the sentinel was stopped"]
        if self._rights() != self.rights:
            return ["limits or priority of the sentinel changed"]
        if select.select([self.sentinel.stdout], [], [], 0)[0]:
            numbers = os.read(self.sentinel.stdout.fileno(), 4096).decode().split()
            names = sorted({signal.Signals(int(number)).name for number in numbers})
            return [f"the sentinel got {', '.join(names)}"]
        return []

    def close(self):
        """Ends what it started."""
        self.sentinel.kill()
        self.sentinel.wait()
        for it in self.sockets.values():
            it.close()
