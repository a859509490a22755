"""Classification of triangles by their sides."""

from enum import Enum


class Kind(Enum):
    """What the sides of a triangle have in common."""

    EQUILATERAL = "equilateral"
    ISOSCELES = "isosceles"
    SCALENE = "scalene"


class Angle(Enum):
    """The largest angle of a triangle."""

    ACUTE = 1
    RIGHT = 2
    OBTUSE = 3


def is_triangle(a: int, b: int, c: int) -> bool:
    """Tell whether a triangle has these sides."""
    if a <= 0 or b <= 0 or c <= 0:
        return False
    return a + b > c and a + c > b and b + c > a


def kind(a: int, b: int, c: int) -> Kind:
    """Classify by equal sides."""
    if not is_triangle(a, b, c):
        raise ValueError("not a triangle")
    if a == b and b == c:
        return Kind.EQUILATERAL
    if a == b or b == c or a == c:
        return Kind.ISOSCELES
    return Kind.SCALENE


def angle(a: int, b: int, c: int) -> Angle:
    """Classify by the largest angle."""
    if not is_triangle(a, b, c):
        raise ValueError("not a triangle")
    if b > a:
        a, b = b, a
    if c > a:
        a, c = c, a
    difference = b * b + c * c - a * a
    if difference > 0:
        return Angle.ACUTE
    if difference < 0:
        return Angle.OBTUSE
    return Angle.RIGHT


def compare(first: Kind, second: Kind) -> int:
    """Order kinds by how regular they are: -1, 0 or 1."""
    order = [Kind.SCALENE, Kind.ISOSCELES, Kind.EQUILATERAL]
    left = order.index(first)
    right = order.index(second)
    if left < right:
        return -1
    if left > right:
        return 1
    return 0
