#: version: paths: many; misses: 17 `major > 9` is true; losses: 16 int()
#: clock: paths: 7; covers: all; losses: none
#: query: paths: many; covers: all; losses: none
#: runs: paths: 64; covers: all; losses: none
#: caesar: paths: many; covers: all; losses: none
#: number: paths: many; covers: all; losses: none
#: hexadecimal: paths: 9; covers: all; losses: 83 int()
"""Parsing small formats."""
from typing import Dict, List, Tuple


def version(s: str) -> Tuple[int, int]:
    parts = s.split(".")
    if len(parts) != 2:
        raise ValueError("two parts")
    major, minor = map(int, parts)
    if major > 9:
        return (9, 0)
    return major, minor


def clock(s: str) -> int:
    if len(s) != 5 or s[2] != ":":
        return -1
    hours, minutes = s[:2], s[3:]
    if not (hours.isdigit() and minutes.isdigit()):
        return -2
    if int(hours) > 23 or int(minutes) > 59:
        return -3
    return int(hours) * 60 + int(minutes)


def query(s: str) -> Dict[str, str]:
    out = {}
    for pair in s.split("&"):
        if "=" not in pair:
            continue
        key, value = pair.split("=", 1)
        if key in out:
            raise KeyError(key)
        out[key] = value
    return out


def runs(s: str) -> List[str]:
    out = []
    for c in s:
        if out and out[-1][0] == c:
            out[-1] += c
        else:
            out.append(c)
    return [f"{len(x)}{x[0]}" for x in out]


def caesar(s: str, k: int) -> str:
    out = ""
    for c in s:
        if "a" <= c <= "z":
            out += chr((ord(c) - 97 + k) % 26 + 97)
        else:
            out += c
    return "hit" if out == "cab" else out


def number(s: str) -> object:
    s = s.strip()
    sign = 1
    if s and s[0] in "+-":
        sign = -1 if s[0] == "-" else 1
        s = s[1:]
    if not s:
        return None
    total = 0
    for c in s:
        if not "0" <= c <= "9":
            return None
        total = total * 10 + ord(c) - ord("0")
    return min(sign * total, 99)


def hexadecimal(s: str) -> object:
    try:
        return int(s, 16) + int("0x1f", 0)
    except ValueError as error:
        return type(error).__name__
