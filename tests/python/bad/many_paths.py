"""A function with more paths than anybody waits for, and a side that none
of them comes to."""

from typing import List


def balance(steps: List[int]) -> int:
    total = 0
    for step in steps:
        if step > 3:
            total += 1
        elif step < -3:
            total -= 1
    if total > 100:
        return 0
    return total
