"""Summaries of lists of numbers."""

from typing import Dict, List, Optional, Tuple


def mean(values: List[int]) -> float:
    """Return the arithmetic mean."""
    if not values:
        raise ValueError("no values")
    return sum(values) / len(values)


def median(values: List[int]) -> float:
    """Return the middle value, or the mean of the two middle ones."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return float(ordered[middle])
    return (ordered[middle - 1] + ordered[middle]) / 2


def mode(values: List[int]) -> Optional[int]:
    """Return the most frequent value, None without a single winner."""
    counts: Dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    best: Optional[int] = None
    best_count = 0
    tied = False
    for value, count in counts.items():
        if count > best_count:
            best, best_count, tied = value, count, False
        elif count == best_count:
            tied = True
    return None if tied else best


def extent(values: List[int]) -> Tuple[int, int]:
    """Return the smallest and the largest value in one pass."""
    if len(values) == 0:
        raise ValueError("no values")
    low = high = values[0]
    for value in values[1:]:
        if value < low:
            low = value
        elif value > high:
            high = value
    return low, high


def clip(values: List[int], low: int, high: int) -> List[int]:
    """Bring every value into the range from `low` to `high`."""
    if low > high:
        raise ValueError("empty range")
    clipped = []
    for value in values:
        if value < low:
            clipped.append(low)
        elif value > high:
            clipped.append(high)
        else:
            clipped.append(value)
    return clipped


def longest_rise(values: List[int]) -> int:
    """Return the length of the longest strictly rising run."""
    best = 0
    current = 0
    previous: Optional[int] = None
    for value in values:
        if previous is not None and value > previous:
            current += 1
        else:
            current = 1
        if current > best:
            best = current
        previous = value
    return best
