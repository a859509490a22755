"""Integer arithmetic modulo a number."""

from typing import List, Tuple


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor, never negative."""
    if a < 0:
        a = -a
    if b < 0:
        b = -b
    while b:
        a, b = b, a % b
    return a


def lcm(a: int, b: int) -> int:
    """Return the least common multiple, 0 if either number is 0."""
    if a == 0 or b == 0:
        return 0
    return abs(a * b) // gcd(a, b)


def extended_gcd(a: int, b: int) -> Tuple[int, int, int]:
    """Return (g, x, y) with a*x + b*y == g for two natural numbers."""
    if a < 0 or b < 0:
        raise ValueError("natural numbers expected")
    x, next_x = 1, 0
    y, next_y = 0, 1
    while b:
        quotient = a // b
        a, b = b, a - quotient * b
        x, next_x = next_x, x - quotient * next_x
        y, next_y = next_y, y - quotient * next_y
    return a, x, y


def inverse(a: int, modulus: int) -> int:
    """Return the number that multiplied by `a` gives 1 modulo `modulus`."""
    if modulus < 2:
        raise ValueError("modulus below 2")
    divisor, x, _ = extended_gcd(a % modulus, modulus)
    if divisor != 1:
        raise ValueError("not invertible")
    return x % modulus


def power(base: int, exponent: int, modulus: int) -> int:
    """Return base**exponent modulo `modulus` by repeated squaring."""
    if modulus < 1:
        raise ValueError("modulus below 1")
    if exponent < 0:
        base = inverse(base, modulus)
        exponent = -exponent
    result = 1 % modulus
    base %= modulus
    while exponent > 0:
        if exponent % 2 == 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent //= 2
    return result


def factors(number: int) -> List[int]:
    """Return the prime factors in ascending order."""
    if number < 1:
        raise ValueError("positive number expected")
    found = []
    divisor = 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            found.append(divisor)
            number //= divisor
        elif divisor == 2:
            divisor = 3
        else:
            divisor += 2
    if number > 1:
        found.append(number)
    return found
