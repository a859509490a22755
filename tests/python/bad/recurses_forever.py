"""A recursion whose end is missed for negative numbers."""


def total(n: int) -> int:
    if n == 0:
        return 0
    return n + total(n - 1)


def ping(n: int) -> int:
    return pong(n) if n > 10 else n


def pong(n: int) -> int:
    return ping(n + 1)
