"""The surroundings of the subject inside the interpreter, as one of the engine's worlds has
them. Most of a world is outside: variables, time, user and host are those of the process.
What Python knows by itself is here: versions, processors, directories, chance.

What a subject answers in all worlds does not depend on them.
"""

import _locale
import builtins
import contextlib
import fcntl
import os
import signal
import sys
import time
from typing import Any

# What the interpreter needed to start, and nobody else is to see.
NEEDED = (
    "PYTHONPATH",
    "PYTHONUSERBASE",
    "PYTHONHOME",
    "PYTHONHASHSEED",
    "PYTHONDONTWRITEBYTECODE",
    "PYENV_VERSION",
)
PATH = "/usr/local/bin:/usr/bin:/bin"

# By world: the processors, where the clocks that only measure begin, and the directory
# that the subject finds itself in when it is called.
PROCESSORS = (2, 5, 16)
BEGINNINGS = (100, 1_234_567, 98_765_432)
DIRECTORIES = (None, "/", "/usr")
MEASURING = ("monotonic", "perf_counter", "process_time", "thread_time")

EXACT_TIMES = ("st_atime", "st_mtime", "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns")

# Where descriptors of our own are.
FARTHEST = 300
# The signals that a subject may think of.
CAUGHT = (
    signal.SIGINT,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGALRM,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGPIPE,
    signal.SIGCHLD,
)

# Files that are open besides the standard streams, by world: a subject that closes what is
# not its own closes them, and numbers of the files that it opens differ.
OPEN = (7, 10, 13)

# How often a case is run that asks for chance.
TOSSES = 8


def enter(number: int = 0) -> None:
    """Before the subject is imported: what it may take a copy of."""
    forget()
    os.cpu_count = lambda: PROCESSORS[number]
    for _ in range(OPEN[number]):
        os.open(os.devnull, os.O_RDWR)
    for name in MEASURING:
        shift(name, BEGINNINGS[number])


def forget() -> None:
    """Takes away what only the interpreter needed."""
    for name in NEEDED:
        os.environ.pop(name, None)
    os.environ["PATH"] = PATH


def shift(name: str, beginning: int) -> None:
    """Lets a clock that measures begin somewhere."""
    for suffix, seconds in (("", beginning), ("_ns", beginning * 1_000_000_000)):
        clock = getattr(time, name + suffix, None)
        if clock is not None:
            ahead = seconds - clock()
            setattr(time, name + suffix, lambda clock=clock, ahead=ahead: clock() + ahead)


def leave_home(number: int) -> None:
    """After the subject is imported: it was found, and so was what it needs to be there.
    What it learns from now on about the machine is something else in each world."""
    directory = DIRECTORIES[number]
    if directory is None:
        return
    os.chdir(directory)
    import locale
    import platform

    # The same modules, but with anything for their functions.
    here: Any = sys
    system: Any = os
    version: list[Any] = list(sys.version_info)
    version[1] += number
    sys.version = sys.version.replace(".".join(map(str, sys.version_info[:3])), "3.99.0")
    here.version_info = OtherVersion(version)
    sys.hexversion += number << 16
    sys.executable = f"/opt/{number}/bin/python"
    sys.platform = f"system{number}"
    platform.system = lambda: f"System{number}"
    platform.machine = lambda: f"machine{number}"
    platform.python_version = lambda: "3.99.0"
    locale.getlocale = lambda *_: ("de_DE", "UTF-8")
    size = sys.getsizeof
    sys.getsizeof = lambda value, *default: size(value, *default) + 16 * number
    listed, stat, lstat = os.listdir, os.stat, os.lstat
    system.listdir = lambda *path: [*reversed(listed(*path)), f"entry{number}"]
    os.stat = lambda *where, **how: other_times(stat(*where, **how), number)
    os.lstat = lambda *where, **how: other_times(lstat(*where, **how), number)


def other_times(found: os.stat_result, number: int) -> os.stat_result:
    fields = list(found)[:10]
    for place in (1, 4, 5, 7, 8, 9):  # the inode, the owners and the times
        fields[place] += 7919 * number
    exact = {name: getattr(found, name) + 7919 * number for name in EXACT_TIMES}
    return os.stat_result(fields, exact)


class OtherVersion(tuple):
    """A version of Python that there may be."""

    __slots__ = ()
    major = property(lambda self: self[0])
    minor = property(lambda self: self[1])
    micro = property(lambda self: self[2])
    releaselevel = property(lambda self: self[3])
    serial = property(lambda self: self[4])


def begin_case(number: int) -> None:
    """Tells whoever watches the process which case it runs from now on: by trying to make
    a file that nobody can make."""
    with contextlib.suppress(OSError):
        os.open(f"/proc/everypath-case-{number}", os.O_WRONLY | os.O_CREAT)


def away(descriptor: int) -> int:
    """A copy of a descriptor with a number that no subject thinks of."""
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, FARTHEST)


class Process:
    """What a subject may change of its process, put back after each run."""

    def __init__(self) -> None:
        self.variables = dict(os.environ)
        self.path = list(sys.path)
        self.modules = dict(sys.modules)
        self.streams = sys.stdin, sys.stdout, sys.stderr
        self.mask = os.umask(0o22)
        os.umask(self.mask)
        self.depth = sys.getrecursionlimit()
        self.handlers = handlers()
        self.language = _locale.setlocale(_locale.LC_ALL)
        self.arithmetic = arithmetic()
        self.builtins = dict(vars(builtins))
        self.spare = away(os.open(os.devnull, os.O_RDWR))
        self.files = {number: opened(number) for number in range(3 + OPEN[-1])}

    def restore(self) -> Any:
        """Puts everything back; what it was that other tests would have suffered from."""
        changed = None
        names = builtins.__dict__
        # Nothing of Python can be used before they are back.
        for name, value in self.builtins.items():
            if names.get(name) is not value:
                names[name] = value
                changed = "replaces builtins of Python"
        for number, known in self.files.items():
            if known is not None and opened(number) != known:
                os.dup2(self.spare, number)
                changed = "closes or replaces files that are not its own"
        if dict.__ne__(self.variables, dict(os.environ)):
            os.environ.clear()
            os.environ.update(self.variables)
            time.tzset()
        if self.path != sys.path:
            sys.path[:] = self.path
        if not self.modules.keys() <= sys.modules.keys():
            sys.modules.update(self.modules)
            changed = "takes modules away from Python"
        if (sys.stdin, sys.stdout, sys.stderr) != self.streams:
            sys.stdin, sys.stdout, sys.stderr = self.streams
        os.umask(self.mask)
        if sys.getrecursionlimit() != self.depth:
            sys.setrecursionlimit(self.depth)
        if _locale.setlocale(_locale.LC_ALL) != self.language:
            _locale.setlocale(_locale.LC_ALL, self.language)
        if arithmetic() != self.arithmetic:
            for name, value in self.arithmetic.items():
                setattr(sys.modules["decimal"].getcontext(), name, value)
            changed = "changes how decimals are computed"
        now = handlers()
        if now != self.handlers:
            for number, handler in self.handlers.items():
                if now.get(number) != handler and handler is not None:
                    signal.signal(number, handler)
            changed = "changes what signals do"
        return changed


def arithmetic() -> dict[str, Any]:
    """How decimals are computed from now on, if the subject has to do with them."""
    decimal: Any = sys.modules.get("decimal")
    if decimal is None:
        return {}
    context = decimal.getcontext()
    names = ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")
    return {**{name: getattr(context, name) for name in names}, "traps": dict(context.traps)}


def opened(number: int) -> Any:
    """What there is to know of an open file; None if it is not open."""
    try:
        known = os.fstat(number)
        return known.st_dev, known.st_ino, fcntl.fcntl(number, fcntl.F_GETFL)
    except OSError:
        return None


def handlers() -> dict[int, Any]:
    return {number: signal.getsignal(number) for number in CAUGHT}


class Chance:
    """Whether a run asks for chance that nobody has seeded."""

    def __init__(self) -> None:
        self.asked = False
        self.seeded = False
        self.before: Any = None
        urandom = os.urandom

        def noted(size: int) -> bytes:
            self.asked = True
            return urandom(size)

        os.urandom = noted
        self.urandom = noted
        self.watched = False

    def watch(self) -> None:
        """Looks at the module's own source, if the subject has imported it."""
        random: Any = sys.modules.get("random")
        if random is None or self.watched:
            return
        self.watched = True
        seed = random.Random.seed

        def noted(source: Any, a: Any = None, *more: Any, **named: Any) -> None:
            if a is None:
                self.asked = True
            elif source is random._inst:
                self.seeded = True
            seed(source, a, *more, **named)

        random.Random.seed = noted
        random.seed = random._inst.seed
        random._urandom = self.urandom

    def begin(self) -> None:
        self.watch()
        self.asked = self.seeded = False
        self.before = self.state()

    def was_asked(self) -> bool:
        if self.asked:
            return True
        return not self.seeded and self.state() != self.before

    def state(self) -> Any:
        states: list[Any] = []
        if self.watched:
            states.append(sys.modules["random"]._inst.getstate())
        numpy: Any = sys.modules.get("numpy.random")
        if numpy is not None:
            states.append(repr(numpy.get_state(legacy=False)))
        return states
