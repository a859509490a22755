"""Results that do nothing until they are walked."""
from typing import Iterator, List


def doubled(values: List[int]) -> Iterator[int]:
    for value in values:
        if value < 0:
            raise ValueError("negative")
        yield value * 2


def shares(values: List[int], by: int):
    return map(lambda value: value // by if value > 3 else 7, values)


async def later(number: int) -> int:
    if number > 5:
        raise KeyError(number)
    return number
