#: cleaned: paths: 8; covers: all; losses: none
#: weighed: paths: 15; covers: all; losses: none
#: named: paths: 27; covers: all; losses: none
"""A lookup in a large table: one decision for a character, not one for each key."""

TABLE = {chr(0x2000 + i): chr(33 + i % 20) for i in range(170)}


def cleaned(text: str) -> str:
    text = "".join(TABLE.get(x, x) for x in text)
    if len(text) != 4:
        return "length"
    if text[0] == "F":
        return "first"
    return "other"


VALUES = {letter: number for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 10)}


def weighed(text: str) -> str:
    total = 0
    for position, letter in enumerate(text):
        total += VALUES[letter] * (position + 1)
    if total == 401:
        return "found"
    return "other"


def named(letter: str) -> int:
    value = VALUES.get(letter)
    if value is None:
        return 0
    if value == 35:
        return 1
    return 2
