"""Builtin functions, and what the code of builtin types is made of."""

import ast
import typing
from collections.abc import Callable
from typing import Any

from .builder import BOOL, FLOAT, REF, Identity, Unsupported


def one_argument(lowering, node):
    if len(node.args) != 1 or node.keywords:
        name = node.func.id if isinstance(node.func, ast.Name) else "a builtin function"
        raise Unsupported(f"calls {name} with other than one argument")
    return lowering.b.copy(lowering.value(node.args[0]))


def length(lowering, node):
    answer = lowering.call_special("__len__", one_argument(lowering, node))
    b = lowering.b
    # Python checks what a method of the program says.
    fits = b.both(b.is_whole(answer), b.apply("BvSle", b.zero(), answer.int))
    b.require(fits, lowering.lost("has a length that is no natural number"))
    return b.integer(answer.int)


def truth(lowering, node):
    if not node.args:
        return lowering.known_value(False)
    return lowering.b.from_condition(lowering.truth(one_argument(lowering, node)))


def absolute(lowering, node):
    b, value = lowering.b, one_argument(lowering, node)
    b.require(
        b.negation(b.has_tag(value, REF)), lowering.lost("takes the absolute value of an object")
    )
    result, done, whole, fractional = b.fresh(), b.block(), b.block(), b.block()
    b.branch(b.has_tag(value, FLOAT), fractional, whole)
    b.at(fractional)
    b.move(result, b.floating(b.apply("FpAbs", value.float)))
    b.jump(done)
    b.at(whole)
    negative = b.apply("BvSlt", value.int, b.zero())
    negated = lowering.numbers.difference(b.zero(), b.choose(negative, value.int, b.zero()))
    b.move(result, b.integer(b.choose(negative, negated, value.int)))
    b.jump(done)
    b.at(done)
    return result


def extreme(comparison):
    """The smallest or largest of some values."""

    def write(lowering, node):
        b = lowering.b
        if node.keywords:
            raise Unsupported("takes the smallest or largest by a key or with a default")
        if len(node.args) == 1:
            return extreme_of_sequence(lowering, node.args[0], comparison)
        values = [b.copy(lowering.value(argument)) for argument in node.args]
        result = b.copy(values[0])
        result.kind = result.known = None
        for value in values[1:]:
            keep_better(lowering, result, value, comparison)
        return result

    return write


def keep_better(lowering, result, value, comparison):
    b = lowering.b
    better, done = b.block(), b.block()
    answer = lowering.comparison(comparison(), value, result)
    b.branch(lowering.truth(answer), better, done)
    b.at(better)
    b.move(result, value)
    b.jump(done)
    b.at(done)


def extreme_of_sequence(lowering, node, comparison):
    b = lowering.b
    result = b.fresh()
    b.move(result, lowering.absent())

    def consider(value):
        first, other, done = b.block(), b.block(), b.block()
        b.branch(b.has_tag(result, 0), first, other)
        b.at(first)
        b.move(result, value)
        b.jump(done)
        b.at(other)
        keep_better(lowering, result, value, comparison)
        b.jump(done)
        b.at(done)

    through(lowering, node, consider)
    b.require(b.negation(b.has_tag(result, 0)), lowering.throw(ValueError))
    return result


def through(lowering, node, body):
    """Runs a body for each value of an iterable or a generator."""
    b = lowering.b
    if isinstance(node, ast.GeneratorExp):
        return lowering.comprehend(node.generators, lambda: body(b.copy(lowering.value(node.elt))))
    cursor = lowering.cursor(node)
    head, inside, done = b.block(), b.block(), b.block()
    b.jump(head)
    b.at(head)
    b.branch(cursor.more(), inside, done)
    b.at(inside)
    items = cursor.items()
    body(b.copy(items[0] if len(items) == 1 else lowering.sequence(tuple, items)))
    cursor.advance()
    b.jump(head)
    b.at(done)
    return None


def total(lowering, node):
    b = lowering.b
    if node.keywords or not 1 <= len(node.args) <= 2:
        raise Unsupported("adds up with a keyword")
    start = lowering.value(node.args[1]) if len(node.args) == 2 else lowering.known_value(0)
    result = b.copy(start)
    result.kind = result.known = None
    through(
        lowering,
        node.args[0],
        lambda value: b.move(result, lowering.binary("Add", result, value, False)),
    )
    return result


def quantified(answer):
    """Whether any or all of some values are true."""

    def write(lowering, node):
        b = lowering.b
        if len(node.args) != 1 or node.keywords:
            raise Unsupported("asks any or all of several arguments")
        result, done = b.fresh(), b.block()
        b.move(result, lowering.known_value(answer))

        def look(value):
            following = b.block()
            sides = (done, following) if answer else (following, done)
            b.branch(lowering.truth(value), *sides)
            b.at(following)

        through(lowering, node.args[0], look)
        b.move(result, lowering.known_value(not answer))
        b.jump(done)
        b.at(done)
        result.kind = BOOL
        return result

    return write


def instance(lowering, node):
    if len(node.args) != 2:
        raise Unsupported("calls isinstance with other than two arguments")
    value = lowering.b.copy(lowering.value(node.args[0]))
    return lowering.b.from_condition(lowering.is_instance(value, node.args[1]))


def integer(lowering, node):
    if not node.args:
        return lowering.known_value(0)
    b, value = lowering.b, one_argument(lowering, node)
    b.require(b.negation(b.has_tag(value, REF)), lowering.lost("makes an integer of an object"))
    nan = b.apply("FpIsNan", value.float)
    b.require(b.negation(nan), lowering.throw(ValueError))
    infinite = b.apply("FpIsInfinite", value.float)
    b.require(b.negation(infinite), lowering.throw(OverflowError))
    whole = b.apply({"FpToSigned": 64}, value.float)
    # What is beyond the range becomes the largest or smallest number.
    most, least = b.number((1 << 63) - 1), b.number(1 << 63)
    beyond = b.either(b.same(whole, most), b.same(whole, least))
    b.require(b.negation(beyond), lowering.lost("makes an integer beyond 64 bits of a float"))
    return b.integer(b.choose(b.has_tag(value, FLOAT), whole, value.int))


def floating(lowering, node):
    if not node.args:
        return lowering.known_value(0.0)
    if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
        try:
            return lowering.known_value(float(node.args[0].value))
        except ValueError:
            raise Unsupported("makes a float of a text") from None
    b, value = lowering.b, one_argument(lowering, node)
    b.require(b.negation(b.has_tag(value, REF)), lowering.lost("makes a float of an object"))
    return b.floating(lowering.numbers.as_float(value))


def listed(lowering, node):
    if not node.args:
        return lowering.sequence(list, [])
    if len(node.args) != 1:
        raise Unsupported("calls list with several arguments")
    b = lowering.b
    made = lowering.storage(list, lowering.program.room)
    lowering.set_length(made, b.zero())
    append = lowering.program.exact(("runtime", "list_append"))
    through(lowering, node.args[0], lambda value: b.call(append, [made, value], lowering.handler))
    return made


def collected(lowering, node):
    """A new set."""
    if len(node.args) > 1:
        raise Unsupported("calls set with several arguments")
    made = lowering.sequence(set, [])
    if node.args:
        through(lowering, node.args[0], lambda value: lowering.add_to(made, value))
    return made


def identity(lowering, node):
    """What tells an object from all others."""
    b, value = lowering.b, one_argument(lowering, node)
    b.require(b.has_tag(value, REF), lowering.lost("takes the identity of a number"))
    made = b.register()
    b.emit("New", to=made, **{"class": lowering.program.class_number(Identity)})
    b.emit("Store", object=made, field=lowering.program.layout.arrays[0], value=value.ref)
    return b.reference(made)


def same_identity(lowering, one, other):
    b, same = lowering.b, lowering.b.register()
    left, right = lowering.array(one, 0), lowering.array(other, 0)
    b.emit("Same", to=same, left=left, right=right)
    return b.from_condition(same)


def require_hashable(lowering, value):
    """Raises where Python has no hash for an object."""
    b = lowering.b
    done, objects = b.block(), b.block()
    b.branch(b.has_tag(value, REF), objects, done)
    b.at(objects)
    b.emit("CheckNotNull", reference=value.ref, otherwise=done)
    b.call({"Selected": lowering.program.selector(("hash",))}, [value], lowering.handler)
    b.jump(done)
    b.at(done)
    return b.none()


def tupled(lowering, node):
    made = listed(lowering, node)
    return retyped(lowering, made, tuple)


def retyped(lowering, value, cls):
    """A list that nobody else has as another kind of sequence."""
    b, layout = lowering.b, lowering.program.layout
    made = b.register()
    b.emit("New", to=made, **{"class": lowering.program.class_number(cls)})
    for part, place in enumerate(layout.arrays):
        b.emit("Store", object=made, field=place, value=lowering.array(value, part))
    result = b.reference(made)
    lowering.set_length(result, lowering.length(value))
    return result


def printed(lowering, node):
    """What is printed has no effect that the program sees."""
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        lowering.shown(lowering.value(argument))
    return lowering.b.none()


def code_of(lowering, node):
    b, value = lowering.b, one_argument(lowering, node)
    b.require(lowering.is_instance_of(value, str), lowering.throw(TypeError))
    single = b.same(lowering.length(value), b.number(1))
    b.require(single, lowering.throw(TypeError))
    return b.integer(lowering.element(value, b.zero()).int)


def character(lowering, node):
    b, value = lowering.b, one_argument(lowering, node)
    b.require(b.is_whole(value), lowering.lost("makes a character of what is no integer"))
    inside = b.apply("BvUle", value.int, b.number(0x10FFFF))
    b.require(inside, lowering.throw(ValueError))
    return lowering.sequence(str, [b.integer(value.int)])


def cast(lowering, node):
    if len(node.args) != 2:
        raise Unsupported("calls cast with other than two arguments")
    return lowering.value(node.args[1])


BUILTINS = {
    len: length,
    bool: truth,
    abs: absolute,
    min: extreme(ast.Lt),
    max: extreme(ast.Gt),
    sum: total,
    any: quantified(True),
    all: quantified(False),
    isinstance: instance,
    int: integer,
    float: floating,
    list: listed,
    tuple: tupled,
    set: collected,
    id: identity,
    print: printed,
    ord: code_of,
    chr: character,
    typing.cast: cast,
}


# What the code of builtin types is made of.


def intrinsic(lowering, name, node):
    """A call in the code of a builtin type."""
    program = lowering.program
    if program.definitions.runtime(name) is not None:
        by_place, _ = lowering.arguments(node)
        return lowering.b.call(
            program.exact(("runtime", name, len(by_place))), by_place, lowering.handler
        )
    if name == "_lost":
        lowering.b.unsupported(node.args[0].value)
        return lowering.b.none()
    values = [lowering.b.copy(lowering.value(argument)) for argument in node.args]
    return INTRINSICS[name](lowering, *values)


def alike(lowering, one, other):
    """Whether elements are the same or equal, as containers compare them."""
    b = lowering.b
    floats = b.both(b.has_tag(one, FLOAT), b.has_tag(other, FLOAT))
    undefined = b.both(b.apply("FpIsNan", one.float), b.apply("FpIsNan", other.float))
    b.require(b.negation(b.both(floats, undefined)), lowering.lost("compares NaN by its identity"))
    result, done, objects, others = b.fresh(), b.block(), b.block(), b.block()
    told = b.truth(False)
    for cls in (str, tuple, frozenset, Identity):
        told = b.either(told, lowering.is_object_of(one, cls))
    plain = b.negation(told)
    b.branch(b.both(plain, b.both(b.has_tag(one, REF), b.has_tag(other, REF))), objects, others)
    b.at(objects)
    same, mine = b.register(), b.block()
    b.emit("Same", to=same, left=one.ref, right=other.ref)
    b.branch(same, mine, others)
    b.at(mine)
    b.move(result, lowering.known_value(True))
    b.jump(done)
    b.at(others)
    b.move(result, lowering.apply_operator(("equal",), one, other))
    b.jump(done)
    b.at(done)
    return result


def mirrored(lowering, one, other):
    """What the other one says where a builtin type cannot compare."""
    b = lowering.b
    result, done, asks = b.fresh(), b.block(), b.block()
    b.move(result, lowering.known_value(False))
    b.branch(b.has_tag(other, REF), asks, done)
    b.at(asks)
    b.emit("CheckNotNull", reference=other.ref, otherwise=done)
    selector = lowering.program.selector(("special", "mirrored ==", 1))
    b.move(result, b.call({"Selected": selector}, [other, one], lowering.handler))
    b.jump(done)
    b.at(done)
    return result


def put_length(lowering, value, number):
    lowering.set_length(value, number.int)
    return lowering.b.none()


def get_element(lowering, value, index):
    require_place(lowering, value, index)
    return lowering.element(value, index.int)


def require_place(lowering, value, index):
    """No run goes on where no place is: what is computed for it is nothing."""
    b = lowering.b
    there = b.apply("BvUlt", index.int, lowering.capacity(value))
    b.require(there, b.elsewhere(b.leave_scope))


def put_element(lowering, value, index, element):
    require_place(lowering, value, index)
    lowering.set_element(value, index.int, element)
    return lowering.b.none()


def leave(lowering):
    lowering.b.leave_scope()
    return lowering.b.none()


def is_sequence(lowering, value):
    b = lowering.b
    return b.from_condition(
        b.either(lowering.is_object_of(value, list), lowering.is_object_of(value, tuple))
    )


INTRINSICS: dict[str, Callable[..., Any]] = {
    "_length": lambda lowering, value: lowering.b.integer(lowering.length(value)),
    "_capacity": lambda lowering, value: lowering.b.integer(lowering.capacity(value)),
    "_element": get_element,
    "_character": lambda lowering, value, index: lowering.sequence(
        str, [get_element(lowering, value, index)]
    ),
    "_set_element": put_element,
    "_set_length": put_length,
    "_beyond": leave,
    "_whole": lambda lowering, value: lowering.b.from_condition(lowering.b.is_whole(value)),
    "_is_object": lambda lowering, value: lowering.b.from_condition(lowering.b.has_tag(value, REF)),
    "_is_list": lambda lowering, value: lowering.b.from_condition(
        lowering.is_object_of(value, list)
    ),
    "_is_tuple": lambda lowering, value: lowering.b.from_condition(
        lowering.is_object_of(value, tuple)
    ),
    "_is_text": lambda lowering, value: lowering.b.from_condition(
        lowering.is_object_of(value, str)
    ),
    "_is_sequence": is_sequence,
    "_is_identity": lambda lowering, value: lowering.b.from_condition(
        lowering.is_object_of(value, Identity)
    ),
    "_same_identity": same_identity,
    "_require_hashable": require_hashable,
    "_alike": alike,
    "_mirrored": mirrored,
    "_as_text": lambda lowering, value: retyped(lowering, value, str),
    "_as_tuple": lambda lowering, value: retyped(lowering, value, tuple),
}
