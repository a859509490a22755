#: word: paths: 2; covers: all; losses: none
#: kind: paths: 10; misses: 21 `s.isalpha()` is false, 23 `s.isdigit()` is true, 23 `s.isdigit()` is false; losses: none
#: shout: paths: 11; misses: 30 `t == 'É!'` is true, 32 `t != s and len(t) > len(s)` is true; losses: none
#: width: paths: 5; covers: all; losses: none
#: blank: paths: 72; misses: 49 `len(s.strip()) == 0 and s and ('\xa0' in s)` is true; losses: none
#: matched: paths: 12; covers: all; losses: 55 re.fullmatch()
"""Characters beyond ASCII as inputs."""
import re
import unicodedata


def word(s: str) -> int:
    if s == "naïve":
        return 1
    return 0


def kind(s: str) -> str:
    if s.isascii():
        return "plain"
    if s.isalpha():
        return "letters"
    if s.isdigit():
        return "digits"
    return "other"


def shout(s: str) -> str:
    t = s.upper()
    if t == "É!":
        return "eacute"
    if t != s and len(t) > len(s):
        return "longer"
    return t


def width(ch: str) -> int:
    if len(ch) != 1:
        raise ValueError(ch)
    code = ord(ch)
    if 0x4E00 <= code <= 0x9FFF:
        return 2
    if code > 0xFF:
        return 3
    return 1


def blank(s: str) -> int:
    if len(s.strip()) == 0 and s and "\u00a0" in s:
        return 1
    return len(s.split())


def matched(s: str) -> bool:
    return re.fullmatch(r"\w+", s) is not None and "é" in s
