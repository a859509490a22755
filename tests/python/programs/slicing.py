#: middle: paths: 45; covers: all; losses: none
#: window: paths: many; covers: all; losses: none
#: pick: paths: 24; covers: all; losses: none
#: change: paths: 42; covers: all; losses: none
"""Indices and slices of strings, lists and tuples."""
from typing import List, Tuple


def middle(s: str, i: int) -> str:
    if s[i] == "z":
        return s[:i] + s[i + 1:]
    if s[-1] == "q":
        return s[::-1]
    return s[1:3]


def window(xs: List[int], a: int, b: int) -> object:
    part = xs[a:b]
    if len(part) == 2:
        return sum(part)
    if part and part[0] == 7:
        return xs[-1], xs[b - 1]
    return xs[::2]


def pick(t: Tuple[int, int, int], i: int) -> int:
    if t[i] > 10:
        return t[i - 1]
    return t[0]


def change(xs: List[int], i: int) -> List[int]:
    xs[i] = 5
    xs[i] += 1
    if xs[0] == 6:
        del xs[i]
    xs[1:] = [9]
    return xs
