#: thermostat: paths: 5; covers: all; losses: none
#: rounding: paths: 13; covers: all; losses: 24 round() to decimal digits
#: mixed: paths: 41; covers: all; losses: 29 operator floordiv, 32 operator pow
#: roots: paths: 3; covers: all; losses: none
"""Floats: arithmetic, rounding, special values."""
import math


def thermostat(t: float) -> str:
    if math.isnan(t):
        return "nan"
    if t > 30.5:
        return "hot" if t != math.inf else "inf"
    if t * 2 + 1 < -7.25:
        return "cold"
    return "fine"


def rounding(x: float) -> object:
    if round(x) == 3:
        return math.floor(x), math.ceil(x), math.trunc(x)
    if x.is_integer():
        return int(x), -x, abs(x)
    return round(x, 1)


def mixed(x: float, n: int) -> object:
    if x == n and n > 2:
        return x / n, x % n, x // n
    if n and x / n > 4:
        return n - x, n * x, n + x
    return x <= n, x ** 2 if x < 10 else x


def roots(x: float) -> float:
    if math.sqrt(x) > 3:
        return math.fabs(-x)
    return float("1.5") + x
