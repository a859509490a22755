"""Structures that calls have made before, known by the slots that describe them.

Many cases call different methods on the same structure. The first of them
finds out which calls make it, and checks that they do; the others repeat them.
"""

import re

from .invocation import build_arguments
from .replica import Recipe

# The names of objects in slots: a parameter of such a name is not told apart.
OBJECTS = re.compile(r"self$|node\d+$")
FIRST = re.compile(r"[^.\[#]*")


class KnownStructures:
    """The calls that make structures, by class and slots."""

    def __init__(self, hints):
        self.hints = hints
        self.calls = {}

    def key_of(self, unit, source):
        """What a case's receiver is known by; None if its arguments may share
        objects with it, or it is not made field by field."""
        if not unit.has_receiver:
            return None
        model = self.hints.model(unit.cls)
        if model.invariant is None or not model.is_lazy():
            return None
        names = {parameter.name for parameter in unit.parameters}
        if any(map(OBJECTS.match, names)) or any(first(slot) in names for slot in source.choices):
            return None
        values = (item for item in source.values.items() if first(item[0]) not in names)
        return (unit.cls, tuple(sorted(source.choices.items())), tuple(sorted(values)))

    def learn(self, key, found):
        if key is not None and found is not None:
            self.calls[key] = found

    def make(self, key, unit, source):
        """Receiver and arguments of a case whose structure is known."""
        found = self.calls.get(key)
        if found is None:
            return None
        cls, arguments, calls = found
        built = build_arguments(unit, source)
        if source.heap.nodes:
            return None
        real = cls(*arguments)
        for name, values in calls:
            getattr(real, name)(*values)
        record(source, cls, real, arguments, calls)
        return (real, *built)


def first(slot):
    return FIRST.match(slot).group()


def record(source, cls, real, arguments, calls):
    """Writes down that calls made an object."""
    recipe = Recipe()
    recipe.construct(source.identities, list(arguments), {})
    recipe.finish(cls)
    for name, values in calls:
        recipe.call(source.identities, name, list(values))
    source.recipes[source.identities.number(real)] = recipe
