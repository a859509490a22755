#: Item.cost: paths: 12; covers: all; losses: none
#: cheaper: paths: 108; covers: all; losses: none
#: frozen: paths: 81; covers: all; losses: none
#: Color.next: paths: 2; covers: all; losses: none
#: enums: paths: 13; covers: all; losses: none
#: named: paths: 9; covers: all; losses: none
#: tuples: paths: 3; misses: 83 `p.right == right` is false; losses: none
#: typed: paths: 6; covers: all; losses: none
"""Dataclasses, enums, named tuples, typed dictionaries."""
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from typing import List, NamedTuple, TypedDict


@dataclass(order=True)
class Item:
    price: int
    name: str = "x"
    tags: List[str] = field(default_factory=list)

    def cost(self, n: int) -> int:
        if self.price < 0:
            raise ValueError(self.name)
        return self.price * n if n > 1 else self.price


def cheaper(a: Item, b: Item) -> object:
    if a == b:
        return "same"
    if a < b:
        return replace(a, price=b.price)
    return b.tags


@dataclass(frozen=True)
class Key:
    a: int
    b: int


def frozen(k: Key) -> object:
    seen = {Key(1, 2): "one", Key(3, 4): "two"}
    return seen.get(k, "none")


class Color(Enum):
    RED = 1
    GREEN = 2

    def next(self) -> "Color":
        return Color.GREEN if self is Color.RED else Color.RED


class Level(IntEnum):
    LOW = 1
    HIGH = 5


def enums(c: Color, n: int) -> object:
    if c == Color.GREEN:
        return Color(n)
    if n == Level.HIGH:
        return Level(n).name
    return c.name, c.value + n


def named(n: str) -> object:
    try:
        return Color[n]
    except KeyError:
        return None


class Pair(NamedTuple):
    left: int
    right: str = "r"


def tuples(p: Pair) -> object:
    left, right = p
    if left == 3:
        return p._replace(right="q")
    return p.right == right and right > "m"


class Options(TypedDict, total=False):
    depth: int
    name: str


def typed(o: Options) -> object:
    if "depth" in o and o["depth"] > 3:
        return "deep"
    return o.get("name", "none")
