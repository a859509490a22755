#: whole: paths: many; covers: all; losses: none
#: frozen: paths: 23; covers: all; losses: none
#: maps: paths: many; covers: all; losses: none
#: popped: paths: 56; covers: all; losses: none
#: unique: paths: 100; covers: all; losses: 48 dict.fromkeys()
"""Sets and dictionaries as wholes."""
from typing import Dict, FrozenSet, List, Set


def whole(a: Set[int], b: Set[int]) -> object:
    if a == b:
        return "same"
    if a < b:
        return b - a
    if a.issuperset(b):
        return a.union(b), len(a ^ b)
    a.update(b)
    a.discard(1)
    return len(a)


def frozen(f: FrozenSet[int], x: int) -> object:
    if x in f:
        return f - {x}
    return f | {x}


def maps(d: Dict[int, int], e: Dict[int, int]) -> object:
    if d == e:
        return "same"
    if d.keys() & e.keys():
        return sorted(d.keys() | e.keys())
    return {k: v for k, v in d.items() if v > 2}


def popped(d: Dict[str, int]) -> object:
    if d.pop("k", 0) == 4:
        return list(d)
    if d:
        key, value = d.popitem()
        return value if key < "m" else key
    return None


def unique(xs: List[int]) -> object:
    if len(set(xs)) != len(xs):
        return "repeated"
    return dict.fromkeys(xs, 1) if xs and xs[0] == 5 else tuple(xs)
