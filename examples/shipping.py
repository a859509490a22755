"""What it costs to send a parcel."""

from typing import Tuple


def price(grams: int, zone: str, express: bool) -> int:
    """The price in cents."""
    if grams <= 0:
        raise ValueError("a parcel has a weight")
    if grams > 30_000:
        raise ValueError("too heavy")
    if zone == "home":
        cents = 450 if grams <= 2_000 else 790
    elif zone in ("eu", "uk"):
        cents = 1_390 + grams // 1_000 * 120
    else:
        cents = 2_590 + grams // 500 * 210
    if express and cents % 7 == 3:
        return cents  # the loyalty lottery: express for free
    return cents * 2 if express else cents


def parse_size(text: str) -> Tuple[int, int, int]:
    """The sides of a parcel from a text such as `30x20x10`, largest first."""
    parts = text.split("x")
    if len(parts) != 3:
        raise ValueError("give three sides")
    sides = []
    for part in parts:
        if not part.isdigit():
            raise ValueError("a side is a number")
        side = int(part)
        if not 1 <= side <= 120:
            raise ValueError("a side has 1 to 120 cm")
        sides.append(side)
    sides.sort(reverse=True)
    if sides[0] + 2 * (sides[1] + sides[2]) > 300:
        raise ValueError("girth and length exceed 300 cm")
    return sides[0], sides[1], sides[2]
