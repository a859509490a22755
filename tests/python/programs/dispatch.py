#: render: paths: 15; covers: all; losses: none
#: _: paths: 7; misses: 24 `render` is entered, 29 `_` is entered, 30 `value > 3` is true, 30 `value > 3` is false; losses: none
#: dispatch: paths: 10; covers: all; losses: none
#: limited: paths: 1; misses: 43 `limited.wrap` is entered, 45 `limited.wrap.inner` is entered, 46 `x < low` is true, 46 `x < low` is false, 95 `awaited.inner` is entered, 96 `y > 0` is true, 96 `y > 0` is false; losses: none
#: stepped: paths: 30; misses: 42 `limited` is entered, 43 `limited.wrap` is entered, 95 `awaited.inner` is entered, 96 `y > 0` is true, 96 `y > 0` is false; losses: none
#: calculate: paths: 5; covers: all; losses: none
#: Stack.__init__: paths: 1; covers: all; losses: none
#: Stack.push: paths: 11; covers: all; losses: none
#: Stack.pop: paths: 11; covers: all; losses: none
#: chained: paths: 2; misses: 83 `not self.items` is true; losses: none
#: awaited: paths: 2; misses: 45 `limited.wrap.inner` is entered, 46 `x < low` is true, 46 `x < low` is false; losses: none
#: Name.shout: paths: 4; covers: all; losses: none
#: subclasses: paths: 81; misses: 106 `Name.shout` is entered, 112 `name == 'bo'` is true; losses: none
#: attributes: paths: 9; misses: 124 `hasattr(thing, name)` is true; losses: 124 hasattr()
"""Dispatch: singledispatch, decorators with arguments, partial, tables, async."""
import functools
import operator
from typing import Callable, Dict, Generic, List, Optional, TypeVar, Union

T = TypeVar("T")


@functools.singledispatch
def render(value) -> str:
    return "?"


@render.register
def _(value: int) -> str:
    return "int" if value > 3 else "small"


@render.register
def _(value: str) -> str:
    return value + "!"


def dispatch(value: Union[int, str, float]) -> str:
    return render(value)


def limited(low: int):
    def wrap(function):
        @functools.wraps(function)
        def inner(x: int) -> int:
            if x < low:
                raise ValueError(f"{x} < {low}")
            return function(x)

        return inner

    return wrap


@limited(5)
def stepped(x: int) -> int:
    return x - 5 if x % 2 else x


OPERATIONS: Dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": lambda a, b: a - b,
    "div": operator.floordiv,
}


def calculate(name: str, a: int, b: int) -> Optional[int]:
    operation = OPERATIONS.get(name)
    if operation is None:
        return None
    return functools.partial(operation, a)(b)


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.items: List[T] = []

    def push(self, item: T) -> "Stack[T]":
        self.items.append(item)
        return self

    def pop(self) -> T:
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()


def chained(x: int) -> object:
    stack: Stack[int] = Stack()
    top = stack.push(x).push(x + 1).pop()
    return top if top > 4 else stack.pop()


async def awaited(x: int) -> int:
    async def inner(y: int) -> int:
        return y * 2 if y > 0 else 0

    return await inner(x) + 1


class Celsius(float):
    pass


class Name(str):
    def shout(self) -> str:
        return self.upper() + "!"


def subclasses(x: float, s: str) -> object:
    name = Name(s)
    if name == "bo":
        return name.shout(), type(name).__name__
    degrees = Celsius(x)
    return degrees > 3, isinstance(degrees, float), len(name)


def attributes(name: str, x: int) -> object:
    class Thing:
        size = 3

    thing = Thing()
    setattr(thing, "value", x)
    if hasattr(thing, name):
        return getattr(thing, name, None)
    return getattr(thing, "value") > 2, vars(thing)
