#: lookup: paths: 37; covers: all; losses: none
#: tally: paths: 14; covers: all; losses: none
#: distinct: paths: 7; covers: all; losses: none
#: algebra: paths: many; covers: all; losses: none
#: constant: paths: 5; covers: all; losses: none
#: merged: paths: 127; covers: all; losses: none
#: pairs: paths: 5; covers: all; losses: none
"""Dictionaries and sets with symbolic keys."""
from typing import Dict, List, Set


def lookup(d: Dict[int, str], k: int) -> object:
    if k in d:
        return d[k]
    d[k] = "new"
    return d.get(k + 1, "none"), len(d)


def tally(xs: List[int]) -> object:
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    if len(counts) == 2:
        return max(counts.values())
    return sorted(counts.items())


def distinct(xs: List[int]) -> int:
    seen = set()
    for x in xs:
        if x in seen:
            return x
        seen.add(x)
    return len(seen)


def algebra(a: Set[int], b: Set[int]) -> object:
    if not a or not b:
        return len(a | b)
    if a & b:
        return sorted(a - b)
    return a.isdisjoint(b), a <= b, a == b


def constant(word: str) -> int:
    table = {"one": 1, "two": 2, "six": 6}
    if word in ("zero", "nil"):
        return 0
    try:
        return table[word]
    except KeyError:
        return -1


def merged(d: Dict[str, int]) -> object:
    copy = dict(d)
    copy.setdefault("a", 1)
    copy.update(b=2)
    if copy["a"] == 5:
        return copy.pop("a"), d == copy
    return {**copy, "c": 3}


def pairs(x: int, y: int) -> object:
    visited = {(0, 0), (1, 2)}
    if (x, y) in visited:
        return "seen"
    return {(x, y): 1}[(x, y)]
