"""Flow: exceptions, generators, loops, closures, matching, classes of values."""

from enum import Enum
from typing import Literal, Optional, Union


class Colour(Enum):
    RED = 1
    GREEN = 2


def every_colour(c: Colour) -> int:
    if c is Colour.RED:
        return 1
    if c is Colour.GREEN:  # dead: is false: there are two
        return 2
    return 3


def literal(mode: Literal["r", "w"]) -> int:
    if mode == "r":
        return 1
    if mode == "w":  # dead: is false: the type has two values
        return 2
    return 3


def finally_wins(n: int) -> int:
    try:
        if n > 0:
            raise ValueError
        return 1
    except ValueError:
        return 2
    finally:
        if n == 5:
            n = 6


def never_raised(n: int) -> int:
    try:
        m = n + 1
    except ValueError:  # dead: is taken: a sum raises no such error
        return 1
    return m


def raised_by_callee(text: str) -> int:
    try:
        n = int(text)
    except ValueError:
        if text == "x1":
            return 1
        return 2
    return n


def looped(n: int) -> int:
    i = 0
    while i < n and i < 4:
        i += 1
    if i > 4:  # dead: is true: stops at four
        return 1
    if n >= 0 and i > n:  # dead: is true: stops at n
        return 2
    return i


def else_of_loop(xs: list[int]) -> int:
    for x in xs:
        if x == 3:
            break
    else:
        if 3 in xs:  # dead: is true: the loop would have left
            return 1
        return 2
    return 3


def gen(n: int):
    for i in range(n):
        yield i


def generated(n: int) -> int:
    total = sum(gen(n))
    if n == 3 and total != 3:  # dead: is true: 0 + 1 + 2
        return 1
    if total == 6:
        return 2
    return 0


def collatz(n: int) -> int:
    steps = 0
    while n != 1 and steps < 3:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    if steps == 3 and n == 1:
        return 1
    return 0


def optional(x: Optional[int]) -> int:
    if x:
        return 1
    if x is not None and x != 0:  # dead: is true: a falsy int is zero
        return 2
    return 0


def union(x: Union[int, str]) -> int:
    if isinstance(x, int):
        return 1
    if isinstance(x, str):  # dead: is false: the type has two members
        return 2
    return 3


def bool_is_int(x: int) -> int:
    if isinstance(x, bool):
        return 1
    return 0


class Animal:
    def __init__(self, legs: int) -> None:
        self.legs = legs

    def walks(self) -> bool:
        return self.legs > 0


class Fish(Animal):
    def __init__(self) -> None:
        super().__init__(0)

    def walks(self) -> bool:
        return False


# witness: subclass(Fish())
def subclass(a: Animal) -> int:
    if a.legs == 0 and type(a) is not Animal:
        return 1
    return 0


# witness: overridden((lambda f: (setattr(f, "legs", 4), f)[1])(Fish()))
def overridden(a: Animal) -> int:
    if a.legs > 0 and not a.walks():
        return 1
    return 0


class Even:
    def __init__(self, n: int) -> None:
        if n % 2:
            raise ValueError("odd")
        self.n = n

    # witness: (lambda e: (setattr(e, "n", 3), e.is_odd()))(Even(2))
    def is_odd(self) -> int:
        if self.n % 2 == 1:
            return 1
        return 0


def matched(x: object) -> int:
    match x:
        case int():
            return 1
        case str():
            return 2
        case [a, b]:
            return 3
        case {"k": v}:
            return 4
        case _:
            return 5


def walrus(xs: list[int]) -> int:
    if (n := len(xs)) > 2 and n < 2:  # dead: is true: both cannot be
        return 1
    return n


def chained(a: int, b: int, c: int) -> int:
    if a < b < c < a:  # dead: is true: no circle
        return 1
    return 0


def short_circuit(a: int) -> int:
    if a > 0 or 1 // 0:  # dead: is false: the division raises
        return 1
    return 0


def lambdas(n: int) -> int:
    fs = [lambda: i for i in range(3)]
    if fs[0]() != 2:  # dead: is true: closures see the last value
        return 1
    return n


def many(a: int, b: int, c: int) -> int:
    if a + b == 10 and b + c == 20 and a + c == 11:  # dead: is true: the sum would be odd
        return 1
    if a + b == 10 and b + c == 20 and a + c == 12:
        return 2
    return 0


def deep(n: int) -> int:
    if n <= 0:
        return 0
    return 1 + deep(n - 1)


def depth(n: int) -> int:
    if 0 <= n <= 5 and deep(n) != n:  # dead: is true: as deep as asked
        return 1
    return 0
