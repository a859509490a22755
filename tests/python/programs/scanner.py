#: tokens: paths: many; covers: all; losses: none
#: balanced: paths: many; covers: all; losses: none
#: roman: paths: many; covers: all; losses: none
"""A hand-written scanner and a bracket matcher."""
from typing import List


def tokens(text: str) -> List[str]:
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isdigit():
            start = i
            while i < len(text) and text[i].isdigit():
                i += 1
            out.append(text[start:i])
            continue
        if c in "+-*":
            out.append(c)
        elif c != " ":
            raise ValueError(f"unexpected {c!r} at {i}")
        i += 1
    return out


def balanced(text: str) -> bool:
    stack = []
    pairs = {")": "(", "]": "["}
    for c in text:
        if c in pairs.values():
            stack.append(c)
        elif c in pairs:
            if not stack or stack.pop() != pairs[c]:
                return False
    return not stack


def roman(s: str) -> int:
    values = {"I": 1, "V": 5, "X": 10}
    total = 0
    for a, b in zip(s, s[1:] + "I"):
        if values[a] < values[b]:
            total -= values[a]
        else:
            total += values[a]
    return total
