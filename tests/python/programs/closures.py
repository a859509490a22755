#: counter: paths: 3; covers: all; losses: none
#: keyed: paths: 26; covers: all; losses: none
#: doubled: paths: 8; misses: 38 `doubled.wrapper` is entered, 40 `result > 0` is true, 40 `result > 0` is false; losses: none
#: decorated: paths: 3; misses: 36 `doubled` is entered; losses: none
#: fib: paths: 6; covers: all; losses: none
#: gcd: paths: 11; covers: all; losses: none
#: flatten: paths: 85; covers: all; losses: none
#: higher: paths: many; covers: all; losses: none
#: unbound: paths: 15; covers: all; losses: 91 dict.fromkeys()
"""Closures, lambdas, decorators, recursion."""
import functools
from typing import List


def counter(n: int) -> object:
    count = 0

    def bump(by=1):
        nonlocal count
        if by > 3:
            count += by
        return count

    bump(n)
    return bump(n + 1)


def keyed(xs: List[int], n: int) -> object:
    shift = lambda v: v + n
    ys = sorted(xs[:2], key=lambda v: -v)
    if ys and shift(ys[0]) == 7:
        return list(map(shift, ys))
    return list(filter(lambda v: v > 2, xs))


def doubled(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        return result * 2 if result > 0 else result

    return wrapper


@doubled
def decorated(x: int) -> int:
    if x > 10:
        return x - 10
    return x


@functools.lru_cache(maxsize=None)
def fib(n: int) -> int:
    if n < 2:
        return n
    if n > 5:
        raise ValueError("large")
    return fib(n - 1) + fib(n - 2)


def gcd(a: int, b: int) -> int:
    if a < 0 or b < 0 or a > 20 or b > 20:
        return -1
    return a if b == 0 else gcd(b, a % b)


def flatten(xs: List[List[int]]) -> object:
    def go(item):
        if isinstance(item, list):
            return [leaf for part in item for leaf in go(part)]
        return [item]

    leaves = go(xs)
    return leaves if len(leaves) == 2 else None


def higher(s: str, xs: List[int]) -> object:
    if "," in s:
        try:
            return list(map(int, s.split(",")))
        except ValueError:
            return list(map(str.upper, s))
    words = sorted(["bb", s, "c"], key=len)
    xs.sort(key=abs)
    return words, max(xs, key=str, default=0), list(map(len, [s, xs])), list(map(ord, s[:1]))


def unbound(s: str, x: int) -> object:
    if str.startswith(s, "a"):
        return str.join("-", s), int.__add__(x, 1)
    return dict.fromkeys([x, 1]), str.lower(s), functools.reduce(max, [x, 3]), bytes.fromhex("0a")
