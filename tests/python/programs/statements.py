#: unpack: paths: 8; covers: all; losses: none
#: search: paths: 59; covers: all; losses: none
#: walrus: paths: 128; covers: all; losses: none
#: remember: paths: 2; misses: 53 `x in CACHE` is true; losses: none
#: default: paths: 8; covers: all; losses: none
#: matrix: paths: 24; covers: all; losses: none
"""Assignment forms, loops with else, walrus, del, global."""
from typing import Dict, List

TOTAL = 0
CACHE: Dict[int, int] = {}


def unpack(xs: List[int]) -> object:
    if len(xs) < 2:
        return None
    first, *middle, last = xs
    if first == last == 4:
        return middle
    a = b = [first]
    a[0] += last
    b[-1], c = c0 = (b[0], 3)
    return a, c, c0


def search(xs: List[int], x: int) -> str:
    for i, y in enumerate(xs):
        if y == x:
            break
        if y < 0:
            continue
    else:
        return "missing"
    n = 3
    while n:
        n -= 1
        if n == x:
            break
    else:
        return "ran"
    return "stopped"


def walrus(s: str) -> object:
    if (n := len(s)) > 3 and (c := s[0]) == "q":
        return n, c
    return [y for x in s if (y := x.upper()) != "A"]


def remember(x: int) -> int:
    global TOTAL
    TOTAL += x
    if x in CACHE:
        return CACHE[x]
    CACHE[x] = TOTAL
    if TOTAL > 7:
        del CACHE[x]
    return len(CACHE)


def default(x: int, seen: list = []) -> int:
    seen = seen or []
    seen.append(x)
    return len(seen) if x > 2 else -len(seen)


def matrix(n: int) -> object:
    grid = [[0] * 3 for _ in range(2)]
    try:
        grid[1][n] += 5
        grid[n][0] -= 1
    except IndexError:
        return "outside"
    return grid
