"""`datetime.now()` and its like: methods of classes that nobody can patch. The user's modules see
the class with another clock; a test gives them a mock that wraps it."""

import ast
import datetime
import typing

from . import callers, shapes

CLOCKS = {"datetime.datetime": datetime.datetime, "datetime.date": datetime.date}
METHODS = {
    "datetime.datetime": ("now", "utcnow", "today"),
    "datetime.date": ("today",),
}
# The moments of a zone are told apart from those of none.
AWARE = "_aware"


class Clock:
    """A class of dates whose idea of now is the input's."""

    def __init__(self, outside, name, real):
        self.__dict__.update(_outside=outside, _name=name, _real=real)

    def __getattr__(self, attribute):
        if attribute in METHODS[self._name] and self._outside.source is not None:
            return lambda *arguments, **named: self._now(attribute, arguments, named)
        return getattr(self._real, attribute)

    def __call__(self, *arguments, **named):
        return self._outside.make(self._real, *arguments, **named)

    def __or__(self, other):
        return typing.Union[self._real, other]

    def __ror__(self, other):
        return typing.Union[other, self._real]

    def _now(self, method, arguments, named):
        zone = next(iter([*arguments, *named.values()]), None)
        if zone is not None and zone is not datetime.timezone.utc:
            return getattr(self._real, method)(*arguments, **named)
        name = f"{self._name}.{method}" + (AWARE if zone is not None else "")
        return self._outside.answer(name, (), {})

    def may_replace(self, tree):
        """Whether a module never asks what is of this class."""
        simple = self._name.rpartition(".")[2]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in QUESTIONS:
                if any(mentions(argument, simple) for argument in node.args):
                    return False
            elif hasattr(ast, "MatchClass") and isinstance(node, ast.MatchClass):
                if mentions(node.cls, simple):
                    return False
            elif isinstance(node, ast.Compare):
                if any(is_named(side, simple) for side in (node.left, *node.comparators)):
                    return False
            elif isinstance(node, ast.ClassDef):
                if any(is_named(base, simple) for base in node.bases):
                    return False
        return True


QUESTIONS = ("isinstance", "issubclass", "type")


class Calendar:
    """The module `datetime` with such classes."""

    def __init__(self, clocks):
        self.__dict__.update(clocks)

    def __getattr__(self, attribute):
        return getattr(datetime, attribute)


def is_named(node, name):
    return getattr(node, "id", getattr(node, "attr", "")) == name


def mentions(node, name):
    return any(
        is_named(inner, name)
        for inner in ast.walk(node)
        if isinstance(inner, (ast.Name, ast.Attribute))
    )


def real_class(hint):
    """The class that a hint means which was read after clocks were put in place."""
    return hint._real if type(hint) is Clock else hint


def is_clock(name):
    """Whether the name of a function of the world is one of a clock's methods."""
    return name.startswith("datetime.")


def moment_shape(name, hints):
    """The shape of what a clock's method gives."""
    holder, _, method = name.rpartition(".")
    shape = hints.shape(CLOCKS[holder])
    if isinstance(shape, shapes.Constructed) and "tzinfo" in shape.arguments:
        zone = datetime.timezone.utc if method.endswith(AWARE) else None
        arguments = {**shape.arguments, "tzinfo": shapes.Constant([zone])}
        return shapes.Constructed(shape.make, arguments)
    return shape


def mocked(source, holder, answers):
    """The mock that a test has for a class of dates; `answers` are those of its methods."""
    # It loads much else: only where it is needed.
    from unittest import mock

    named = {}
    for method, function in answers.items():
        if isinstance(function, callers.Answers):
            named[f"{method}.side_effect"] = list(function.answers)
        else:
            named[f"{method}.return_value"] = function.value
    slot = f"${holder}"
    source.record_making(slot, mock.Mock, [], {"wraps": CLOCKS[holder], **named})
    made = mock.Mock(wraps=CLOCKS[holder], **named)
    source.record_instance(slot, made)
    return made
