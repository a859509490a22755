#: Ring.__init__: paths: 2; covers: all; losses: none
#: Ring.push: paths: 11; covers: all; losses: none
#: Ring.__contains__: paths: 18; covers: all; losses: none
#: Ring.__iter__: paths: 24; covers: all; losses: none
#: Ring.__len__: paths: 8; covers: all; losses: none
#: Ring.__setitem__: paths: 41; covers: all; losses: none
#: Ring.__call__: paths: 18; covers: all; losses: none
#: use: paths: 8; misses: 62 `x in ring` is false; losses: none
#: Version.__init__: paths: 1; covers: all; losses: none
#: Version.__eq__: paths: 6; misses: 71 `Version.__init__` is entered; losses: none
#: Version.__lt__: paths: 8; covers: all; losses: none
#: newest: paths: many; covers: all; losses: 83 hash()
#: guarded: paths: 4; misses: 93 `guarded` is entered, 97 `except ZeroDivisionError` is taken; losses: none
#: managed: paths: 3; covers: all; losses: none
#: Temperature.__init__: paths: 1; misses: 117 `Temperature.celsius` is entered, 121 `Temperature.celsius` is entered, 122 `value < -273.15` is true, 122 `value < -273.15` is false; losses: none
#: Temperature.celsius: paths: 1; misses: 121 `Temperature.celsius` is entered, 122 `value < -273.15` is true, 122 `value < -273.15` is false; losses: none
#: Temperature.hot: paths: 2; covers: all; losses: none
#: warm: paths: 3; covers: all; losses: none
"""Iterators, context managers, callables, containers, ordering of one's own."""
import contextlib
import functools
from typing import Iterator, List


class Ring:
    def __init__(self, size: int):
        if size < 1:
            raise ValueError("size")
        self.size = size
        self.items: List[int] = []

    def push(self, x: int) -> bool:
        if len(self.items) >= self.size:
            self.items.pop(0)
            self.items.append(x)
            return False
        self.items.append(x)
        return True

    def __contains__(self, x: int) -> bool:
        return any(x == y for y in self.items)

    def __iter__(self) -> Iterator[int]:
        for item in self.items:
            if item != 0:
                yield item

    def __len__(self) -> int:
        return len(self.items)

    def __setitem__(self, i: int, x: int) -> None:
        self.items[i % self.size] = x

    def __call__(self, x: int) -> int:
        return x + len(self) if x in self else -1


def use(size: int, x: int) -> object:
    ring = Ring(size)
    ring.push(3)
    ring.push(x)
    if x in ring and 3 in ring and not ring(9) == -1:
        return "nine"
    return list(ring), bool(ring), sum(ring)


@functools.total_ordering
class Version:
    __slots__ = ("major", "minor")

    def __init__(self, major: int, minor: int = 0):
        self.major, self.minor = major, minor

    def __eq__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)

    def __hash__(self):
        return hash((self.major, self.minor))


def newest(a: Version, b: Version) -> object:
    if a >= b and a != b:
        return a.major
    return {a: "a", Version(1, 2): "c"}.get(b, "none")


@contextlib.contextmanager
def guarded(log: list, x: int):
    log.append("in")
    try:
        yield x * 2
    except ZeroDivisionError:
        log.append("zero")
    finally:
        log.append("out")


def managed(x: int) -> object:
    log: list = []
    with guarded(log, x) as y, contextlib.suppress(KeyError):
        if y == 6:
            raise KeyError(x)
        log.append(10 // y)
    return log


class Temperature:
    def __init__(self, celsius: float):
        self._celsius = celsius

    @property
    def celsius(self) -> float:
        return self._celsius

    @celsius.setter
    def celsius(self, value: float) -> None:
        if value < -273.15:
            raise ValueError("too cold")
        self._celsius = value

    @functools.cached_property
    def hot(self) -> bool:
        return self._celsius > 40.0


def warm(t: float) -> object:
    temperature = Temperature(0.0)
    temperature.celsius = t
    temperature.celsius += 5
    return temperature.hot
