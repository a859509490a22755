"""Variables of the environment as inputs.

A variable that the user's own code asks for is a slot of the input, `$NAME`: it is missing, or
it is a text. The machine's own are never seen, and what a run writes is gone with it. The same
reading serves a worker, where the text is symbolic, and a fresh process, where it is that of
one case; a test sets the variables as they were there.
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
# What `asyncio` asks for whenever it makes a loop.
DEBUGGING = "PYTHONASYNCIODEBUG"
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
        # The variables of the current run's input, and those as the run has changed them.
        self.given: dict[str, Any] = {}
        self.current: dict[str, Any] = {}
        self.written: set[str] = set()
        # Those that the run came upon by looking at all of them.
        self.listed: set[str] = set()
        # Whether something else was asked for, which every machine says for itself.
        self.asked = False
        self.install()

    @contextlib.contextmanager
    def of(self, source: Any) -> Iterator[None]:
        """While the subject runs: the variables are those of an input."""
        self.source = source
        self.given, self.current = {}, {}
        self.written, self.listed = set(), set()
        self.asked = False
        try:
            yield
        finally:
            self.source = None

    def described(self) -> dict[str, Any]:
        """The variables of the input that this run asked for, by name, and whether it
        gave them another value."""
        return {
            name: {"value": value, "is_written": name in self.written}
            for name, value in sorted(self.given.items())
        }

    def install(self) -> None:
        kind: Any = type(os.environ)
        read, write, remove = kind.__getitem__, kind.__setitem__, kind.__delitem__
        walk, count = kind.__iter__, kind.__len__

        def get(environment: Any, name: Any) -> Any:
            if not self.has(environment, name):
                # A loop asks whether it is debugged, and answers the same either way.
                self.asked = self.asked or name != DEBUGGING
                return read(environment, name)
            if self.current[name] is None:
                raise KeyError(name)
            return self.current[name]

        def put(environment: Any, name: Any, value: Any) -> None:
            plain = value if self.source is None else self.source.concrete(value)
            is_text = type(plain) is str and NUL not in plain
            if is_text and self.has(environment, name):
                self.current[name] = value
                self.written.add(name)
            else:
                write(environment, name, plain)

        def delete(environment: Any, name: Any) -> None:
            if not self.has(environment, name):
                remove(environment, name)
            elif self.current[name] is None:
                raise KeyError(name)
            else:
                self.current[name] = None

        def names(environment: Any) -> Iterator[Any]:
            self.asked = True
            if self.source is None or environment is not os.environ:
                yield from walk(environment)
                return
            known = [name for name in walk(environment) if name not in self.current]
            changed = [name for name, value in self.current.items() if value is not None]
            self.listed.update(known)
            yield from (*known, *changed)

        def length(environment: Any) -> int:
            if self.source is None or environment is not os.environ:
                return count(environment)
            return sum(1 for _ in names(environment))

        kind.__getitem__, kind.__setitem__, kind.__delitem__ = get, put, delete
        kind.__iter__, kind.__len__ = names, length

    def has(self, environment: Any, name: Any) -> bool:
        """Whether a variable is one of the input: from now on, if the user's own code asks."""
        if self.source is None or environment is not os.environ or type(name) is not str:
            return False
        if name in self.current:
            return True
        if name in self.seen or name in self.listed or not is_name(name):
            return False
        frame: Any = sys._getframe(2)
        while frame is not None and frame.f_globals.get("__name__") in BETWEEN:
            frame = frame.f_back
        if frame is None or not self.is_own(frame.f_globals):
            return False
        self.given[name] = self.current[name] = self.built(name)
        return True

    def built(self, name: str) -> Any:
        value = VALUE.build(self.source, f"${name}")
        if value is not None and NUL in self.source.concrete(value):
            raise Reject("a variable of the environment holds no NUL")
        return value


def is_name(name: str) -> bool:
    """Whether a variable can be named so, by everybody and in a slot."""
    return name.isascii() and name.isidentifier()
