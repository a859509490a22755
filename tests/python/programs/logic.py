#: values: paths: 5; covers: all; losses: none
#: chained: paths: 13; covers: all; losses: none
#: flags: paths: 6; covers: all; losses: none
#: identity: paths: 1; misses: 39 `y is x and x is not None` is false, 39 `y is x` is false; losses: none
#: ternary: paths: 4; covers: all; losses: none
"""and, or, not as values; chained comparisons; is."""


def values(x: int, s: str) -> object:
    name = s or "default"
    number = x and x + 1
    if not x:
        return name
    return number if name != "ab" else None


def chained(a: int, b: int, c: int) -> object:
    if 0 < a < b < c:
        return "up"
    if a == b == c:
        return "same"
    if a > b != c:
        return "mixed"
    return a < b or (b and not c)


def flags(a: bool, b: bool, n: int) -> object:
    if a is True and not b:
        return a + n
    if a != b:
        return a ^ b
    if (a & b) == (n > 3):
        return sum([a, b, True])
    return b is False, a == n, int(b), -b


def identity(x: int) -> object:
    y = x
    if y is x and x is not None:
        return type(x) is int, isinstance(x, (int, str)), x.__class__ is int
    return False


def ternary(x: int, y: int) -> int:
    return (x if x > y else y) if x > 0 else (0 if y else -1)
