#: key_value: paths: many; covers: all; losses: none
#: fields: paths: 62; covers: all; losses: none
#: words: paths: many; covers: all; losses: none
#: affixes: paths: many; covers: all; losses: 40 str.center
"""split, join, strip, partition and their like."""


def key_value(line: str) -> object:
    line = line.strip()
    if not line or line.startswith("#"):
        return None
    key, sep, value = line.partition("=")
    if not sep:
        raise ValueError(f"no value: {key}")
    return key.rstrip(), value.lstrip()


def fields(s: str) -> object:
    parts = s.split(",")
    if len(parts) == 3:
        return "-".join(parts)
    if len(parts) == 2 and parts[0] == "x":
        return parts[1:]
    return len(parts)


def words(s: str) -> object:
    found = s.split()
    if len(found) == 2:
        return found[::-1]
    head, _, tail = s.rpartition(".")
    return head, tail, s.splitlines()


def affixes(s: str) -> object:
    if s.removeprefix("un") != s:
        return s.removesuffix("x")
    if s.strip("ab") == "":
        return s.rsplit("a", 1), s.split("b", 1)
    return s.zfill(5), s.ljust(4, "."), s.rjust(3), s.center(4)
