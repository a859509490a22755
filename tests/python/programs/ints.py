#: classify: paths: 5; covers: all; losses: none
#: divide: paths: 5; covers: all; losses: none
#: bits: paths: 5; covers: all; losses: none
#: digits: paths: 6; covers: all; losses: none
#: powers: paths: 11; misses: 51 `round(x, -1) == 20` is true; losses: 48 pow() with three arguments, 50 operator pow, 50 pow() with three arguments, 51 round() to decimal digits
"""Integers: arithmetic, comparisons, bits."""


def classify(x: int, y: int) -> str:
    if x + y > 100:
        return "large"
    if x * 3 - y == 42:
        return "line"
    if x < 0 <= y:
        return "left"
    return "other"


def divide(a: int, b: int) -> int:
    q, r = divmod(a, b)
    if r == 2 and q < 0:
        return a // b
    if a % b == 1:
        return -(a % -b)
    return abs(a) - b


def bits(x: int) -> int:
    if x & 1 and x >> 3 == 5:
        return x << 2
    if x ^ 21 == 4:
        return ~x
    if x | 8 == 9:
        return -x
    return x ** 2


def digits(n: int) -> int:
    count = 0
    while n > 0 and count < 4:
        n //= 10
        count += 1
    return count


def powers(x: int) -> object:
    if x ** 3 == -27:
        return pow(x, 2, 5)
    if x == 5:
        return 2 ** x, x ** -1, pow(3, x, 7)
    if round(x, -1) == 20:
        return x.bit_length()
    return int(x), float(x) if x < 10 else bool(x)
