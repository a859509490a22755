"""Closed intervals of integers."""

from typing import List, Optional, Tuple

Interval = Tuple[int, int]


def merge(intervals: List[Tuple[int, int]]) -> List[Tuple[int, int]]:
    """Join intervals that overlap or touch, in ascending order."""
    merged: List[Interval] = []
    for start, end in sorted(intervals):
        if start > end:
            raise ValueError("interval ends before it starts")
        if merged and start <= merged[-1][1] + 1:
            last_start, last_end = merged[-1]
            merged[-1] = (last_start, max(last_end, end))
        else:
            merged.append((start, end))
    return merged


def intersect(
    first: Tuple[int, int], second: Tuple[int, int]
) -> Optional[Tuple[int, int]]:
    """Return the common part of two intervals, if any."""
    start = first[0] if first[0] > second[0] else second[0]
    end = first[1] if first[1] < second[1] else second[1]
    if start > end:
        return None
    return start, end


def subtract(
    interval: Tuple[int, int], hole: Tuple[int, int]
) -> List[Tuple[int, int]]:
    """Return what is left of an interval without a hole."""
    common = intersect(interval, hole)
    if common is None:
        return [interval]
    left: List[Interval] = []
    if interval[0] < common[0]:
        left.append((interval[0], common[0] - 1))
    if interval[1] > common[1]:
        left.append((common[1] + 1, interval[1]))
    return left


def covered(intervals: List[Tuple[int, int]]) -> int:
    """Return how many integers lie in at least one interval."""
    total = 0
    for start, end in merge(intervals):
        total += end - start + 1
    return total


def relation(first: Tuple[int, int], second: Tuple[int, int]) -> str:
    """Name how two intervals lie with respect to each other."""
    if first[0] > first[1] or second[0] > second[1]:
        raise ValueError("empty interval")
    if first == second:
        return "equal"
    if first[1] < second[0]:
        return "before"
    if first[0] > second[1]:
        return "after"
    if first[0] <= second[0] and first[1] >= second[1]:
        return "contains"
    if second[0] <= first[0] and second[1] >= first[1]:
        return "inside"
    return "overlaps"


def free_slot(busy: List[Tuple[int, int]], length: int, end: int) -> Optional[int]:
    """Return the first start of a free slot between 0 and `end`."""
    if length < 1:
        raise ValueError("length must be positive")
    start = 0
    for first, last in merge(busy):
        if last < start:
            continue
        if first - start >= length:
            break
        start = last + 1
    if start + length - 1 > end:
        return None
    return start
