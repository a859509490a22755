"""Variables of the environment as inputs.

A variable that the user's own code asks for is a slot of the input, `$NAME`: it is missing, or
it is a text. The machine's own are never seen. The same reading serves a worker, where the
text is symbolic, and a fresh process, where it is that of one case; a test sets the variables
as they were there.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .shapes import NONE, Reject, Text, Union

# The modules between `os.environ` and whoever asks.
BETWEEN = ("os", "_collections_abc", "collections.abc")
# Missing first: that is what a machine is like that knows nothing of the program.
VALUE = Union([NONE, Text()])
# How a variable is named among what is allowed.
ALLOWED = "env:"
# What no variable can hold.
NUL = "\0"


class Variables:
    """What runs ask the environment for, one run after another."""

    def __init__(self, is_own: Callable[[dict[str, Any]], bool], allow: Iterable[str]) -> None:
        # Whether the globals of a frame are those of the user's own code.
        self.is_own = is_own
        # Those of this machine that its user lets the subject see.
        self.seen = {name.removeprefix(ALLOWED) for name in allow if name.startswith(ALLOWED)}
        self.source: Any = None
        # The variables of the current run's input, as the subject sees them.
        self.values: dict[str, Any] = {}
        # Whether something else was asked for, which every machine says for itself.
        self.asked = False
        kind: Any = type(os.environ)
        read, walk, count = kind.__getitem__, kind.__iter__, kind.__len__

        def noted(environment: Any, name: Any) -> Any:
            if self.source is None or environment is not os.environ:
                return read(environment, name)
            if name not in self.values and not self.is_input(name):
                self.asked = True
                return read(environment, name)
            value = self.value_of(name)
            if value is None:
                raise KeyError(name)
            return value

        def walked(environment: Any) -> Any:
            self.asked = True
            return walk(environment)

        def counted(environment: Any) -> int:
            self.asked = True
            return count(environment)

        kind.__getitem__, kind.__iter__, kind.__len__ = noted, walked, counted

    @contextlib.contextmanager
    def of(self, source: Any) -> Iterator[None]:
        """While the subject runs: the variables are those of an input."""
        self.source = source
        self.values = {}
        self.asked = False
        try:
            yield
        finally:
            self.source = None

    def is_input(self, name: Any) -> bool:
        if type(name) is not str or name in self.seen or not is_name(name):
            return False
        frame = sys._getframe(2)
        while frame is not None and frame.f_globals.get("__name__") in BETWEEN:
            frame = frame.f_back
        return frame is not None and self.is_own(frame.f_globals)

    def value_of(self, name: str) -> Any:
        if name not in self.values:
            value = VALUE.build(self.source, f"${name}")
            if value is not None and NUL in self.source.concrete(value):
                raise Reject("a variable of the environment holds no NUL")
            self.values[name] = value
        return self.values[name]

    def described(self) -> dict[str, Any]:
        """The variables of the input that this run asked for, by name."""
        return dict(sorted(self.values.items()))


def is_name(name: str) -> bool:
    """Whether a variable can be named so, by everybody and in a slot."""
    return name.isascii() and name.isidentifier()
