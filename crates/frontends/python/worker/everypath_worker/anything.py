"""The shape of a value of which nobody says the type.

A table of kinds says what it may be. In a worker it is an unknown (`unknowns.py`), and becomes
of a kind when something is done with it; elsewhere it is made as the choices of the input say,
stand-ins as plain objects with what was asked of them.
"""

import io
import types

from . import shapes, unknowns
from .callers import Function
from .unknown_operators import give_operators
from .unknowns import DEEPEST, State, Unknown

give_operators()

BASE = (
    *("int", "str", "none", "list", "float", "bool", "bytes", "dict", "tuple", "set"),
    *("object", "function", "promise", "iterator"),
)
BUILTIN = {
    "int": int,
    "str": str,
    "none": type(None),
    "list": list,
    "float": float,
    "bool": bool,
    "bytes": bytes,
    "dict": dict,
    "tuple": tuple,
    "set": set,
}
# Where an attribute is asked for, in this order; the others are rarely meant.
WITH_METHODS = ("str", "dict", "list", "bytes", "set")
# Attributes that files have, and that are seldom meant otherwise.
STREAM = set(dir(io.TextIOWrapper)) - set(dir(object))
MOST_CLASSES = 3
MOST_MATCHED = 10


class Anything(shapes.Union):
    """A value of unknown type."""

    # What type it is of is a choice of its own.
    alternative = "#as(anything)"

    INT, STR, NONE, LIST = (BASE.index(name) for name in ("int", "str", "none", "list"))
    DICT, TUPLE, OBJECT = (BASE.index(name) for name in ("dict", "tuple", "object"))
    FUNCTION, PROMISE = (BASE.index(name) for name in ("function", "promise"))
    COMMON = ("int", "str", "none", "list", "float")

    def __init__(self, hints, preferred=()):
        self.hints = hints
        # Classes that have what the code uses of this value, by its looks.
        self.preferred = list(preferred)
        common = [
            shapes.Integer(),
            shapes.Text(),
            shapes.NONE,
            shapes.Listing(shapes.Integer()),
            shapes.Floating(),
        ]
        super().__init__(common, open_ended=True)

    # The table.

    def classes(self):
        """The user's classes and those that the code asks for, which come after the kinds."""
        return self.hints.known_classes()

    def places_of(self, kinds):
        return list(dict.fromkeys(BASE.index(kind) for kind in kinds))

    def places_with(self, name):
        """The kinds that have an attribute: real classes before stand-ins."""
        classes = self.classes()
        preferred = [cls for cls in self.preferred if cls in classes]
        # Of all classes that have it, those that the module knows by name.
        found = [
            len(BASE) + classes.index(cls)
            for cls in preferred or classes[: self.hints.near]
            if self.hints.guesses.has_members(cls, {name: True})
        ][:MOST_CLASSES]
        builtin = [BASE.index(k) for k in WITH_METHODS if name in dir(BUILTIN[k])]
        if builtin and not preferred:
            return [*builtin[:2], *found[:1], self.OBJECT]
        return [*found, self.OBJECT]

    def places_to_match(self):
        """The kinds that the cases of a `match` tell apart."""
        kinds = self.places_of((*self.COMMON, "dict", "tuple", "bytes", "bool"))
        classes = range(len(BASE), len(BASE) + min(len(self.classes()), MOST_MATCHED))
        return [*kinds, *classes, self.OBJECT]

    def places_by_class(self, classes):
        """The kinds that are of one of some classes, and those that are of none."""
        wanted = [
            BASE.index(kind)
            for kind, cls in BUILTIN.items()
            if is_subclass(cls, classes) and (kind != "bool" or asks_for(bool, classes))
        ]
        known = self.classes()
        wanted += [
            len(BASE) + place for place, cls in enumerate(known) if is_subclass(cls, classes)
        ][:MOST_CLASSES]
        asked = [cls for cls in self.hints.asked_for if cls in known]
        kinds = [kind for kind, cls in BUILTIN.items() if cls in self.hints.asked_for]
        common = self.places_of((*self.COMMON, "dict", *kinds))
        others = [*common, *(len(BASE) + known.index(cls) for cls in asked), self.OBJECT]
        return wanted, [place for place in others if place not in wanted]

    # In a worker.

    def build(self, source, slot):
        return self.opened(source, slot, 0) if source.grows() else self.given(source, slot)

    def opened(self, source, slot, depth):
        source.mark_open_ended(slot)
        return Unknown(State(source, slot, self.inner() if depth else self, depth))

    def inner(self):
        """The shape of what such a value holds."""
        return self.hints.anything() if self.preferred else self

    def made(self, source, slot, place, depth):
        """A value of the kind at a place, in a worker."""
        kind = BASE[place] if place < len(BASE) else "class"
        if kind == "class":
            cls = self.classes()[place - len(BASE)]
            return self.hints.made_shape(cls).build(source, f"{slot}#as({cls.__name__})")
        if kind in ("list", "tuple", "set", "iterator"):
            return self.sequence(source, slot, kind, depth)
        if kind == "dict":
            return self.dictionary(source, slot, depth, range(source.scope.max_length + 1))
        return self.scalar(source, slot, kind, depth)

    def scalar(self, source, slot, kind, depth=0):
        shape = {
            "int": shapes.Integer(),
            "str": shapes.Text(),
            "none": shapes.NONE,
            "float": shapes.Floating(),
            "bool": shapes.Boolean(),
            "bytes": shapes.Bytes(),
            "function": Function(self.inner(), handled=self.hints.handled, depth=depth),
        }[kind]
        suffix = {"float": "#as(float)", "bool": "#as(bool)", "none": "#as(none)"}.get(kind, "")
        return shape.build(source, slot + suffix)

    def sequence(self, source, slot, kind, depth):
        longest = source.scope.max_length if depth < DEEPEST else 0
        length = source.choose(slot + "#length", longest + 1, True)
        items = [self.element(source, f"{slot}[{i}]", depth) for i in range(length)]
        if kind == "iterator":
            return iter(items)
        return tuple(items) if kind == "tuple" else hashed(items) if kind == "set" else items

    def element(self, source, slot, depth):
        return self.opened(source, slot, depth + 1) if source.grows() else self.given(source, slot)

    def tuple_of(self, source, slot, count, depth):
        source.imply(slot + "#length", count)
        return tuple(self.element(source, f"{slot}[{i}]", depth) for i in range(count))

    def dictionary(self, source, slot, depth, lengths):
        length = source.choose_among(slot + "#length", list(lengths))
        result = {}
        for i in range(length):
            key = shapes.Text().build(source, f"{slot}#key{i}")
            source.insert(result, key, self.element(source, f"{slot}#value{i}", depth))
        return result

    def dict_with(self, source, slot, key, depth):
        """A dictionary that has a key first, and may have others."""
        plain = source.concrete(key)
        if plain.isascii() and len(plain) <= source.scope.max_text:
            source.suggest(f"{slot}#key0#length", len(plain))
            for place, character in enumerate(plain):
                source.suggest(f"{slot}#key0[{place}]", ord(character))
        longest = source.scope.max_length if depth < DEEPEST else 1
        return self.dictionary(source, slot, depth, [1, 0, *range(2, longest + 1)])

    # Elsewhere.

    def given(self, source, slot):
        """The value that the choices of an input describe."""
        place = source.option(slot + "#type")
        if place is None:
            if source.option(slot + "#truth") is not None:
                return 1
            return self.scalar(source, slot, "int")
        if place == self.OBJECT:
            return self.stand_in(source, slot)
        kind = BASE[place] if place < len(BASE) else "class"
        if kind == "promise":
            return self.given(source, slot + "#content")
        if kind == "dict":
            return self.given_dict(source, slot)
        return self.made(source, slot, place, 0)

    def given_dict(self, source, slot):
        result = {}
        for i in range(source.option(slot + "#length") or 0):
            key = shapes.Text().build(source, f"{slot}#key{i}")
            source.insert(result, key, self.given(source, f"{slot}#value{i}"))
        return result

    def stand_in(self, source, slot):
        """An object with what was asked of it."""
        parts = {name: self.given(source, f"{slot}.{name}") for name in source.members(slot)}
        special = {
            method: self.given(source, slot + step)
            for step, method in SPECIAL.items()
            if source.option(slot + step + "#others") is not None
        }
        if not special:
            source.record_making(slot, types.SimpleNamespace, [], parts)
            instance = types.SimpleNamespace(**parts)
        else:
            # It loads much else: only where it is needed.
            from unittest import mock

            named = {f"{method}.return_value": value for method, value in special.items()}
            source.record_making(slot, mock.MagicMock, [], {**parts, **named})
            instance = mock.MagicMock(**parts, **named)
        source.record_instance(slot, instance)
        return instance

    def default(self):
        return 0


# What of a stand-in is no attribute, and the method that gives it.
SPECIAL = {"#entered": "__enter__", "#items": "__iter__"}


def hashed(items):
    return {unknowns.settled(item) for item in items}


def asks_for(cls, classes):
    return cls in classes if isinstance(classes, tuple) else cls is classes


def is_subclass(cls, classes):
    try:
        return issubclass(cls, classes)
    except TypeError:
        return False
