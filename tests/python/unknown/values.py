"""Values of which only the code says of which types they are."""

import datetime
from collections.abc import Mapping
from typing import Any

ARRAYS = (list, tuple)


class Money:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def same(self, other: object) -> bool:
        if not isinstance(other, Money):
            return False
        return self.cents == other.cents


def literal(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, datetime.date):
        return "weekend" if value.weekday() > 4 else "day"
    if isinstance(value, ARRAYS):
        return "array" if value else "empty"
    if isinstance(value, Mapping):
        return "table" if "x" in value else "inline"
    raise TypeError("unknown")


def depth(tree: Any) -> int:
    match tree:
        case None:
            return 0
        case Money(cents=cents) if cents < 0:
            return -1
        case bytes():
            return len(tree)
        case _:
            return 1


def checked(count):
    if type(count) is not int:
        raise TypeError("count")
    if not isinstance(count, int) or count < 0:
        return 0
    return count
