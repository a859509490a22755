"""Keeps the subject from touching the machine while it is explored."""

import _thread
import contextlib
import errno
import functools
import io
import os
import resource
import sys
import threading
import types

from .endings import Ending

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
    "os.setxattr": "changes a file's attributes",
    "os.removexattr": "changes a file's attributes",
    "os.chdir": "changes the current directory",
    "shutil.move": "moves a file",
    "shutil.copyfile": "writes a file",
    "subprocess.Popen": "starts a process",
    "os.system": "starts a process",
    "os.exec": "replaces the process",
    "os.posix_spawn": "starts a process",
    "os.spawn": "starts a process",
    "os.fork": "forks the process",
    "os.forkpty": "forks the process",
    "resource.setrlimit": "changes limits of the process",
    "resource.prlimit": "changes limits of the process",
    "signal.pthread_kill": "sends a signal",
    "os.kill": "sends a signal",
    "os.killpg": "sends a signal",
    "socket.connect": "opens a network connection",
    "socket.bind": "opens a network connection",
    "socket.getaddrinfo": "looks up a host",
    "socket.sendto": "sends to the network",
    "socket.gethostbyname": "looks up a host",
    "socket.gethostbyaddr": "looks up a host",
    "_thread.start_new_thread": "starts a thread",
    "_thread.start_joinable_thread": "starts a thread",
    "builtins.input": "reads standard input",
    "tempfile.mkstemp": "writes a file",
    "tempfile.mkdtemp": "makes a directory",
}

# What libraries that are imported try to do, and do without where they must.
REFUSED_TO_LIBRARIES = ("starts a process", "opens a network connection", "looks up a host")

# AF_INET and AF_INET6; not imported for it, since few subjects need sockets.
NETWORK_FAMILIES = (2, 10)

WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Blocked(Ending):
    """The subject did what it may not do here."""


# Where the library's own modules are, and who starts processes for others.
LIBRARY = os.path.dirname(os.__file__) + os.sep
STARTERS = {"subprocess", "os", "socket"}


def asked_by_library():
    """Whether Python's own library or a package does so for a purpose of its own, as `platform`
    starts a process to learn more of the machine, and `urllib3` looks what its sockets can do."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name not in STARTERS and not name.startswith("everypath_worker"):
            file = frame.f_code.co_filename
            return file.startswith(LIBRARY) or "-packages" + os.sep in file
        frame = frame.f_back
    return False


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
        # Whether that is because a module is imported.
        self.imports = False
        self.allow = set(allow)
        self.what = None
        # Whether a file was read that is no part of the project or of Python.
        self.outside = False
        self.inside = None
        self.secrets = ()
        # What was read while modules were imported.
        self.read = set()
        if memory:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.stdin = ForbiddenInput(self)
        sys.addaudithook(self.audit)
        self.watch_threads()

    def watch_reads(self, root, secrets):
        """From now on files that are read outside of the project and of Python's own
        places are noted. Secrets cannot be read, and a case that tries is no case."""
        self.secrets = tuple(secrets)
        own = [root, sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)]
        self.inside = tuple(os.path.realpath(place) + os.sep for place in own)

    def note_read(self, path):
        if self.inside is None or not isinstance(path, (str, bytes)):
            return
        path = os.path.realpath(os.fsdecode(path))
        if path.startswith(self.secrets):
            self.what = f"reads a secret (open {path!r})"
        if not path.startswith(self.inside):
            self.outside = True

    @contextlib.contextmanager
    def importing(self):
        """While a module is imported."""
        self.active = self.imports = True
        try:
            yield
        finally:
            self.active = self.imports = False

    def block(self, what):
        if self.imports and what.startswith(REFUSED_TO_LIBRARIES) and asked_by_library():
            # As where there is no such program or network: the library knows what to do then.
            raise PermissionError(errno.EPERM, what)
        self.what = what
        raise Blocked(what)

    def audit(self, event, arguments):
        if not self.active:
            return
        if event == "open":
            self.audit_open(arguments)
            return
        if event == "socket.__new__":
            self.audit_socket(arguments)
            return
        if event == "sqlite3.connect":
            self.audit_database(arguments)
            return
        what = BLOCKED.get(event)
        if what is not None and not self.allows(event):
            self.block(f"{what} ({event})")

    def watch_threads(self):
        """Threads have an event from Python 3.12 on; before that they are
        started through these names."""
        for module, name in ((_thread, "start_new_thread"), (threading, "_start_new_thread")):
            start = getattr(module, name, None)
            if start is not None:
                setattr(module, name, functools.partial(self.start_thread, start))

    def start_thread(self, start, *arguments, **keywords):
        event = "_thread.start_new_thread"
        if self.active and not self.allows(event):
            self.block(f"starts a thread ({event})")
        return start(*arguments, **keywords)

    def allows(self, event):
        return event in self.allow or "all" in self.allow

    def audit_socket(self, arguments):
        # Names are looked up without an event of their own. A pair of local
        # sockets is what an event loop wakes itself with.
        if arguments[1] in NETWORK_FAMILIES and not self.allows("socket.__new__"):
            self.block("opens a network connection (socket.__new__)")

    def audit_database(self, arguments):
        # The library opens its file without an event.
        if arguments[0] != ":memory:" and not self.allows("sqlite3.connect"):
            self.block(f"opens a database (sqlite3.connect {arguments[0]!r})")

    def audit_open(self, arguments):
        path, mode, flags = arguments
        writes = isinstance(flags, int) and flags & WRITE_FLAGS
        if isinstance(mode, str) and any(letter in mode for letter in "wax+"):
            writes = True
        if not writes:
            self.note_read(path)
            if self.imports and isinstance(path, str):
                self.read.add(path)
        if not writes or self.allows("open"):
            return
        if isinstance(path, (str, bytes)) and os.fspath(path) in ("/dev/null", b"/dev/null"):
            return
        self.block(f"writes a file (open {path!r})")
