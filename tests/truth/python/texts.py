"""Texts: characters of every plane, cases, blanks, patterns."""

import re


def beyond_ascii(s: str) -> int:
    if s == "naïve":  # beyond: is true: no ASCII
        return 1
    return 0


def astral(s: str) -> int:
    if len(s) == 1 and ord(s) > 0xFFFF:  # beyond: is true: no ASCII
        return 1
    return 0


def upper_grows(s: str) -> int:
    if len(s.upper()) > len(s):  # beyond: is true: no ASCII
        return 1
    return 0


def lower_of_upper(s: str) -> int:
    if len(s) == 1 and s.upper().lower() != s.lower():  # beyond: is true: no ASCII
        return 1
    return 0


def blank_is_more_than_a_space(s: str) -> int:
    if s.isspace() and s.strip(" \t\n\r\v\f") != "":
        return 1
    return 0


def digit_is_more_than_nine(s: str) -> int:
    if len(s) == 1 and s.isdigit() and s not in "0123456789":  # beyond: is true: no ASCII
        return 1
    return 0


def pattern_digit(s: str) -> int:
    if re.fullmatch(r"\d", s) and s not in "0123456789":
        return 1
    return 0


def pattern_end(s: str) -> int:
    if re.match(r"ab$", s) and s != "ab":
        return 1
    return 0


def stripped(s: str) -> int:
    if s.strip().startswith(" "):  # dead: is true: stripped
        return 1
    return 0


def split_joined(s: str) -> int:
    if ",".join(s.split(",")) != s:  # dead: is true: the inverse
        return 1
    return 0


def replaced(s: str) -> int:
    if "ab" in s.replace("ab", ""):
        return 1
    return 0


def longer(s: str) -> int:
    if len(s) > 5000:  # beyond: is true: longer than the scope
        return 1
    return 0


def found(s: str) -> int:
    at = s.find("xy")
    if at == len(s) - 1:
        return 1
    return 0


def found_nonempty(s: str) -> int:
    at = s.find("xy")
    if s and at == len(s) - 1:  # dead: is true: two characters are found, or -1 is not 0 or more
        return 1
    return 0


def compared(a: str, b: str) -> int:
    if a < b and a.startswith(b) and b:  # dead: is true: a longer text is greater than its prefix
        return 1
    return 0


def counted(s: str) -> int:
    if s.count("aa") == 2 and len(s) < 4:  # dead: is true: counted without overlap
        return 1
    return 0


def reversed_text(s: str) -> int:
    if len(s) == 4 and s == s[::-1] and s[0] != s[1]:
        return 1
    return 0


def titled(s: str) -> int:
    if s.istitle() and s.isupper():
        return 1
    return 0


def formatted(n: int) -> int:
    if f"{n}" == "-0":  # dead: is true: an int has one zero
        return 1
    if f"{n:03d}" == "007":
        return 2
    return 0


def formatted_float(x: float) -> int:
    if f"{x:.1f}" == "-0.0":
        return 1
    return 0


def encoded(s: str) -> int:
    if len(s) == 1 and len(s.encode()) == 4:
        return 1
    return 0


def surrogate(s: str) -> int:
    try:
        s.encode()
    except UnicodeEncodeError:
        return 1
    return 0


def lines(s: str) -> int:
    if len(s.splitlines()) > 1 and "\n" not in s and "\r" not in s:
        return 1
    return 0


def bytes_of(b: bytes) -> int:
    if len(b) == 2 and b[0] > 255:  # dead: is true: a byte
        return 1
    if b == b"\xff\x00":
        return 2
    return 0


def casefolded(s: str) -> int:
    if s.casefold() == "ss" and len(s) == 1:
        return 1
    return 0


def numeric_but_no_digit(s: str) -> int:
    if s.isnumeric() and not s.isdigit():
        return 1
    return 0


def partitioned(s: str) -> int:
    a, sep, b = s.partition("=")
    if sep == "" and b != "":  # dead: is true: nothing behind what is not there
        return 1
    if a + sep + b != s:  # dead: is true: the parts make the whole
        return 2
    return 0
