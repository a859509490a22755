"""Procedures that no code of the program has: answers, constants, assignments
of attributes, and what `@dataclass` makes."""

import ast
import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

from .builder import ABSENT, Unsupported
from .callables import alike
from .function import Function
from .operators import Operator
from .parameters import bind


class Nowhere:
    """The definition of what has no syntax."""

    def __init__(self, parameters=()):
        node: Any = ast.parse("def made(): pass").body[0]
        self.node = node
        self.node.args.args = [ast.arg(name) for name in parameters]
        self.class_name = None
        self.goals = {}


class Factory:
    """The default of a field that is made anew for each object."""

    def __init__(self, make):
        self.make = make


def answer(program, value):
    here = Operator(program, "an answer", 1)
    here.give_condition(here.b.truth(value))
    return here.b.finish()


def truth_of(program, key):
    """The truth of an object by what a method of it answers."""
    here = Operator(program, "the truth of an object", 1)
    b = here.b
    value = b.call(program.exact(key), here.values, b.rethrow)
    lost = b.elsewhere(lambda: b.unsupported("has a truth that is no number"))
    b.require(b.is_whole(value), lost)
    here.give_condition(b.negation(b.same(value.int, b.zero())))
    return b.finish()


def throws(program, cls):
    here = Operator(program, f"raising {cls.__name__}", 1)
    here.b.jump(here.throw(cls))
    return here.b.finish()


def constant(program, shared):
    function = Function(program, "a constant", Nowhere(), {}, 1)
    function.b.give(function.known_value(shared.object))
    return function.b.finish()


def assign(program, place):
    here = Operator(program, "assigning an attribute", 2)
    owner, value = here.values
    for number, register in enumerate(value.registers):
        here.b.emit("Store", object=owner.ref, field=place + number, value=register)
    here.b.give(here.b.none())
    return here.b.finish()


def without_receiver(program, key, count, keywords):
    here = Operator(program, "a call without the receiver", 1 + count + len(keywords))
    here.b.give(here.b.call(program.exact(key), here.values[1:], here.b.rethrow))
    return here.b.finish()


def record(program, shared, count, keywords):
    """The constructor that `@dataclass` makes."""
    cls = shared.object
    parameters, defaults, by_keyword = ["self"], {}, []
    for field in dataclasses.fields(cls):
        if not field.init:
            continue
        (by_keyword if getattr(field, "kw_only", False) else parameters).append(field.name)
        if field.default is not dataclasses.MISSING:
            defaults[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            defaults[field.name] = Factory(field.default_factory)
    if list(inspect.signature(cls.__init__).parameters) != [*parameters, *by_keyword]:
        raise Unsupported(
            f"makes an object of {cls.__name__}, whose constructor takes more than its fields"
        )
    function = Record(
        program, f"{cls.__name__}.__init__", Nowhere(parameters), {}, count + len(keywords)
    )
    function.definition.node.args.kwonlyargs = [ast.arg(name) for name in by_keyword]
    bind(function, function.definition.node.args, count, keywords, None, defaults)
    b, receiver = function.b, function.variables.get("self")
    for field in dataclasses.fields(cls):
        if field.init:
            value = function.variables.get(field.name) or b.none()
        elif field.default is not dataclasses.MISSING:
            value = function.known_value(field.default)
        elif field.default_factory is not dataclasses.MISSING:
            value = function.known_value(Factory(field.default_factory))
        else:
            continue
        place = program.layout.attributes[field.name]
        for number, register in enumerate(value.registers):
            b.emit("Store", object=receiver.ref, field=place + number, value=register)
    after = program.lookup(cls, "__post_init__")
    if after is not None:
        function.call_function(after, [receiver], {})
    b.give(b.none())
    return b.finish()


class Record(Function):
    """A constructor that fills fields."""

    def known_value(self, value):
        if not isinstance(value, Factory):
            return super().known_value(value)
        if value.make is list:
            return self.sequence(list, [])
        if isinstance(value.make, type) and self.program.hints.is_user_class(value.make):
            return self.construct(value.make, [], {})
        return self.b.opaque("looks at what a factory of a field makes")


def records_equal(program, shared):
    """The equality that `@dataclass` makes: objects of exactly one class, by
    their fields."""
    cls = shared.object
    function = Function(program, f"{cls.__name__}.__eq__", Nowhere(), {}, 2)
    b = function.b
    one, other = Operator(program, "", 2).values
    below = [c for c in program.user_classes() if c is not cls and issubclass(c, cls)]
    same = function.is_object_of(other, cls)
    for subclass in below:
        same = b.both(same, b.negation(function.is_object_of(other, subclass)))
    no = b.elsewhere(lambda: b.give(b.from_condition(b.truth(False))))
    b.require(same, no)
    for field in dataclasses.fields(cls):
        if not field.compare:
            continue
        place = program.layout.attributes[field.name]
        left, right = function.field(one.ref, place), function.field(other.ref, place)
        for value in (left, right):
            there = b.negation(b.has_tag(value, ABSENT))
            b.require(there, function.throw(AttributeError))
        b.require(function.truth(alike(function, left, right)), no)
    b.give(b.from_condition(b.truth(True)))
    return b.finish()


WRITERS: dict[str, Callable[..., Any]] = {
    "answer": answer,
    "truth of": truth_of,
    "raise": throws,
    "constant": constant,
    "assign": assign,
    "without receiver": without_receiver,
    "record": record,
    "records equal": records_equal,
}
