"""State: what the module's own functions change is at no fixed value."""

import os
import sys

_counter = 0
_cache: dict[int, int] = {}
_flags = {"debug": False}
_log: list[str] = []
LIMIT = 10
_mode = "fast"
_initialised = False


def bump() -> int:
    global _counter
    _counter += 1
    return _counter


# witness: (bump(), bump(), bump(), bump(), many())
def many() -> int:
    if _counter > 3:
        return 1
    return 0


# witness: (bump(), many_with(2))
def many_with(n: int) -> int:
    if n > 1 and _counter > 0 and n > _counter:
        return 1
    return 0


def set_debug(on: bool) -> None:
    _flags["debug"] = on


# witness: (set_debug(True), debugging(1))
def debugging(n: int) -> int:
    if n > 0:
        if _flags["debug"]:
            return 1
        return 2
    return 0


def remember(n: int) -> None:
    _cache[n] = n * 2


# witness: (remember(5), remembered(5))
def remembered(n: int) -> int:
    if n in _cache:
        return 1
    return 0


def note(text: str) -> None:
    _log.append(text)


# witness: (note("x"), noted(0))
def noted(n: int) -> int:
    if n == 0 and len(_log) > 0:
        return 1
    return 0


def set_mode(mode: str) -> None:
    global _mode
    _mode = mode


# witness: (set_mode("slow"), mode_is_slow(1))
def mode_is_slow(n: int) -> int:
    if n == 1 and _mode == "slow":
        return 1
    return 0


def start() -> None:
    global _initialised
    _initialised = True


# witness: (start(), started(4))
def started(n: int) -> int:
    if n > 3:
        if not _initialised:
            return 1
        return 2
    return 0


def above_limit(n: int) -> int:
    if n < 10 and n >= LIMIT:  # dead: is true: a constant, by its name
        return 1
    return 0


class Registry:
    count = 0
    names: list[str] = []

    def __init__(self) -> None:
        Registry.count += 1

    @classmethod
    def register(cls, name: str) -> None:
        cls.names.append(name)

    # witness: (Registry(), Registry().second(1))
    def second(self, n: int) -> int:
        if n == 1 and Registry.count > 1:
            return 1
        return 0

    # witness: (Registry.register("x"), Registry().known("x"))
    def known(self, name: str) -> int:
        if name in self.names:
            return 1
        return 0


def default_grows(n: int, seen: list[int] = []) -> int:  # noqa: B006
    seen.append(n)
    if len(seen) > 2:
        return 1
    return 0


def calls_itself_counted(n: int) -> int:
    calls_itself_counted.calls = getattr(calls_itself_counted, "calls", 0) + 1
    if n > 0 and calls_itself_counted.calls > 1:
        return 1
    return 0


def make_counter():
    count = 0

    def step() -> int:
        nonlocal count
        count += 1
        return count

    return step


_step = make_counter()


# witness: (third(0), third(0), third(1))
def third(n: int) -> int:
    at = _step()
    if n > 0 and at > 2:
        return 1
    return 0


# witness: (sys.argv.append("-v"), verbose(1))
def verbose(n: int) -> int:
    if n > 0 and "-v" in sys.argv:
        return 1
    return 0


# witness: windows(1)
def windows(n: int) -> int:
    if n > 0 and sys.platform == "win32":
        return 1
    return 0


# witness: (os.environ.__setitem__("TRUTH_LEVEL", "high"), level(1))
def level(n: int) -> int:
    if n > 0 and os.environ.get("TRUTH_LEVEL") == "high":
        return 1
    return 0


def big_endian(n: int) -> int:
    if n > 0 and sys.byteorder == "big":
        return 1
    return 0


def recursion(n: int) -> int:
    if n > 0 and sys.getrecursionlimit() < 500:
        return 1
    return 0


def newer_python(n: int) -> int:
    if n > 0 and sys.version_info >= (3, 99):
        return 1
    return 0


import platform  # noqa: E402

LINKAGE = platform.architecture()[1]
IS_OTHER = bool(LINKAGE == "PE")


def made_elsewhere(n: int) -> int:
    if n > 3 and LINKAGE == "WindowsPE":
        return 1
    if n < 0 and IS_OTHER:
        return 2
    return 0
