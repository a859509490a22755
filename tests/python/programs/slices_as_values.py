#: Version.__init__: paths: 1; covers: all; losses: none
#: Version.__getitem__: paths: many; misses: 16 `isinstance(index, slice)` is false; losses: none
#: halves: paths: 12; covers: all; losses: none
#: total: paths: 81; covers: all; losses: none
"""Slices and ranges as inputs."""
from typing import Union


class Version:
    def __init__(self, major: int, minor: int, patch: int) -> None:
        self.parts = (major, minor, patch)

    def __getitem__(self, index: Union[int, slice]) -> tuple:
        if isinstance(index, int):
            index = slice(index, index + 1)
        if isinstance(index, slice) and (
            index.start is not None and index.start < 0
        ) or (index.stop is not None and index.stop < 0):
            raise IndexError("negative")
        part = tuple(p for p in self.parts[index])
        if len(part) == 1:
            return part[0]
        elif not part:
            raise IndexError("undefined")
        return part


def halves(index: slice) -> int:
    if index.step is not None and index.step > 3:
        return index.step
    if index.start is None:
        return 0
    return index.start // 2


def total(numbers: range) -> int:
    if len(numbers) > 4:
        return sum(numbers)
    if 3 in numbers:
        return 3
    return 0
