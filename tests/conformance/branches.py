"""What every front end finds: the same functions stand in each language beside this file."""


def sign(x: int) -> int:
    if x > 0:  # expect: 2 covered
        return 1
    if x < 0:  # expect: 2 covered
        return -1
    return 0


def dead(x: int) -> int:
    if x > 10:  # expect: 2 covered
        if x < 5:  # expect: 1 covered, 1 unreachable
            return 1
        return 2
    return 3


def odd(x: int) -> int:
    if 2 * x + 1 == 10:  # expect: 1 covered
        return 1
    return 0


def needle(x: int) -> int:
    if x == 1000003:  # expect: 2 covered
        return 1
    return 0


def bits(x: int) -> int:
    if (x & 7) == 5:  # expect: 2 covered
        return 1
    if (x & 1) == 2:  # expect: 1 covered
        return 2
    return 0


def counted(n: int) -> int:
    total = 0
    i = 0
    while i < min(n, 3):  # expect: 2 covered
        total += i
        i += 1
    if total == 3:  # expect: 2 covered
        return 1
    if total == 2:  # expect: 1 covered
        return 2
    return 0


def divided(x: int, y: int) -> int:
    if y == 0:  # expect: 2 covered
        return -1
    if x % y == 4:  # expect: 2 covered
        return 1
    return 0


def called(x: int) -> int:
    if sign(x) == 1:  # expect: 2 covered
        if x == 0:  # expect: 1 covered, 1 unreachable
            return 1
        return 2
    return 3
