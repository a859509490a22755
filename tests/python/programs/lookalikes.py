#: numeric: paths: 3; covers: all; losses: none
#: textual: paths: 5; misses: 19 `isinstance(x, collections.abc.Sequence)` is false; losses: none
#: errors: paths: many; misses: 28 `x < s` is true, 28 `x < s` is false, 54 loop `for _ in x` runs its body, 54 loop `for _ in x` ends; losses: 50 int(), 52 float(), 60 str.join()
"""Type tests that must not see a proxy."""
import collections.abc
import numbers
from typing import List, Union


def numeric(x: Union[int, float, bool]) -> object:
    if isinstance(x, bool):
        return "bool"
    if isinstance(x, numbers.Integral):
        return "integral", isinstance(x, numbers.Number)
    return isinstance(x, numbers.Real), isinstance(x, collections.abc.Hashable)


def textual(x: Union[str, List[str]]) -> object:
    if isinstance(x, collections.abc.Sequence) and not isinstance(x, str):
        return "list", isinstance(x, collections.abc.Iterable)
    return type(x).__name__, type(x) == str, x.__class__.__name__, callable(x)


def errors(x: int, s: str) -> object:
    if x == 1:
        return x + s
    if x == 2:
        return x < s
    if x == 3:
        return s[s]
    if x == 4:
        return len(x)
    if x == 5:
        return x()
    if x == 6:
        return x.missing
    if x == 7:
        return s + x
    if x == 8:
        return x[0]
    if x == 9:
        return s.index("zz")
    if x == 10:
        return [].pop(x)
    if x == 11:
        return {}[x]
    if x == 12:
        return s - s
    if x == 13:
        return int(s + "?")
    if x == 14:
        return float(s + "?")
    if x == 15:
        for _ in x:
            pass
    if x == 16:
        a, b = s
        return b
    if x == 17:
        return s.join([x])
    if x == 18:
        s.nothing = 1
    if x == 19:
        return ord(s + "xy")
    if x == 20:
        return chr(-x)
    return -s
