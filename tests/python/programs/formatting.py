#: plain: paths: many; covers: all; losses: none
#: old: paths: 90; covers: all; losses: none
#: text_of: paths: many; covers: all; losses: none
#: numbers: paths: 18; covers: all; losses: none
"""f-strings, format, %, str, repr."""


def plain(x: int, s: str) -> str:
    text = f"{s}={x}"
    if text == "a=-5":
        return "found"
    if len(f"{x}") == 3:
        return f"{x:>5}|{s!r}"
    return f"{x!s}{s:3}"


def old(x: int, s: str) -> str:
    if x == 7:
        return "%d %s" % (x, s)
    return "{}-{n}".format(x, n=s)


def text_of(x: int) -> object:
    s = str(x)
    if s == s[::-1] and len(s) == 3:
        return "palindrome"
    return repr(x), s.zfill(4), "%05d" % x


def numbers(f: float, b: bool) -> str:
    if b:
        return f"{f:.2f}"
    return f"{b} {f} {b:d}"
