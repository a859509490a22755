#: Refused.__init__: paths: 54; misses: 43 `Guard.__init__` is entered; losses: none
#: parse: paths: many; misses: 43 `Guard.__init__` is entered; losses: 19 int()
#: nested: paths: 84; covers: all; losses: none
#: Guard.__init__: paths: 1; covers: all; losses: none
#: managed: paths: 3; covers: all; losses: none
#: asserts: paths: 2; covers: all; losses: none
"""try, except, else, finally, raise, with."""
from typing import List


class Refused(Exception):
    def __init__(self, code: int):
        super().__init__(f"code {code}")
        self.code = code


def parse(s: str) -> int:
    try:
        value = int(s)
    except ValueError:
        return -1
    else:
        if value > 50:
            raise Refused(value)
    finally:
        s += "!"
    return value


def nested(xs: List[int], i: int) -> object:
    try:
        try:
            return 10 // xs[i]
        except ZeroDivisionError as error:
            raise RuntimeError("zero") from error
    except IndexError:
        return "index"
    except (RuntimeError, KeyError) as error:
        return str(error)


class Guard:
    def __init__(self, swallow):
        self.swallow = swallow
        self.log = []

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append(kind.__name__ if kind else "out")
        return self.swallow


def managed(x: int, swallow: bool) -> object:
    with Guard(swallow) as guard:
        if x == 3:
            raise Refused(x)
        guard.log.append(x)
    return guard.log


def asserts(x: int) -> int:
    y = x + 1
    assert y != 4, f"bad {y}"
    return y
