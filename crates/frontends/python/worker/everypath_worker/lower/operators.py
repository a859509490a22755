"""Operators as procedures: what they mean is decided by the tags of their
operands, and for objects by their classes."""

from collections.abc import Callable
from typing import Any

from .builder import BOOL, FLOAT, INT, PARTS, REF, Builder, Value
from .numbers import LEAST, Numbers

METHODS = {
    "Add": "add",
    "Sub": "sub",
    "Mult": "mul",
    "Div": "truediv",
    "FloorDiv": "floordiv",
    "Mod": "mod",
    "Pow": "pow",
    "LShift": "lshift",
    "RShift": "rshift",
    "BitAnd": "and",
    "BitOr": "or",
    "BitXor": "xor",
    "MatMult": "matmul",
}
COMPARISONS = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge"}
MIRRORED = {"Lt": "gt", "LtE": "ge", "Gt": "lt", "GtE": "le"}
REFUSED = "has an operator that returns NotImplemented"


def parameters(count):
    """The values that the first registers of a procedure are."""
    return [Value(*range(first, first + PARTS)) for first in range(0, count * PARTS, PARTS)]


class Operator:
    """An operator while it is written."""

    def __init__(self, program, name, count):
        self.program = program
        self.b = Builder(name, count * PARTS)
        self.values = parameters(count)
        self.numbers = Numbers(self.b, self.throw)

    def throw(self, cls):
        """A block that raises an exception of a class."""
        return self.b.elsewhere(lambda: self.program.throw(self.b, cls, self.b.rethrow))

    def give_condition(self, condition):
        self.b.give(self.b.from_condition(condition))

    def special(self, name, receiver, *others):
        """Calls a special method that the class of an object has, or raises."""
        selector = self.program.selector(("special", name, len(others)))
        return self.b.call({"Selected": selector}, [receiver, *others], self.b.rethrow)

    def give_answer(self, value):
        """Returns what a special method answered, unless it refused."""
        b = self.b
        refused = b.set({"Object": self.program.static(NotImplemented)})
        same = b.register()
        b.emit("Same", to=same, left=value.ref, right=refused)
        lost = b.elsewhere(lambda: b.unsupported(REFUSED))
        b.require(b.negation(same), lost)
        b.give(value)

    def on_object(self, name, receiver, *others):
        """Goes on with a special method of an object; others have none."""
        b = self.b
        b.require(b.has_tag(receiver, REF), self.throw(TypeError))
        b.emit("CheckNotNull", reference=receiver.ref, otherwise=self.throw(TypeError))
        return self.special(name, receiver, *others)


def binary(program, op, in_place):
    """A binary operator."""
    here = Operator(program, f"the operator {op}", 2)
    b, (one, other), numbers = here.b, here.values, here.numbers
    wholes, mixed, rest = numbers.sides(one, other)
    b.at(wholes)
    if op == "Div":
        b.give(numbers.true_quotient(one, other))
    elif op == "Pow":
        b.give(b.call(program.exact(("runtime", "integer_power")), [one, other], b.rethrow))
    elif op in METHODS and op != "MatMult":
        b.give(numbers.whole(op, one, other))
    else:
        b.jump(here.throw(TypeError))
    b.at(mixed)
    result = numbers.fractional(op, one, other)
    if result is not None:
        b.give(result)
    elif op in ("FloorDiv", "Pow"):
        b.unsupported(f"applies {'//' if op == 'FloorDiv' else '**'} to floats")
    else:
        b.jump(here.throw(TypeError))
    b.at(rest)
    # A sequence times a number may have its operands the other way round.
    if op == "Mult":
        ordered = b.block()
        turned = b.block()
        b.branch(b.has_tag(one, REF), ordered, turned)
        b.at(turned)
        here.give_answer(here.on_object("__rmul__", other, one))
        b.at(ordered)
    elif program.has_special(f"__r{METHODS[op]}__"):
        # Which operand is asked first depends on both classes.
        b.unsupported("applies an operator that a class of the program mirrors")
    name = f"__{METHODS[op]}__"
    if in_place:
        name = f"__i{METHODS[op]}__"
    here.give_answer(here.on_object(name, one, other))
    return b.finish()


def compare(program, op):
    """An ordering."""
    here = Operator(program, f"the comparison {op}", 2)
    b, (one, other), numbers = here.b, here.values, here.numbers
    wholes, mixed, rest = numbers.sides(one, other)
    b.at(wholes)
    here.give_condition(numbers.compare(op, one, other))
    b.at(mixed)
    here.give_condition(numbers.compare_floats(op, one, other))
    b.at(rest)
    ordered, turned = b.block(), b.block()
    b.branch(b.has_tag(one, REF), ordered, turned)
    b.at(turned)
    here.give_answer(here.on_object(f"__{MIRRORED[op]}__", other, one))
    b.at(ordered)
    here.give_answer(here.on_object(f"__{COMPARISONS[op]}__", one, other))
    return b.finish()


def equal(program):
    """Equality, which every value has."""
    here = Operator(program, "the comparison Eq", 2)
    b, (one, other), numbers = here.b, here.values, here.numbers
    wholes, mixed, rest = numbers.sides(one, other)
    b.at(wholes)
    here.give_condition(numbers.compare("Eq", one, other))
    b.at(mixed)
    here.give_condition(numbers.compare_floats("Eq", one, other))
    b.at(rest)
    # None and numbers are equal to no object, but the object may say otherwise.
    mirrored = b.block()
    b.require(b.has_tag(one, REF), mirrored)
    b.emit("CheckNotNull", reference=one.ref, otherwise=mirrored)
    here.give_answer(here.special("__eq__", one, other))
    b.at(mirrored)
    both_none = b.block()
    b.require(b.has_tag(other, REF), both_none)
    b.emit("CheckNotNull", reference=other.ref, otherwise=both_none)
    here.give_answer(here.special("mirrored ==", other, one))
    b.at(both_none)
    nothing = b.register()
    b.emit("IsNull", to=nothing, reference=other.ref)
    same = b.both(b.has_tag(one, REF), b.both(b.has_tag(other, REF), nothing))
    here.give_condition(same)
    return b.finish()


def identical(program):
    """Equality of objects that are equal only to themselves, unless the other
    one says otherwise."""
    here = Operator(program, "the identity of objects", 2)
    b, (one, other) = here.b, here.values
    different, mine = b.block(), b.block()
    b.require(b.has_tag(other, REF), different)
    same = b.register()
    b.emit("CheckNotNull", reference=other.ref, otherwise=different)
    b.emit("Same", to=same, left=one.ref, right=other.ref)
    asks = b.block()
    b.branch(same, mine, asks)
    b.at(asks)
    here.give_answer(here.special("mirrored ==", other, one))
    b.at(mine)
    here.give_condition(b.truth(True))
    b.at(different)
    here.give_condition(b.truth(False))
    return b.finish()


def truth(program):
    """Whether a value is true."""
    here = Operator(program, "truth", 1)
    b, (value,) = here.b, here.values
    numbers, references = b.block(), b.block()
    b.branch(b.has_tag(value, REF), references, numbers)
    b.at(numbers)
    here.give_condition(truth_of_number(b, value))
    b.at(references)
    nothing = b.elsewhere(lambda: here.give_condition(b.truth(False)))
    b.emit("CheckNotNull", reference=value.ref, otherwise=nothing)
    b.give(here.special("truth", value))
    return b.finish()


def truth_of_number(b, value):
    """What a number does not use of its registers is zero."""
    whole = b.negation(b.same(value.int, b.zero()))
    if value.kind in (INT, BOOL):
        return whole
    return b.either(whole, b.negation(b.apply("FpEq", value.float, b.nought())))


def negative(program):
    """A number, negated."""
    here = Operator(program, "the operator USub", 1)
    b, (value,) = here.b, here.values
    wholes, others = b.block(), b.block()
    b.branch(b.is_whole(value), wholes, others)
    b.at(wholes)
    least = b.same(value.int, b.number(LEAST))
    here.numbers.fits_unless(least)
    b.give(b.integer(b.apply("BvNeg", value.int)))
    b.at(others)
    floats, objects = b.block(), b.block()
    b.branch(b.has_tag(value, FLOAT), floats, objects)
    b.at(floats)
    b.give(b.floating(b.apply("FpNeg", value.float)))
    b.at(objects)
    b.give(here.on_object("__neg__", value))
    return b.finish()


def inverted(program):
    """The bits of an integer, inverted."""
    here = Operator(program, "the operator Invert", 1)
    b, (value,) = here.b, here.values
    others = b.block()
    b.require(b.is_whole(value), others)
    b.give(b.integer(b.apply("BvNot", value.int)))
    b.at(others)
    b.give(here.on_object("__invert__", value))
    return b.finish()


WRITERS: dict[str, Callable[..., Any]] = {
    "binary": binary,
    "compare": compare,
    "equal": equal,
    "identical": identical,
    "truth": truth,
    "negative": negative,
    "inverted": inverted,
}
