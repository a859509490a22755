"""Identifiers and versions."""


def snake(name: str) -> str:
    """`someName` as `some_name`."""
    words = ""
    for index, character in enumerate(name):
        if character.isupper():
            if index > 0:
                words += "_"
            words += character.lower()
        else:
            words += character
    return words


def compare_versions(left: str, right: str) -> int:
    """-1, 0 or 1."""
    ours = [int(part) for part in left.split(".")]
    theirs = [int(part) for part in right.split(".")]
    while len(ours) < len(theirs):
        ours.append(0)
    while len(theirs) < len(ours):
        theirs.append(0)
    for one, other in zip(ours, theirs):
        if one != other:
            return -1 if one < other else 1
    return 0


def checksum(digits: str) -> bool:
    """Luhn's."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit)
        if index % 2 == 1:
            value *= 2
            if value > 9:
                value -= 9
        total += value
    return total % 10 == 0


def abbreviate(text: str, width: int) -> str:
    if width < 4:
        raise ValueError("too narrow")
    if len(text) <= width:
        return text
    return text[: width - 3] + "..."
