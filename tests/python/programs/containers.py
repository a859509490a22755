#: methods: paths: 25; covers: all; losses: none
#: ordered: paths: 28; covers: all; losses: none
#: grid: paths: many; covers: all; losses: none
#: compare: paths: 44; covers: all; losses: none
"""Lists: methods, membership, nesting."""
from typing import List


def methods(xs: List[int], v: int) -> object:
    if v in xs:
        i = xs.index(v)
        xs.remove(v)
        return i, xs
    xs.append(v)
    xs.insert(0, v)
    if xs.count(3) == 1:
        xs.reverse()
    xs.extend([v, 2])
    return xs.pop(), xs


def ordered(xs: List[int]) -> object:
    if len(xs) == 3:
        ys = sorted(xs)
        if ys == [1, 2, 3]:
            return "run"
        return ys[0] if xs != ys else "sorted"
    xs.sort(reverse=True)
    return xs


def grid(rows: List[List[int]]) -> object:
    total = 0
    for row in rows:
        for cell in row:
            if cell < 0:
                return "negative"
            total += cell
    return [len(row) for row in rows] if total > 9 else total


def compare(a: List[int], b: List[int]) -> str:
    if a == b:
        return "same"
    return "less" if a < b else "more"
