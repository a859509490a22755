"""Functions that ask for more memory than there is."""

from typing import List


def table(size: int) -> int:
    if size < 0:
        raise ValueError("negative size")
    return len([0] * (size * 1_000_000_000))


def grow(x: int) -> int:
    items: List[bytes] = []
    while x == 1:
        items.append(bytes(10_000_000))
    return len(items)
