"""The operators of unknowns: with what a value is computed or compared says what it is."""

import operator

from .unknowns import NUMBERS, OPEN, STATE, Unknown, known

ARITHMETIC = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
    *("and", "or", "xor", "lshift", "rshift", "matmul"),
)


def binary(name, swapped):
    plain = getattr(operator, name + ("_" if name in ("and", "or") else ""))

    def method(self, other):
        mine = STATE.__get__(self).operand(f"__{name}__", other)
        mine = known(mine)
        other = settle_for(other, mine)
        if type(mine) is Unknown:
            return NotImplemented
        return plain(other, mine) if swapped else plain(mine, other)

    return method


def settle_for(other, mine):
    if type(other) is Unknown and STATE.__get__(other).value is OPEN and type(mine) is not Unknown:
        return STATE.__get__(other).operand("__eq__", mine)
    return known(other)


def comparison(name):
    plain = getattr(operator, name)

    def method(self, other):
        if self is other and name in ("eq", "ne"):
            return name == "eq"
        if other is None and name in ("eq", "ne"):
            return STATE.__get__(self).is_none() is (name == "eq")
        mine = known(STATE.__get__(self).operand(f"__{name}__", other))
        other = settle_for(other, mine)
        if type(mine) is Unknown or type(other) is Unknown:
            return mine is other if name == "eq" else mine is not other
        return plain(mine, other)

    return method


def give_operators():
    """Gives unknowns their operators."""
    for name in ARITHMETIC:
        setattr(Unknown, f"__{name}__", binary(name, False))
        setattr(Unknown, f"__r{name}__", binary(name, True))
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(Unknown, f"__{name}__", comparison(name))
    for name in ("neg", "pos", "abs", "invert"):
        setattr(
            Unknown,
            f"__{name}__",
            lambda self, name=name: getattr(operator, name)(STATE.__get__(self).become(NUMBERS)),
        )
