"""Linear conditions over integers."""


def times_less(x: int, z: int) -> int:
    if x * 3217 < z and x > 0 and x < 100000:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def times_equals(x: int, z: int) -> int:
    if x * 9973 == z and x > 1000 and z > 0:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def linear_equation(x: int, y: int, z: int) -> int:
    if 3 * x + 5 * y - 7 * z == 1234 and x > y > z > 10 and x < 10000:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1


def modulo(x: int, y: int) -> int:
    if x % 97 == 13 and y % 89 == 11 and x - y == 1000 and y > 0 and x > 0:
        return 0  # everypath: goal 0
    return 1  # everypath: goal 1
