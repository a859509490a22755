"""What the world answers, as part of the input: the clock, chance, files, other programs.

A function of the library that asks the world is a slot of the input, `$time.time`, where the
user's own code calls it: it answers what the input says, call after call, and the machine is
never asked. The same table serves a worker, where answers are symbolic, and a fresh process,
where they are those of one case; a test patches the same names.
"""

import contextlib
import datetime
import functools
import os
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

from .callers import Function
from .clocks import AWARE, CLOCKS, Calendar, Clock, is_clock, mocked
from .streams import Reading
from .world_answers import ANSWERS, ASKING_FOR_FILES, EFFECTS, checked, shape_of

# How the slot of such a function begins, and what it is always recorded with.
MOST_TARGETS = 4
SLOT = re.compile(r"\$([A-Za-z_][\w.]*)#others$")


class Replaced:
    """A function of the library that answers from the input where the user's code asks."""

    def __init__(self, outside, name, real):
        self.outside = outside
        self.name = name
        self.real = real
        functools.update_wrapper(self, real, updated=())

    # Some of them are classes, which the code may ask for.

    def __instancecheck__(self, instance):
        return isinstance(instance, self.real)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.real)

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    def __call__(self, *arguments, **named):
        outside = self.outside
        if not outside.is_own(sys._getframe(1).f_globals):
            return self.real(*arguments, **named)
        if outside.source is None:
            # A finaliser of what a run left behind: nobody waits for it or asks what it did.
            return None if self.name in EFFECTS else self.real(*arguments, **named)
        if self.name in ASKING_FOR_FILES and arguments and outside.is_own_file(arguments[0]):
            return self.real(*arguments, **named)
        return outside.answer(self.name, arguments, named)


class Outside:
    """The functions of the world, one run after another."""

    def __init__(self, is_own, make=lambda cls, *arguments, **named: cls(*arguments, **named)):
        # Makes an object of a class of the library.
        self.make = make
        # Whether the globals of a frame are those of the user's own code.
        self.is_own = is_own
        self.source: Any = None
        self.hints: Any = None
        self.modules: list[Any] = []
        # By name: what stands for a function, and in this run what it answers by.
        self.replaced: dict[str, Any] = {}
        self.functions: dict[str, Any] = {}
        self.is_there = os.path.exists

    def install(self, hints, modules):
        """After the user's modules are imported: puts itself in front of the world."""
        self.hints = hints
        self.modules = modules
        for name in (*ANSWERS, *EFFECTS):
            holder, _, attribute = name.rpartition(".")
            owner = found(holder)
            real = None if owner is None else vars(owner).get(attribute)
            if callable(real) and not isinstance(real, Replaced):
                self.replaced[name] = Replaced(self, name, real)
                setattr(owner, attribute, self.replaced[name])
                self.rebind(real, self.replaced[name])
        csv: Any = sys.modules.get("csv")
        if csv is not None and not isinstance(csv.reader, Reading):
            real, csv.reader = csv.reader, Reading(csv.reader)
            self.rebind(real, csv.reader)
        clocks = {name: Clock(self, name, kind) for name, kind in CLOCKS.items()}
        for name, clock in clocks.items():
            self.rebind(CLOCKS[name], clock, [clock])
        calendar = Calendar({name.rpartition(".")[2]: clock for name, clock in clocks.items()})
        self.rebind(datetime, calendar, list(clocks.values()))

    def asks_nothing(self, module, clocks):
        """Whether a module never asks if something is of a clock's class."""
        trees = self.hints.trees
        if module.__name__ not in trees:
            return False
        return all(clock.may_replace(trees[module.__name__]) for clock in clocks)

    def rebind(self, real, replaced, clocks=()):
        """Gives the user's modules, which may have imported it by name, the replacement; that
        of clocks only those that never ask what is one."""
        for module in self.modules:
            names = [name for name, value in list(vars(module).items()) if value is real]
            # To look through a module's source takes longer than to import it.
            if names and (not clocks or self.asks_nothing(module, clocks)):
                for name in names:
                    setattr(module, name, replaced)

    def is_own_file(self, path):
        """Whether a path is that of a file which comes with the user's modules: it is there
        for whoever runs a test, too."""
        # A symbolic path, or one whose type is open, is none of them.
        if type(path) not in (str, pathlib.PosixPath):
            return False
        place = os.path.dirname(self.modules[0].__file__ or "") + os.sep
        return os.path.abspath(path).startswith(place) and self.is_there(path)

    @contextlib.contextmanager
    def of(self, source: Any) -> Iterator[None]:
        """While the subject runs: the world is that of an input."""
        self.source = source
        self.functions = {}
        try:
            yield
        finally:
            self.source = None

    def function(self, name):
        """What answers for a function in this run."""
        if name not in self.functions:
            awaited = name.startswith("asyncio.")
            shape = Function(shape_of(name, self.hints), awaited, self.hints.handled)
            self.functions[name] = shape.build(self.source, f"${name}")
        return self.functions[name]

    def answer(self, name, arguments, named):
        return checked(name, self.function(name)(*arguments, **named), arguments, named)

    # In a fresh process.

    def prepare(self, source):
        """What the world answers in a case that is about to run, with where a test puts it."""
        names = [match[1] for slot in source.choices if (match := SLOT.match(slot))]
        made = [
            (target, self.function(name))
            for name in names
            if not is_clock(name)
            for target in self.targets(name)
        ]
        return made + self.clocks([name for name in names if is_clock(name)])

    def clocks(self, names):
        """The classes of dates that a case asks for now, as mocks."""
        by_class: dict[str, dict[str, Any]] = {}
        for name in names:
            holder, _, method = name.rpartition(".")
            method = method.removesuffix(AWARE)
            by_class.setdefault(holder, {})[method] = self.function(name)
        return [
            (self.clock_target(holder), mocked(self.source, holder, answers))
            for holder, answers in by_class.items()
        ]

    def clock_target(self, holder):
        for name, value in vars(self.modules[0]).items():
            if isinstance(value, Clock) and value._name == holder:
                return f"{self.modules[0].__name__}.{name}"
        return holder

    def targets(self, name):
        """Where a test has to patch a function: in the user's module that imported it by
        name, else where it is defined, and in other modules of the user that imported it so."""
        if name == "builtins.open":
            return [f"{self.modules[0].__name__}.open"]
        bound = [self.binding(module, name) for module in self.modules]
        if bound[0] is not None:
            return bound[:1]
        return [name, *(one for one in bound if one is not None)][:MOST_TARGETS]

    def binding(self, module, name):
        """What a module calls a function that it imported by name; None if it did not."""
        replaced = self.replaced.get(name)
        for bound, value in vars(module).items():
            if replaced is not None and value is replaced:
                return f"{module.__name__}.{bound}"
        return None


def found(name):
    """A module or class by its dotted name, if its module is loaded."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        holder: Any = sys.modules.get(".".join(parts[:end]))
        if holder is not None:
            for part in parts[end:]:
                holder = getattr(holder, part, None)
            return holder
    return None
