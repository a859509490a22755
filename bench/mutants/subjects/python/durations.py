"""Durations as people write them."""

UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def parse_duration(text: str) -> int:
    """Seconds of `1d2h`."""
    total = 0
    number = ""
    for character in text:
        if character.isdigit():
            number += character
        elif character in UNITS and number:
            total += int(number) * UNITS[character]
            number = ""
        else:
            raise ValueError(f"not a duration: {text}")
    if number:
        raise ValueError("a number without a unit")
    return total


def show_duration(seconds: int) -> str:
    """The shortest way to write it."""
    if seconds < 0:
        raise ValueError("it has passed")
    parts = []
    for unit, size in UNITS.items():
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0s"


def backoff(attempt: int, base: float = 0.5, cap: float = 30.0) -> float:
    """Seconds to wait before another attempt."""
    if attempt < 1:
        raise ValueError("attempts are counted from one")
    return min(cap, base * 2 ** (attempt - 1))
