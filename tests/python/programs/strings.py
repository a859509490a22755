#: greet: paths: 45; covers: all; losses: none
#: kinds: paths: 16; misses: 31 `s.isascii()` is false; losses: none
#: where: paths: 129; covers: all; losses: none
#: walk: paths: many; covers: all; losses: none
"""Strings: comparison, search, case, tests."""


def greet(name: str) -> str:
    if not name:
        return "nobody"
    if name == "bob":
        return "hi " + name.upper()
    if name.startswith("ab") and name.endswith("c"):
        return name.capitalize() * 2
    if name < "B":
        return name.swapcase()
    return name.lower()


def kinds(s: str) -> str:
    if s.isdigit():
        return "digits"
    if s.isalpha():
        return "upper" if s.isupper() else "mixed"
    if s.isalnum():
        return "both"
    if s.isspace():
        return "space"
    if s.isidentifier():
        return "name"
    return "rest" if s.isascii() else "none"


def where(s: str, c: str) -> object:
    if len(c) != 1:
        return None
    if c in s:
        return s.find(c), s.rfind(c), s.count(c), s.index(c)
    return s.find("a", 1), s.replace("b", c)


def walk(s: str) -> int:
    depth = 0
    for i, ch in enumerate(s):
        if ch == "(":
            depth += 1
        elif ch == ")":
            depth -= 1
            if depth < 0:
                return -i
    return depth
