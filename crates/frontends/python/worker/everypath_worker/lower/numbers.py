"""Arithmetic of integers and floats. Python's integers have no bound: a run
whose result needs more than 64 bits leaves the scope."""

from .builder import BOOL, FLOAT, INT, INT_WIDTH, REF

INEXACT = "mixes floats with integers beyond 53 bits"
LEAST = 1 << (INT_WIDTH - 1)
# Integers up to here are floats, too.
EXACT = 1 << 53

FROM_INT = {"FpFromSigned": "Float64"}
FLOAT_OPS = {"Add": "FpAdd", "Sub": "FpSub", "Mult": "FpMul"}
BIT_OPS = {"BitAnd": "BvAnd", "BitOr": "BvOr", "BitXor": "BvXor"}


class Numbers:
    """Writes arithmetic into a procedure; `throw` writes a block that raises."""

    def __init__(self, builder, throw):
        self.b = builder
        self.throw = throw

    def lost(self, construct):
        return self.b.elsewhere(lambda: self.b.unsupported(construct))

    def fits_if(self, condition):
        """Runs whose numbers need more bits leave the scope."""
        self.b.require(condition, self.b.elsewhere(self.b.leave_scope))

    def fits_unless(self, overflows):
        self.fits_if(self.b.negation(overflows))

    # Integers.

    def whole(self, op, one, other):
        """The result of an operation on integers; None if there is none."""
        b = self.b
        left, right = one.int, other.int
        if op in BIT_OPS:
            result = b.apply(BIT_OPS[op], left, right)
            kinds = b.both(b.has_tag(one, BOOL), b.has_tag(other, BOOL))
            value = b.integer(result)
            value.tag, value.kind = b.choose(kinds, b.tag(BOOL), b.tag(INT)), None
            return value
        write = {
            "Add": self.sum,
            "Sub": self.difference,
            "Mult": self.product,
            "FloorDiv": self.quotient,
            "Mod": self.remainder,
            "LShift": self.shifted,
            "RShift": self.shifted_back,
        }.get(op)
        return b.integer(write(left, right)) if write else None

    def sum(self, left, right):
        b = self.b
        result = b.apply("BvAdd", left, right)
        turned = b.apply("BvAnd", b.apply("BvXor", left, result), b.apply("BvXor", right, result))
        self.fits_unless(b.apply("BvSlt", turned, b.zero()))
        return result

    def difference(self, left, right):
        b = self.b
        result = b.apply("BvSub", left, right)
        turned = b.apply("BvAnd", b.apply("BvXor", left, result), b.apply("BvXor", left, right))
        self.fits_unless(b.apply("BvSlt", turned, b.zero()))
        return result

    def parts(self, number):
        b = self.b
        negative = b.apply("BvSlt", number, b.zero())
        magnitude = b.choose(negative, b.apply("BvNeg", number), number)
        high = b.apply("BvLshr", magnitude, b.number(32))
        low = b.apply(
            {"BvZeroExtend": 64}, b.apply({"BvExtract": {"high": 31, "low": 0}}, magnitude)
        )
        return negative, high, low

    def product(self, left, right):
        """The product of magnitudes, half by half: one of the high halves has
        to be zero, and what the others make has to fit."""
        b = self.b
        left_negative, left_high, left_low = self.parts(left)
        right_negative, right_high, right_low = self.parts(right)
        small = b.either(b.same(left_high, b.zero()), b.same(right_high, b.zero()))
        self.fits_if(small)
        cross = b.apply(
            "BvAdd", b.apply("BvMul", left_high, right_low), b.apply("BvMul", left_low, right_high)
        )
        beyond = b.apply("BvLshr", cross, b.number(32))
        self.fits_if(b.same(beyond, b.zero()))
        low = b.apply("BvMul", left_low, right_low)
        total = b.apply("BvAdd", low, b.apply("BvShl", cross, b.number(32)))
        self.fits_unless(b.apply("BvUlt", total, low))
        same_sign = b.same(left_negative, right_negative)
        most = b.choose(same_sign, b.number(LEAST - 1), b.number(LEAST))
        self.fits_if(b.apply("BvUle", total, most))
        return b.choose(same_sign, total, b.apply("BvNeg", total))

    def divided(self, left, right):
        """Whether a quotient is rounded away from where machines round it."""
        b = self.b
        b.require(b.negation(b.same(right, b.zero())), self.throw(ZeroDivisionError))
        rest = b.apply("BvSrem", left, right)
        uneven = b.negation(b.same(rest, b.zero()))
        signs = b.same(b.apply("BvSlt", rest, b.zero()), b.apply("BvSlt", right, b.zero()))
        return rest, b.both(uneven, b.negation(signs))

    def quotient(self, left, right):
        b = self.b
        _, away = self.divided(left, right)
        least = b.both(b.same(left, b.number(LEAST)), b.same(right, b.number(-1)))
        self.fits_unless(least)
        result = b.apply("BvSdiv", left, right)
        return b.choose(away, b.apply("BvSub", result, b.number(1)), result)

    def remainder(self, left, right):
        rest, away = self.divided(left, right)
        return self.b.choose(away, self.b.apply("BvAdd", rest, right), rest)

    def shifted(self, left, right):
        b = self.b
        b.require(b.negation(b.apply("BvSlt", right, b.zero())), self.throw(ValueError))
        result = b.apply("BvShl", left, right)
        back = b.same(b.apply("BvAshr", result, right), left)
        narrow = b.apply("BvUlt", right, b.number(INT_WIDTH))
        fits = b.either(b.both(back, narrow), b.same(left, b.zero()))
        self.fits_if(fits)
        return result

    def shifted_back(self, left, right):
        b = self.b
        b.require(b.negation(b.apply("BvSlt", right, b.zero())), self.throw(ValueError))
        return b.apply("BvAshr", left, right)

    # Floats.

    def exactly(self, value):
        """Ends runs on which an integer is not a float, too."""
        b = self.b
        shifted = b.apply("BvAdd", value.int, b.number(EXACT))
        b.require(b.apply("BvUle", shifted, b.number(2 * EXACT)), self.lost(INEXACT))

    def as_float(self, value):
        """A number as the nearest float."""
        b = self.b
        if value.kind == FLOAT:
            return value.float
        converted = b.apply(FROM_INT, value.int)
        return b.choose(b.has_tag(value, FLOAT), value.float, converted)

    def fractional(self, op, one, other):
        """The result of an operation on numbers one of which is a float."""
        b = self.b
        left, right = self.as_float(one), self.as_float(other)
        if op in FLOAT_OPS:
            return b.floating(b.apply(FLOAT_OPS[op], left, right))
        if op not in ("Div", "Mod"):
            return None
        b.require(b.negation(b.apply("FpEq", right, b.nought())), self.throw(ZeroDivisionError))
        if op == "Div":
            return b.floating(b.apply("FpDiv", left, right))
        return b.floating(self.float_remainder(left, right))

    def float_remainder(self, left, right):
        """With the divisor's sign, a zero too."""
        b = self.b
        rest = b.apply("FpRem", left, right)
        negative = b.apply("BvSlt", b.apply("FpToBits", right), b.zero())
        signs = b.same(b.apply("FpLt", rest, b.nought()), negative)
        moved = b.choose(signs, rest, b.apply("FpAdd", rest, right))
        zero = b.choose(negative, b.apply("FpNeg", b.nought()), b.nought())
        return b.choose(b.apply("FpEq", rest, b.nought()), zero, moved)

    def true_quotient(self, one, other):
        """The quotient of two integers, rounded once."""
        b = self.b
        b.require(b.negation(b.same(other.int, b.zero())), self.throw(ZeroDivisionError))
        self.exactly(one)
        self.exactly(other)
        left, right = b.apply(FROM_INT, one.int), b.apply(FROM_INT, other.int)
        return b.floating(b.apply("FpDiv", left, right))

    # Comparisons.

    def compare(self, op, one, other):
        """The condition that two integers compare so."""
        b = self.b
        if op == "Eq":
            return b.same(one.int, other.int)
        if op in ("Gt", "GtE"):
            one, other = other, one
        return b.apply("BvSlt" if op in ("Lt", "Gt") else "BvSle", one.int, other.int)

    def compare_floats(self, op, one, other):
        """The condition that two numbers compare so, one of which is a float."""
        b = self.b
        for value in (one, other):
            # What is a float has a zero there.
            self.exactly(value)
        left, right = self.as_float(one), self.as_float(other)
        if op == "Eq":
            return b.apply("FpEq", left, right)
        if op in ("Gt", "GtE"):
            left, right = right, left
        return b.apply("FpLt" if op in ("Lt", "Gt") else "FpLe", left, right)

    # Either.

    def sides(self, one, other):
        """Blocks for two integers, for two numbers and for the rest."""
        b = self.b
        wholes, numbers, rest, mixed = (b.block() for _ in range(4))
        b.branch(b.both(b.is_whole(one), b.is_whole(other)), wholes, mixed)
        b.at(mixed)
        references = b.either(b.has_tag(one, REF), b.has_tag(other, REF))
        b.branch(references, rest, numbers)
        return wholes, numbers, rest
