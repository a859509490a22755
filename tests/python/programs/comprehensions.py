#: lists: paths: 27; covers: all; losses: none
#: sets: paths: 23; covers: all; losses: none
#: generated: paths: 22; covers: all; losses: none
#: inverted: paths: 42; covers: all; losses: none
"""Comprehensions and generator expressions."""
from typing import Dict, List


def lists(xs: List[int]) -> object:
    evens = [x for x in xs if x % 2 == 0]
    if len(evens) == 2:
        return [y + 1 for y in evens if y > 4]
    return [(i, x) for i, x in enumerate(xs)]


def sets(xs: List[int]) -> object:
    found = {x for x in xs if x > 0}
    if len(found) < len(xs):
        return len(found)
    return {x: x + 1 for x in xs}


def generated(xs: List[int]) -> object:
    if any(x == 9 for x in xs):
        return "nine"
    if xs and all(x < 0 for x in xs):
        return sum(-x for x in xs)
    return min((x for x in xs), default=None)


def inverted(d: Dict[str, int]) -> object:
    back = {v: k for k, v in d.items()}
    return back.get(3)
