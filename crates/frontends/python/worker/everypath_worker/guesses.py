"""Shapes of values that no hint describes: what their use says, and what a protocol asks for."""

import collections
import inspect
import sys
import typing

from . import shapes, uses
from .callers import Function
from .classes import find_class_node
from .infer import LITERALS, field_evidence, type_of

# How many classes are tried that have what is used of a value.
MOST_CLASSES = 3
BUILTINS = (int, float, str, bytes, list, tuple, dict, set, collections.deque)
BUILTIN_MEMBERS = {name for kind in BUILTINS for name in dir(kind)}
# Types of the library that may have the members that are asked for, as hints.
GENERAL: dict[type, typing.Any] = {
    str: str,
    dict: dict[str, typing.Any],
    list: list[typing.Any],
    set: set[str],
    bytes: bytes,
    int: int,
    float: float,
}
UNKNOWN = "a few common types"


def hint_name(hint):
    return getattr(hint, "__name__", str(hint))


def is_interface(cls):
    """Whether a class only says what others have to have."""
    return inspect.isabstract(cls) or getattr(cls, "_is_protocol", False)


def asked_members(cls):
    """The members that a protocol or abstract class asks for, with their values or None
    where there is a hint only."""
    found = {}
    for base in reversed(cls.__mro__):
        if base is object or base.__module__ in ("typing", "abc", "typing_extensions"):
            continue
        names = [*getattr(base, "__annotations__", {}), *vars(base)]
        for name in names:
            value = vars(base).get(name)
            is_asked = getattr(base, "_is_protocol", False) or inspect.isabstract(base)
            is_special = name.startswith("__") and not callable(value)
            if is_asked and not is_special and not name.startswith(("_abc_", "_is_")):
                found[name] = value
    for name in ("__init__", "__subclasshook__", "__class_getitem__", "__new__"):
        found.pop(name, None)
    return found


class Guesses:
    """Guesses for one module's hints."""

    def __init__(self, hints):
        self.hints = hints
        # The names of what objects of each class have, once somebody has asked.
        self.members = {}

    def parameter(self, function, parameter, owner):
        """The shape of a parameter without a hint, by its default and its use, and its name."""
        if parameter.default is not inspect.Parameter.empty and parameter.default is not None:
            kind = type_of(parameter.default)
            if kind is not None:
                return self.hints.shape(kind, owner), hint_name(kind)
        tree = self.hints.trees.get(getattr(inspect.unwrap(function), "__module__", None))
        definition = None if tree is None else uses.definition_of(tree, function)
        if definition is None:
            return self.hints.anything(), UNKNOWN
        kept = uses.kept_parameter(tree, definition, parameter.name)
        if kept is not None:
            shape, words = self.used(kept, owner)
            if words != UNKNOWN:
                return shape, words
        return self.used(uses.parameter(definition, parameter.name), owner)

    def keywords(self, function):
        """The name of the parameter that takes what is passed by other names, and the shape of
        what the function looks for among it; None, None if there is no such thing."""
        code = getattr(function, "__code__", None)
        if code is None or not code.co_flags & inspect.CO_VARKEYWORDS:
            return None, None
        starred = bool(code.co_flags & inspect.CO_VARARGS)
        name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount + starred]
        tree = self.hints.trees.get(function.__module__)
        definition = None if tree is None else uses.definition_of(tree, function)
        found = {} if definition is None else uses.keys(definition, name)
        fields = {key: self.used(value, f"{name}.{key}")[0] for key, value in found.items()}
        return (name, shapes.Record(fields, frozenset(fields))) if fields else (None, None)

    def used(self, value, owner):
        """The shape of a value by its use, and its name. What its looks leave open, a run
        finds out."""
        if value.is_asked_for():
            return self.hints.anything(), UNKNOWN  # the code itself finds out which
        members = value.members()
        if members.keys() <= BUILTIN_MEMBERS:
            kinds = self.builtins_with(value, members)
            if len(kinds) == 1 and kinds[0] in LITERALS and not value.may_be_none():
                return self.hints.shape(kinds[0], owner), hint_name(kinds[0])
            return self.hints.anything(), " or ".join(map(hint_name, kinds)) or UNKNOWN
        classes = self.classes_with(members)
        words = " or ".join(map(hint_name, classes)) or f"an object with {', '.join(members)}"
        return self.hints.anything(classes), words

    def builtins_with(self, value, members):
        """The builtin type that a value's uses speak for, or those that have its members."""
        builtin = value.builtin()
        if builtin is not None:
            return [builtin]
        if not members:
            return []
        return [hint for kind, hint in GENERAL.items() if members.keys() <= set(dir(kind))]

    def classes_with(self, members):
        """The user's classes whose objects have all these members."""
        found = []
        for name in self.hints.trees:
            for cls in list(vars(sys.modules[name]).values()) if name in sys.modules else ():
                if not isinstance(cls, type) or cls in found or is_interface(cls):
                    continue
                if self.hints.is_made_by_user(cls) and self.has_members(cls, members):
                    found.append(cls)
        return found[:MOST_CLASSES]

    def has_members(self, cls, members):
        """Whether objects of a class have all of some members, by the class or its methods."""
        return members.keys() <= self.members_of(cls)

    def members_of(self, cls):
        """The names of what objects of a class have."""
        if cls not in self.members:
            found = set(dir(cls))
            for base in cls.__mro__:
                if self.hints.is_user_class(base):
                    found |= set(field_evidence(None, find_class_node(self.hints.trees, base)))
            self.members[cls] = found
        return self.members[cls]

    def interface(self, cls, owner):
        """The shape of what has what a protocol or abstract class asks for: something
        builtin, else an object with just these members. None if no plain object can."""
        asked = asked_members(cls)
        options = []
        if set(asked) == {"__call__"}:
            options.append(self.answer(asked["__call__"], owner))
        elif not any(name.startswith("__") for name in asked):
            said = self.hints.hints_of(cls)
            parts = {
                name: self.asked_part(value, said.get(name), f"{owner}.{name}")
                for name, value in asked.items()
            }
            options.append(shapes.Collaborator(parts))
        if not any(map(inspect.iscoroutinefunction, asked.values())):
            kinds = [hint for kind, hint in GENERAL.items() if asked.keys() <= set(dir(kind))]
            options += [self.hints.shape(kind, owner) for kind in kinds]
        return shapes.Union(options, open_ended=True) if options else None

    def asked_part(self, value, hint, owner):
        if isinstance(value, property):
            said = self.hints.hints_of(value.fget).get("return", inspect.Parameter.empty)
            return self.hints.shape(said, owner)
        if callable(value):
            return self.answer(value, owner)
        return self.hints.shape(inspect.Parameter.empty if hint is None else hint, owner)

    def answer(self, function, owner):
        """The shape of a function that answers what another says that it returns."""
        said = self.hints.hints_of(inspect.unwrap(function))
        return Function(
            self.hints.shape(said.get("return", inspect.Parameter.empty), owner),
            inspect.iscoroutinefunction(function),
            self.hints.handled,
        )
