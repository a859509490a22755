"""Keeps the subject from touching the machine while it is explored."""

import io
import os
import resource
import sys

BLOCKED = {
    "os.remove": "deletes a file",
    "os.rmdir": "deletes a directory",
    "shutil.rmtree": "deletes a directory tree",
    "os.rename": "renames a file",
    "os.replace": "renames a file",
    "os.mkdir": "makes a directory",
    "os.link": "links a file",
    "os.symlink": "links a file",
    "os.truncate": "truncates a file",
    "os.chmod": "changes a file's mode",
    "os.chown": "changes a file's owner",
    "os.utime": "changes a file's times",
    "shutil.move": "moves a file",
    "shutil.copyfile": "writes a file",
    "subprocess.Popen": "starts a process",
    "os.system": "starts a process",
    "os.exec": "replaces the process",
    "os.posix_spawn": "starts a process",
    "os.spawn": "starts a process",
    "os.fork": "forks the process",
    "os.forkpty": "forks the process",
    "os.kill": "sends a signal",
    "os.killpg": "sends a signal",
    "socket.connect": "opens a network connection",
    "socket.bind": "opens a network connection",
    "socket.getaddrinfo": "looks up a host",
    "socket.sendto": "sends to the network",
    "_thread.start_new_thread": "starts a thread",
    "builtins.input": "reads standard input",
    "tempfile.mkstemp": "writes a file",
    "tempfile.mkdtemp": "makes a directory",
}

WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Blocked(BaseException):
    """The subject did what it may not do here."""


class ForbiddenInput(io.TextIOBase):
    """A standard input that says so when it is read."""

    def __init__(self, sandbox):
        self.sandbox = sandbox

    def readable(self):
        return True

    def _refuse(self, *_):
        if self.sandbox.active:
            self.sandbox.block("reads standard input")
        return ""

    read = readline = readlines = __next__ = _refuse

    def fileno(self):
        return 0


class Sandbox:
    """An audit hook that is active while the subject runs."""

    def __init__(self, allow=(), memory=None):
        self.active = False
        self.allow = set(allow)
        self.what = None
        if memory:
            try:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            except (ValueError, OSError):
                pass
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.stdin = ForbiddenInput(self)
        sys.addaudithook(self.audit)

    def block(self, what):
        self.what = what
        raise Blocked(what)

    def audit(self, event, arguments):
        if not self.active:
            return
        if event == "open":
            self.audit_open(arguments)
            return
        what = BLOCKED.get(event)
        if what is not None and event not in self.allow and "all" not in self.allow:
            self.block(f"{what} ({event})")

    def audit_open(self, arguments):
        path, mode, flags = arguments
        writes = isinstance(flags, int) and flags & WRITE_FLAGS
        if isinstance(mode, str) and any(letter in mode for letter in "wax+"):
            writes = True
        if not writes or "open" in self.allow or "all" in self.allow:
            return
        if isinstance(path, (str, bytes)) and os.fspath(path) in ("/dev/null", b"/dev/null"):
            return
        self.block(f"writes a file (open {path!r})")
