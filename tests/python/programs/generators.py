#: countdown: paths: 8; covers: all; losses: none
#: chunks: paths: 40; covers: all; losses: none
#: delegated: paths: 4; misses: 15 `n > 5` is true, 29 `result is None` is false; losses: none
#: send: paths: 2; misses: 38 `item is None` is true; losses: none
"""Generators."""
from typing import Iterator, List


def countdown(n: int) -> Iterator[int]:
    while n > 0:
        if n == 3:
            yield -3
        yield n
        n -= 1
        if n > 5:
            return


def chunks(xs: List[int], size: int) -> Iterator[List[int]]:
    if size < 1:
        raise ValueError("size")
    for i in range(0, len(xs), size):
        yield xs[i:i + size]


def delegated(xs: List[int]) -> Iterator[int]:
    yield from countdown(len(xs))
    result = yield sum(xs)
    if result is None and xs:
        yield xs[0]


def send(x: int) -> object:
    def machine():
        total = 0
        while True:
            item = yield total
            if item is None:
                return
            total += item

    g = machine()
    next(g)
    if g.send(x) > 10:
        return g.send(1)
    return 0
