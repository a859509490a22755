#: literals: paths: 5; covers: all; losses: none
#: words: paths: 4; covers: all; losses: none
#: sequences: paths: 9; covers: all; losses: none
#: classes: paths: 11; covers: all; losses: none
"""match: literals, sequences, mappings, classes, guards."""
from dataclasses import dataclass
from typing import List, Union


@dataclass
class Point:
    x: int
    y: int


def literals(x: int) -> str:
    match x:
        case 0:
            return "zero"
        case 1 | 2:
            return "few"
        case n if n > 100:
            return "many"
        case _:
            return "some"


def words(s: str) -> str:
    match s:
        case "go" | "run":
            return "move"
        case "":
            return "empty"
    return "other"


def sequences(xs: List[int]) -> object:
    match xs:
        case []:
            return None
        case [x]:
            return x
        case [1, *rest]:
            return rest
        case [a, b] if a == b:
            return "pair"
        case [*_, 0]:
            return "ends"
    return len(xs)


def classes(value: Union[int, str, Point]) -> object:
    match value:
        case Point(x=0, y=y):
            return y
        case Point(x, 0):
            return x
        case int(n):
            return n + 1
        case str() as s:
            return s * 2
        case _:
            return None
