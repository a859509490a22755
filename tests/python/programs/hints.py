#: optional: paths: 3; covers: all; losses: none
#: union: paths: 5; misses: 22 `type(x) is float` is false; losses: none
#: literal: paths: 7; covers: all; losses: none
#: variadic: paths: 15; covers: all; losses: none
#: anything: paths: 11; covers: all; losses: none
#: apply: paths: 3; covers: all; losses: none
"""Optional, Union, Literal, defaults, keywords, varargs."""
from typing import Any, Callable, Literal, Optional, Union


def optional(x: Optional[int]) -> int:
    if x is None:
        return -1
    return x + 1 if x else 0


def union(x: Union[int, str, float]) -> object:
    if isinstance(x, str):
        return len(x) > 2
    if isinstance(x, int) and not isinstance(x, bool):
        return x > 2
    return type(x) is float


def literal(mode: Literal["r", "w", 3], n: int = 4, *, flag: bool = False) -> object:
    if mode == "r" and flag:
        return n
    return mode if n == 9 else None


def variadic(first: int, *rest: int) -> int:
    total = first
    for item in rest:
        if item > total:
            total += item
    return total


def anything(x: Any) -> object:
    if x == 3:
        return "three"
    if x == "abc":
        return "text"
    if isinstance(x, list):
        return x[0]
    return type(x).__name__


def apply(f: Callable[[int], int], x: int) -> int:
    if f(x) > 3:
        return f(1)
    return x
