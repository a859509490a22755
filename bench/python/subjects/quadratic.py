"""Real roots of polynomials of degree two or less."""

import math
from typing import List


def discriminant(a: float, b: float, c: float) -> float:
    """Return b*b - 4*a*c."""
    return b * b - 4.0 * a * c


def linear_root(b: float, c: float) -> List[float]:
    """Return the root of b*x + c, or no root."""
    if b == 0.0:
        if c == 0.0:
            raise ValueError("every number is a root")
        return []
    return [-c / b]


def roots(a: float, b: float, c: float) -> List[float]:
    """Return the real roots of a*x*x + b*x + c in ascending order."""
    for coefficient in (a, b, c):
        if math.isnan(coefficient) or math.isinf(coefficient):
            raise ValueError("finite coefficients expected")
    if a == 0.0:
        return linear_root(b, c)
    inner = discriminant(a, b, c)
    if inner < 0.0:
        return []
    if inner == 0.0:
        return [-b / (2.0 * a)]
    root = math.sqrt(inner)
    first = (-b - root) / (2.0 * a)
    second = (-b + root) / (2.0 * a)
    if first > second:
        first, second = second, first
    return [first, second]


def shape(a: float, b: float, c: float) -> str:
    """Name the curve and where it lies with respect to the axis."""
    if a == 0:
        return "line" if b != 0 else "constant"
    opening = "up" if a > 0 else "down"
    inner = discriminant(a, b, c)
    if inner > 0:
        return opening + ", crosses"
    if inner == 0:
        return opening + ", touches"
    return opening + ", apart"


def integer_roots(b: int, c: int, limit: int) -> List[int]:
    """Return the roots of x*x + b*x + c between -limit and limit."""
    if limit < 0 or limit > 50:
        raise ValueError("limit out of range")
    found = []
    for x in range(-limit, limit + 1):
        if x * x + b * x + c == 0:
            found.append(x)
            if len(found) == 2:
                break
    return found
