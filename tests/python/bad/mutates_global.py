"""Functions whose result depends on what was called before."""

from typing import Dict, List

calls = 0
seen: Dict[int, int] = {}


def next_number(step: int) -> int:
    global calls
    calls += step
    if calls > 10:
        return -1
    return calls


def times_seen(x: int) -> int:
    seen[x] = seen.get(x, 0) + 1
    return seen[x]


def remember(x: int, history: List[int] = []) -> List[int]:
    history.append(x)
    return history
