"""Numbers: what is written down of each is true of every int, float and bool that Python has.

`dead: is true` (or `false`) behind a decision says that no input makes it so, and why. Every
other outcome can be reached; where that is not plain, a `witness` above the function does it.
"""

import math


# witness: huge_int_of_float(1e40)
def huge_int_of_float(x: float) -> int:
    n = int(x)
    if n > 10**30:
        return 1
    return 0


# witness: huge_trunc(-1e300)
def huge_trunc(x: float) -> int:
    if math.trunc(x) < -(10**200):
        return 1
    return 0


# witness: huge_round(1e25)
def huge_round(x: float) -> int:
    if round(x) == 10000000000000000905969664:
        return 1
    return 0


# witness: huge_ceil(1.5e19)
def huge_ceil(x: float) -> int:
    if math.ceil(x) > 2**63:
        return 1
    return 0


# witness: huge_floor(-1.5e19)
def huge_floor(x: float) -> int:
    if math.floor(x) < -(2**63):
        return 1
    return 0


# witness: half_even(2.5)
def half_even(x: float) -> int:
    if 2.4 < x < 2.6 and round(x) == 2:
        return 1
    return 0


def truncated_is_near(x: float) -> int:
    if x != x or x in (math.inf, -math.inf):
        return 2
    if abs(int(x)) > abs(x):  # dead: is true: truncation goes towards zero
        return 1
    return 0


def large_product(a: int, b: int) -> int:
    if a * b == 2**100:  # beyond: is: 2**100 has more than 64 bits
        return 1
    return 0


def square(n: int) -> int:
    if n * n < 0:  # dead: is true: the square of an int is not negative
        return 1
    return 0


def floor_division(a: int, b: int) -> int:
    if b == 0:
        return -1
    if a // b * b + a % b != a:  # dead: is true: the law of division
        return 1
    return 0


def remainder_sign(a: int, b: int) -> int:
    if b > 0 and a % b < 0:  # dead: is true: a remainder has its divisor's sign
        return 1
    return 0


def negative_zero(x: float) -> int:
    if x == 0.0:
        if math.copysign(1.0, x) < 0:
            return 1
        return 2
    return 0


def not_reflexive(x: float) -> int:
    if x != x:
        return 1
    return 0


def absorbed(x: float) -> int:
    if x > 1.0 and x + 1.0 == x:
        return 1
    return 0


def not_associative(a: float, b: float, c: float) -> int:
    if (a + b) + c != a + (b + c):
        return 1
    return 0


# witness: big_int_beside_float(2**53 + 1)
def big_int_beside_float(n: int) -> int:
    if float(n) != n:
        return 1
    return 0


# witness: int_and_float_are_compared_exactly(2**60 + 1)
def int_and_float_are_compared_exactly(n: int) -> int:
    if n > 2.0**60 and n < 2.0**60 + 2.0:  # dead: is true: there is no float between; the sum is the same
        return 1
    return 0


def overflowing_float(n: int) -> int:
    if n > 10:
        x = 2.0**n * 1e300
        if x == math.inf:
            return 1
    return 0


def true_is_one(flag: bool, n: int) -> int:
    if flag == n and n > 1:  # dead: is true: a bool equals 0 or 1 only
        return 1
    return 0


def bool_sum(a: bool, b: bool, c: bool) -> int:
    if a + b + c == 3:
        return 3
    if a + b + c > 3:  # dead: is true: three flags are three at most
        return 4
    return 0


def shifted(n: int) -> int:
    if n > 0 and (1 << n) > 2**70:  # beyond: is true: more than 64 bits
        return 1
    return 0


def masked(n: int) -> int:
    if (n & 0xFF) > 255:  # dead: is true: eight bits
        return 1
    if n & 1 and n % 2 == 0:  # dead: is true: the last bit is the remainder
        return 2
    return 0


def inverted(n: int) -> int:
    if ~n == n:  # dead: is true: no int is its complement
        return 1
    return 0


def negative_power(n: int) -> int:
    if n == -1 and 2**n == 0.5:
        return 1
    return 0


def between(x: float) -> int:
    if 0.1 < x < 0.10000000000000002:  # dead: is true: neighbours
        return 1
    return 0


def divided_text(n: int) -> int:
    if n / 3 == 1 / 3:
        return 1
    if n / 3 == 0.33:  # dead: is true: no int third
        return 2
    return 0


def bit_length(n: int) -> int:
    if n.bit_length() > 100:
        return 1
    return 0


def is_integer(x: float) -> int:
    if x.is_integer() and x > 2.0**52:
        return 1
    if not x.is_integer() and x > 2.0**53 and x != math.inf:  # dead: is true: floats that large are whole
        return 2
    return 0


def parsed(text: str) -> int:
    if len(text) == 3 and int(text) < 0:
        return 1
    return 0


# witness: parsed_digits("٣")
def parsed_digits(text: str) -> int:
    if len(text) == 1 and not ("0" <= text <= "9"):
        if int(text) == 3:
            return 1
    return 0


def hashed(x: float, n: int) -> int:
    if hash(x) == hash(n) and x != n:
        return 1
    return 0


def divmod_law(a: int, b: int) -> int:
    if b != 0:
        q, r = divmod(a, b)
        if q * b + r != a:  # dead: is true: the law of division
            return 1
    return 0


def fmod_sign(a: float, b: float) -> int:
    if b > 0 and a % b == b:
        return 1
    return 0
