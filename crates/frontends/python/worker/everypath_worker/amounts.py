"""Decimals whose digits are symbolic: a whole number of units, and how many of its
places are behind the point."""

import decimal
import math
import operator
from operator import index

from everypath_native import concrete

from .hints import make_decimal
from .stand_ins import Symbolic, is_whole, plainly, standing_for

# The functions of this module take proxies, as those of the subject do.
__everypath__ = True


def amount(value="0", context=None):
    """What `decimal.Decimal` is called for."""
    if context is not None or isinstance(value, Symbolic):
        return NotImplemented
    if is_whole(value):
        return Amount(value, 0)
    if type(value) not in (str, float, decimal.Decimal):
        return NotImplemented
    # Others are worked out with it: a constant has parts too.
    plain = decimal.Decimal(value)
    units_and_places = parts(plain)
    return plain if units_and_places is None else Amount(*units_and_places)


def scaled(units, places):
    """What `make_decimal` is called for."""
    return Amount(units, index(places))


def parts(value):
    """The units and places of a number, or None if it has none."""
    if isinstance(value, Symbolic):
        return value.units, value.places
    if is_whole(value):
        return value, 0
    if isinstance(value, decimal.Decimal) and value.is_finite():
        sign, digits, exponent = value.as_tuple()
        units = int("".join(map(str, digits)))
        # A zero keeps its sign, which a number of units cannot.
        if exponent <= 0 and not (sign and units == 0):
            return -units if sign else units, -exponent
    return None


def aligned(left, right):
    """The units of two numbers with as many places, and these."""
    places = max(left[1], right[1])
    return left[0] * 10 ** (places - left[1]), right[0] * 10 ** (places - right[1]), places


def exact(units, places, plain):
    """A result, unless it has more digits than decimals keep: then what the plain
    operation gives."""
    if abs(concrete(units)) < 10 ** decimal.getcontext().prec:
        return Amount(units, places)
    return plain()


def now(value):
    """A number as it is in this run, with no pin."""
    if isinstance(value, Symbolic):
        return decimal.Decimal(concrete(value.units)).scaleb(-value.places)
    return concrete(value)


def operation(operate, work):
    """A method that works on units and places, and its reflection."""

    def apply(left, right):
        parts_of_left, parts_of_right = parts(left), parts(right)
        if parts_of_left is None or parts_of_right is None:
            return operate(plainly(left), plainly(right))
        units, places = work(parts_of_left, parts_of_right)
        # A product that is zero may have a sign, which units cannot.
        if operate is operator.mul and units == 0:
            return operate(now(left), now(right))
        return exact(units, places, lambda: operate(plainly(left), plainly(right)))

    return apply, lambda self, other: apply(other, self)


def added(left, right):
    mine, others, places = aligned(left, right)
    return mine + others, places


def subtracted(left, right):
    mine, others, places = aligned(left, right)
    return mine - others, places


def multiplied(left, right):
    return left[0] * right[0], left[1] + right[1]


def plain_operation(operate):
    return (
        lambda self, other: operate(self.plain(), plainly(other)),
        lambda self, other: operate(plainly(other), self.plain()),
    )


@standing_for(decimal.Decimal)
class Amount(Symbolic, decimal.Decimal):  # type: ignore[misc]  # it stands for a Decimal
    __slots__ = ("units", "places")
    __class__ = property(lambda self: decimal.Decimal)

    def __new__(cls, units, places):
        self = decimal.Decimal.__new__(cls, decimal.Decimal(concrete(units)).scaleb(-places))
        self.units = units
        self.places = places
        return self

    def plain(self):
        return decimal.Decimal(index(self.units)).scaleb(-self.places)

    def keys(self, other):
        others = parts(other)
        return None if others is None else aligned((self.units, self.places), others)[:2]

    def __bool__(self):
        return bool(self.units != 0)

    def __neg__(self):
        return exact(-self.units, self.places, lambda: -self.plain())

    def __abs__(self):
        return -self if self.units < 0 else self

    def is_zero(self):
        return self.units == 0

    def is_signed(self):
        return self.units < 0

    def is_nan(self):
        return False

    def is_infinite(self):
        return False

    def is_finite(self):
        return True

    __add__, __radd__ = operation(operator.add, added)
    __sub__, __rsub__ = operation(operator.sub, subtracted)
    __mul__, __rmul__ = operation(operator.mul, multiplied)
    __truediv__, __rtruediv__ = plain_operation(operator.truediv)
    __floordiv__, __rfloordiv__ = plain_operation(operator.floordiv)
    __mod__, __rmod__ = plain_operation(operator.mod)
    __pow__, __rpow__ = plain_operation(operator.pow)

    __divmod__, __rdivmod__ = plain_operation(divmod)

    def __int__(self):
        return int(self.plain())

    def __float__(self):
        return float(self.plain())

    def __round__(self, *digits):
        return round(self.plain(), *digits)

    def __trunc__(self):
        return math.trunc(self.plain())

    def __floor__(self):
        return math.floor(self.plain())

    def __ceil__(self):
        return math.ceil(self.plain())


# What is called instead of what, where the subject calls it or an input is made.
AMOUNTS = {decimal.Decimal: amount, make_decimal: scaled}
