"""Matching of names against patterns with *, ? and [...]."""

from typing import List, Tuple


def parse_class(pattern: str, start: int) -> Tuple[str, bool, int]:
    """Read a class after its [: its characters, negation and end."""
    position = start
    negated = False
    if position < len(pattern) and pattern[position] == "!":
        negated = True
        position += 1
    chars = ""
    while position < len(pattern) and (pattern[position] != "]" or not chars):
        is_range = position + 2 < len(pattern) and pattern[position + 1] == "-"
        if is_range and pattern[position + 2] != "]":
            first, last = ord(pattern[position]), ord(pattern[position + 2])
            if first > last:
                raise ValueError("empty range")
            for code in range(first, min(last, first + 255) + 1):
                chars += chr(code)
            position += 3
        else:
            chars += pattern[position]
            position += 1
    if position >= len(pattern):
        raise ValueError("class not closed")
    return chars, negated, position + 1


def matches(pattern: str, name: str) -> bool:
    """Tell whether the whole name matches the pattern."""
    p = n = 0
    star = -1
    star_name = 0
    while n < len(name):
        if p < len(pattern) and pattern[p] == "*":
            star = p
            star_name = n
            p += 1
            continue
        step = 0
        if p < len(pattern):
            if pattern[p] == "?":
                step = 1
            elif pattern[p] == "[":
                chars, negated, end = parse_class(pattern, p + 1)
                if (name[n] in chars) != negated:
                    step = end - p
            elif pattern[p] == name[n]:
                step = 1
        if step:
            p += step
            n += 1
        elif star >= 0:
            star_name += 1
            n = star_name
            p = star + 1
        else:
            return False
    while p < len(pattern) and pattern[p] == "*":
        p += 1
    return p == len(pattern)


def select(names: List[str], include: str, exclude: str) -> List[str]:
    """Keep the names that match one pattern and not the other."""
    kept = []
    for name in names:
        if not matches(include, name):
            continue
        if exclude and matches(exclude, name):
            continue
        kept.append(name)
    return kept
