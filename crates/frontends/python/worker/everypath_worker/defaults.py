"""Parameters with a default: inputs start from it, and a test leaves it out."""

import enum
import inspect
import struct

from . import shapes
from .anything import Anything

# Values that a call cannot change, so that all runs can share them.
UNCHANGING = (int, float, complex, str, bytes, tuple, frozenset, range, type, enum.Enum, type(None))


class Defaulted(shapes.Shape):
    """The shape of a parameter whose default it can have."""

    def __init__(self, shape, value):
        self.shape = shape
        self.value = value

    def build(self, source, slot):
        for part, number in numbers(self.shape, slot, self.value):
            source.suggest(part, number)
        return self.shape.build(source, slot)

    def default(self):
        return self.value


def with_default(shape, value):
    """The shape of a parameter, its default first."""
    if value is inspect.Parameter.empty:
        return shape
    if isinstance(shape, Anything):
        return shapes.Union([shapes.Constant([value]), shape]) if is_unchanging(value) else shape
    if isinstance(shape, shapes.Union):
        shape = first_of_union(shape, value)
        return Defaulted(shape, value) if fits(shape.shapes[0], value) else shape
    if isinstance(shape, shapes.Constant):
        others = [other for other in shape.values if not same(other, value) and other is not value]
        return shapes.Constant([value, *others])
    if fits(shape, value):
        return Defaulted(shape, value)
    if not is_unchanging(value):
        return shape
    return shapes.Union([shapes.Constant([value]), shape])


def first_of_union(shape, value):
    """The alternatives of a union, the one of the default first."""
    fitting = [other for other in shape.shapes if fits(other, value)]
    others = [other for other in shape.shapes if other not in fitting[:1]]
    if fitting:
        first = fitting[0]
    elif is_unchanging(value):
        first = shapes.Constant([value])
    else:
        return shape
    return shapes.Union([first, *others], shape.open_ended)


def is_unchanging(value):
    return isinstance(value, UNCHANGING) or callable(value) or type(value) is object


def fits(shape, value):
    """Whether a shape can build a value, from the numbers suggested for it."""
    kind = type(value)
    if isinstance(shape, shapes.Boolean):
        return kind is bool
    if isinstance(shape, shapes.Integer):
        return kind is int and abs(value) < 1 << 62
    if isinstance(shape, shapes.Bounded):
        return kind is int and shape.low <= value <= shape.high
    if isinstance(shape, shapes.Floating):
        return kind is float
    if isinstance(shape, shapes.Text):
        return kind is str and value.isascii() and len(value) <= shapes.Scope().max_text
    if isinstance(shape, shapes.Constant):
        return len(shape.values) == 1 and shape.values[0] is value
    if isinstance(shape, shapes.Reference):
        return value is None and shape.nullable
    if isinstance(shape, (shapes.Listing, shapes.Mapping, shapes.SetOf)):
        # These start empty.
        return (
            kind in (list, tuple, dict, set, frozenset) and not value and shape.default() == value
        )
    return False


def numbers(shape, slot, value):
    """The slots that make a shape build a value, with their numbers."""
    if isinstance(shape, shapes.Union):
        yield from numbers(shape.shapes[0], slot + shape.suffix(0), value)
    elif isinstance(shape, (shapes.Boolean, shapes.Integer, shapes.Bounded)):
        yield slot, int(value)
    elif isinstance(shape, shapes.Floating):
        # A float is known by its bits.
        yield slot, struct.unpack("<q", struct.pack("<d", value))[0]
    elif isinstance(shape, shapes.Text):
        yield f"{slot}#length", len(value)
        for place, character in enumerate(value):
            yield f"{slot}[{place}]", ord(character)


def needed(parameters, positional, keywords):
    """Which arguments a call needs: how many by place, which of the others by
    name, and which keywords. Where they cannot be named, only the last ones are
    left out."""
    plain = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    defaults = {p.name: p.default for p in parameters}
    names = [
        name
        for name, value in keywords.items()
        if not is_default(defaults.get(name, inspect.Parameter.empty), value)
    ]
    count = len(positional)
    if count > len(plain) or any(p.kind is inspect.Parameter.VAR_POSITIONAL for p in plain[:count]):
        return count, [], names
    rest = [
        index for index in range(count) if not is_default(plain[index].default, positional[index])
    ]
    places = next((place for place, index in enumerate(rest) if place != index), len(rest))
    if any(plain[index].kind is inspect.Parameter.POSITIONAL_ONLY for index in rest[places:]):
        return rest[-1] + 1, [], names
    return places, rest[places:], names


def is_default(default, value):
    if default is inspect.Parameter.empty:
        return False
    return same(default, value) or (default is value and is_unchanging(value))


def same(left, right):
    return (
        type(left) is type(right)
        and isinstance(left, (int, float, str, bool, type(None)))
        and left == right
    )
