#: extremes: paths: 96; covers: all; losses: none
#: ranges: paths: many; covers: all; losses: none
#: inside: paths: 15; covers: all; losses: none
#: zipped: paths: 37; covers: all; losses: none
#: letters: paths: 4; covers: all; losses: none
#: number: paths: many; misses: 59 `f < 1000000000.0` is false; losses: 56 float()
#: based: paths: 10; covers: all; losses: 63 int()
#: conversions: paths: 101; covers: all; losses: 68 complex(), 68 hash(), 70 operator floordiv, 70 operator pow, 71 bin(), 71 hex(), 71 oct()
"""Builtins over numbers."""
from typing import List


def extremes(a: int, b: int, xs: List[int]) -> object:
    if max(a, b) == 10:
        return min(a, b, 3)
    if xs and max(xs) - min(xs) > 5:
        return sum(xs), sum(xs, 10)
    return max(xs, default=a, key=abs)


def ranges(n: int, m: int) -> object:
    total = 0
    for i in range(n, m, 2):
        total += i
        if total > 12:
            break
    else:
        return "ended"
    return total


def inside(x: int) -> object:
    if x in range(3, 9):
        return len(range(x))
    if x in range(0, 30, 7):
        return list(range(x, 0, -7))
    return x in [1, 2, 40]


def zipped(xs: List[int], ys: List[int]) -> object:
    out = []
    for i, (x, y) in enumerate(zip(xs, ys), 1):
        if x == y:
            out.append(i)
    return out, list(reversed(xs))


def letters(c: str) -> object:
    if len(c) == 1 and ord(c) > 100:
        return chr(ord(c) - 32)
    return [ord(x) for x in c[:2]]


def number(s: str) -> object:
    try:
        f = float(s)
    except ValueError as error:
        return str(error)
    return f > 2.5, int(f) if f < 1e9 else None


def based(s: str) -> object:
    return int(s, 16) if s else int("12", 8)


def conversions(x: int, f: float) -> object:
    if abs(x) == 4:
        return float(x) / 3, complex(x), hash(x)
    if x == 1:
        return divmod(f, 2.0) if f < 5 else pow(f, 2)
    return bool(f), bin(x & 15), hex(x & 255), oct(x & 7)
