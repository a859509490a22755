"""Identity: what `is` says of numbers and texts is the interpreter's own affair."""


# witness: small_ints(5, 5)
def small_ints(a: int, b: int) -> int:
    if a == b:
        if a is b:
            return 1
        return 2
    return 0


# witness: large_ints(1000, int("1000"))
# witness: (lambda n: large_ints(n, n))(1000)
def large_ints(a: int, b: int) -> int:
    if a == b and a > 500:
        if a is not b:
            return 1
        return 2
    return 0


# witness: texts("ab", "ab")
# witness: texts("ab", "".join(["a", "b"]))
def texts(a: str, b: str) -> int:
    if a == b and len(a) == 2:
        if a is b:
            return 1
        return 2
    return 0


def empty_text(a: str) -> int:
    if a == "" and a is "":  # noqa: F632
        return 1
    return 0


# witness: is_constant(7)
def is_constant(n: int) -> int:
    if n is 7:  # noqa: F632
        return 1
    return 0


def is_none(x: int | None) -> int:
    if x is None:
        return 1
    if x == None:  # noqa: E711  # dead: is true: an int does not equal None
        return 2
    return 0


def is_true(flag: bool) -> int:
    if flag is True:
        return 1
    if flag is False:  # dead: is false: a bool has two values
        return 2
    return 3


# witness: int_is_true(1)
def int_is_true(n: int) -> int:
    if n == 1 and n is not True:
        return 1
    return 0


# witness: tuples((1, 2), (1, 2))
def tuples(a: tuple[int, int], b: tuple[int, int]) -> int:
    if a == b:
        if a is b:
            return 1
        return 2
    return 0


# witness: same_float(1.5)
def same_float(x: float) -> int:
    y = x
    if y is x:  # dead: is false: one object
        return 1
    return 0


# witness: computed(3)
def computed(n: int) -> int:
    m = n + 0
    if m is n:
        return 1
    return 0


def address(a: list[int]) -> int:
    if id(a) % 2 == 1:
        return 1
    return 0
