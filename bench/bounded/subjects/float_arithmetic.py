"""Conditions over IEEE floats, NaN among them."""


def is_itself(x: float) -> int:
    if x == x:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def neither(x: float, y: float) -> int:
    if not x < y and not x >= y:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def absorbed(x: float) -> int:
    if x > 0.0 and x + 9007199254740992.0 == 9007199254740992.0 and x > 0.5:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def added(x: float, y: float) -> int:
    if x + y == 1.1 and x > y > 0.1:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def infinite(x: float) -> int:
    if x * 2.0 == x and x != 0.0:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def rounding(x: float) -> int:
    if x + 0.1 == x + 0.2 and 0 < x < 1e17:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1
