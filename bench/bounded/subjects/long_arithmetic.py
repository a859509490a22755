"""Conditions over large integers with division and multiplication."""


def product(x: int, y: int) -> int:
    if x * y == 9876543210 and x > 1000 and y > 1000:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def quotient(x: int, y: int) -> int:
    if y > 0 and x // y == 123456789 and x % y == 77:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def quotients(a: int, b: int, c: int) -> int:
    if (a + b) // 239872938472213 + (b + c) // 934898348272837 == 10000:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def six_quotients(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    if (a + b) // 239872938472213 + (c + d) // 934898348272837 + (e + f) // 343847232124345 == 31415:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1
