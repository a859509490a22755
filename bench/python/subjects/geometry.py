"""Points and rectangles in the plane."""

from dataclasses import dataclass
from typing import List, Optional


@dataclass(frozen=True)
class Point:
    """A point with integer coordinates."""

    x: int
    y: int

    def quadrant(self) -> int:
        """Return 1 to 4, or 0 on an axis."""
        if self.x == 0 or self.y == 0:
            return 0
        if self.x > 0:
            return 1 if self.y > 0 else 4
        return 2 if self.y > 0 else 3


@dataclass
class Rectangle:
    """A rectangle along the axes, known by two corners."""

    left: int
    bottom: int
    right: int
    top: int

    def area(self) -> int:
        """Return the area, 0 for an empty rectangle."""
        if self.right <= self.left or self.top <= self.bottom:
            return 0
        return (self.right - self.left) * (self.top - self.bottom)

    def contains(self, point: Point) -> bool:
        """Tell whether a point is inside or on the edge."""
        if point.x < self.left or point.x > self.right:
            return False
        return self.bottom <= point.y <= self.top

    def intersection(self, other: "Rectangle") -> Optional["Rectangle"]:
        """Return the common part, if it has an area."""
        common = Rectangle(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )
        if common.area() == 0:
            return None
        return common

    def grow(self, margin: int) -> None:
        """Move every edge outwards; a rectangle may not turn inside out."""
        if 2 * margin < self.left - self.right:
            raise ValueError("margin too small")
        if 2 * margin < self.bottom - self.top:
            raise ValueError("margin too small")
        self.left -= margin
        self.bottom -= margin
        self.right += margin
        self.top += margin

    def repok(self) -> bool:
        """The corners are in order."""
        return self.left <= self.right and self.bottom <= self.top


def orientation(a: Point, b: Point, c: Point) -> str:
    """Say which way the path from a over b to c turns."""
    cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    if cross > 0:
        return "left"
    if cross < 0:
        return "right"
    return "straight"


def doubled_area(corners: List[Point]) -> int:
    """Return twice the area of a polygon."""
    if len(corners) < 3:
        raise ValueError("three corners expected")
    total = 0
    for index, corner in enumerate(corners):
        following = corners[(index + 1) % len(corners)]
        total += corner.x * following.y - following.x * corner.y
    return abs(total)


def bounding_box(points: List[Point]) -> Optional[Rectangle]:
    """Return the smallest rectangle around some points."""
    if not points:
        return None
    box = Rectangle(points[0].x, points[0].y, points[0].x, points[0].y)
    for point in points[1:]:
        if point.x < box.left:
            box.left = point.x
        elif point.x > box.right:
            box.right = point.x
        if point.y < box.bottom:
            box.bottom = point.y
        elif point.y > box.top:
            box.top = point.y
    return box
