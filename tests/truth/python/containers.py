"""Containers: equality after identity, order, hashes, lengths."""

from typing import Iterable


# witness: nan_in_list((lambda n: [n])(float("nan")), float("nan"))
def nan_in_list(xs: list[float], y: float) -> int:
    if y != y and len(xs) == 1 and xs[0] != xs[0]:
        if y in xs:
            return 1
        return 2
    return 0


# witness: nan_in_own_list([float("nan")])
def nan_in_own_list(xs: list[float]) -> int:
    if len(xs) == 1 and xs[0] != xs[0]:
        if xs[0] in xs:
            return 1
        return 2  # dead: identity comes before equality
    return 0


# witness: lists_of_nan(float("nan"))
def lists_of_nan(x: float) -> int:
    if x != x:
        if [x] == [x]:  # dead: is false: identity comes before equality
            return 1
        return 2
    return 0


def tuple_of_nan(x: float) -> int:
    if (x, 1) != (x, 1):  # dead: is true: identity comes before equality
        return 1
    return 0


def set_of_nan(x: float) -> int:
    if x != x:
        s = {x}
        if x in s:  # dead: is false: identity comes before equality
            return 1
        return 2
    return 0


# witness: two_nans(float("nan"), float("nan"))
def two_nans(x: float, y: float) -> int:
    if x != x and y != y:
        if len({x, y}) == 2:
            return 1
        return 2
    return 0


def nan_key(x: float) -> int:
    d = {x: 1}
    if d.get(x) != 1:  # dead: is true: identity comes before equality
        return 1
    return 0


def count_of_nan(x: float) -> int:
    xs = [x, x]
    if xs.count(x) == 0:  # dead: is true: identity comes before equality
        return 1
    if x != x and xs.index(x) == 0:
        return 2
    return 0


def key_of_many_kinds(n: int) -> int:
    d = {1: "int", 1.0: "float", True: "bool"}
    if len(d) != 1:  # dead: is true: the three are one key
        return 1
    if n in d:
        return 2
    return 0


def sorted_first(xs: list[int]) -> int:
    if len(xs) > 1:
        ys = sorted(xs)
        if ys[0] > ys[1]:  # dead: is true: sorted
            return 1
        return 2
    return 0


def longer_after_append(xs: list[int], x: int) -> int:
    n = len(xs)
    xs.append(x)
    if len(xs) != n + 1:  # dead: is true: one more
        return 1
    return 0


def negative_index(xs: list[int], i: int) -> int:
    if len(xs) == 2 and i < 0 and xs[i] == 7:
        return 1
    return 0


def empty_slice(xs: list[int], i: int) -> int:
    if len(xs[i:i]) > 0:  # dead: is true: an empty slice
        return 1
    return 0


def reversed_slice(xs: list[int]) -> int:
    if len(xs) == 3 and xs[::-1] == xs and xs[0] != xs[2]:  # dead: is true: a palindrome
        return 1
    return 0


def set_size(a: int, b: int, c: int) -> int:
    if len({a, b, c}) == 2:
        return 1
    if len({a, b, c}) == 0:  # dead: is true: at least one
        return 2
    return 0


def sum_of_items(xs: list[int]) -> int:
    if len(xs) == 3 and sum(xs) == 100 and max(xs) < 33:  # dead: is true: 3 * 32 < 100
        return 1
    if len(xs) == 3 and sum(xs) == 100 and max(xs) == 34:
        return 2
    return 0


def long_list(xs: list[int]) -> int:
    if len(xs) > 1000:  # beyond: is true: longer than the scope
        return 1
    return 0


def dict_of_input(d: dict[str, int]) -> int:
    if d.get("a", 0) == 5 and "b" not in d:
        return 1
    return 0


def order_of_dict(d: dict[str, int]) -> int:
    if len(d) == 2 and list(d)[0] > list(d)[1]:
        return 1
    return 0


def equal_dicts(a: dict[str, int], b: dict[str, int]) -> int:
    if a == b and len(a) == 2 and list(a) != list(b):
        return 1
    return 0


def zip_stops(a: list[int], b: list[int]) -> int:
    if len(list(zip(a, b))) > len(a):  # dead: is true: as long as the shorter
        return 1
    return 0


def all_of_none(xs: list[int]) -> int:
    if not xs and not all(xs):  # dead: is true: all of nothing
        return 1
    return 0


def iterated_twice(xs: list[int]) -> int:
    it = iter(xs)
    first = list(it)
    if list(it):  # dead: is true: the iterator is spent
        return 1
    if len(first) != len(xs):  # dead: is true: all items
        return 2
    return 0


def nested(xs: list[list[int]]) -> int:
    if len(xs) == 2 and xs[0] == xs[1] and xs[0] != []:
        return 1
    return 0


# witness: walked_twice(iter([1]))
def walked_twice(xs: Iterable[int]) -> int:
    if len(list(xs)) != len(list(xs)):
        return 1
    return 0


def unpacked(xs: list[int]) -> int:
    first, *rest = xs
    if len(rest) == len(xs):  # dead: is true: one less
        return 1
    return first


def multiplied(xs: list[int], n: int) -> int:
    if len(xs * n) == 6 and len(xs) == 4:  # dead: is true: 4 does not divide 6
        return 1
    return 0


def inserted(xs: list[int]) -> int:
    xs.insert(100, 5)
    if xs[-1] != 5:  # dead: is true: beyond the end is the end
        return 1
    return 0


def frozen(a: frozenset[int], b: frozenset[int]) -> int:
    if a < b and b < a:  # dead: is true: proper subsets
        return 1
    if not (a <= b) and not (b <= a):
        return 2
    return 0
