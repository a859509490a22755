"""Roman numerals from 1 to 3999."""

from typing import Dict, List, Tuple

VALUES: Dict[str, int] = {
    "I": 1,
    "V": 5,
    "X": 10,
    "L": 50,
    "C": 100,
    "D": 500,
    "M": 1000,
}

STEPS: List[Tuple[int, str]] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number: int) -> str:
    """Write a number as a numeral."""
    if not 1 <= number <= 3999:
        raise ValueError("out of range")
    numeral = ""
    for value, letters in STEPS:
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def from_roman(numeral: str) -> int:
    """Read a numeral in its only correct form."""
    if not numeral:
        raise ValueError("empty numeral")
    total = 0
    previous = 0
    for letter in reversed(numeral):
        value = VALUES.get(letter)
        if value is None:
            raise ValueError("bad letter " + letter)
        if value < previous:
            total -= value
        else:
            total += value
            previous = value
    if total > 3999 or to_roman(total) != numeral:
        raise ValueError("badly formed numeral")
    return total


def is_roman(text: str) -> bool:
    """Tell whether `text` is a correct numeral."""
    try:
        from_roman(text)
    except ValueError:
        return False
    return True


def add(first: str, second: str) -> str:
    """Add two numerals."""
    return to_roman(from_roman(first) + from_roman(second))
