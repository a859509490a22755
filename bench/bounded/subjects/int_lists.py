"""Lists of integers, at indices that depend on the input."""

from typing import List


def indirect(a: List[int], i: int) -> int:
    if i < 0 or i >= len(a):
        return 0  # everypath: goal 0
    j = a[i]
    if 0 <= j < len(a) and a[j] == i and i != j:
        return 1  # everypath: goal 1
    return 2  # everypath: goal 2


def ascending(a: List[int]) -> int:
    if len(a) < 4:
        return 0  # everypath: goal 0
    for i in range(1, len(a)):
        if a[i - 1] >= a[i]:
            return 1  # everypath: goal 1
    if a[0] + a[-1] == 100:
        return 2  # everypath: goal 2
    return 3  # everypath: goal 3


def swapped(a: List[int], i: int, j: int) -> int:
    if i < 0 or j < 0 or i >= len(a) or j >= len(a):
        return 0  # everypath: goal 0
    kept = a[i]
    a[i], a[j] = a[j], a[i]
    if a[i] != a[j] and kept == a[i]:
        return 1  # everypath: goal 1
    return 2  # everypath: goal 2
