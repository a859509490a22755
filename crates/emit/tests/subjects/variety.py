"""One of each: what results, inputs and special methods can look like."""

import asyncio
import collections
import datetime
import decimal
import enum
from dataclasses import dataclass, field
from typing import Any, Callable, Counter, DefaultDict, Deque, Dict, FrozenSet, Iterator
from typing import List, NamedTuple, Optional, Set, Tuple, Type, Union


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Access(enum.IntFlag):
    READ = 1
    WRITE = 2


class Pair(NamedTuple):
    left: int
    right: str = ""


@dataclass(frozen=True)
class Money:
    cents: int
    currency: str = "EUR"

    def __add__(self, other: "Money") -> "Money":
        if self.currency != other.currency:
            raise ValueError(f"{self.currency} is not {other.currency} (sorry)")
        return Money(self.cents + other.cents, self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.cents < other.cents


@dataclass
class Basket:
    owner: str
    items: List[Money] = field(default_factory=list)
    note: Optional[str] = None

    def add(self, item: Money) -> "Basket":
        self.items.append(item)
        return self

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: Money) -> bool:
        return item in self.items

    def __getitem__(self, index: int) -> Money:
        return self.items[index]

    def __setitem__(self, index: int, item: Money) -> None:
        self.items[index] = item

    def __iter__(self) -> Iterator[Money]:
        for item in self.items:
            yield item

    def __call__(self, times: int = 1, *, loud: bool = False) -> str:
        return ("!" if loud else "") + self.owner * times

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Basket):
            return NotImplemented
        return self.owner == other.owner

    @property
    def total(self) -> int:
        return sum(item.cents for item in self.items)

    @classmethod
    def of(cls, *cents: int) -> "Basket":
        return cls("of", [Money(each) for each in cents])

    @staticmethod
    def shipping(weight: float) -> float:
        return weight * 1.5 if weight > 0 else -0.0


class Plain:
    __slots__ = ("name", "next")

    def __init__(self, name: str) -> None:
        self.name = name
        self.next: Optional[Plain] = None


def plain_chain(names: List[str]) -> Optional[Plain]:
    first = None
    for name in reversed(names):
        node = Plain(name)
        node.next = first
        first = node
    return first


def loop(name: str) -> Plain:
    node = Plain(name)
    node.next = node
    return node


def mix(values: Tuple[int, str, float]) -> dict:
    return {"n": values[0], values[1]: [values[2]], 3: (values[0],), 4: {values[0]}, 5: frozenset()}


def colours(colour: Colour, access: Access) -> Tuple[Colour, Access]:
    return colour, Access.READ | Access.WRITE


def pair(value: Pair) -> Pair:
    return Pair(value.left + 1, value.right)


def countdown(start: int) -> Iterator[int]:
    while start > 0:
        yield start
        start -= 1


async def later(value: int) -> int:
    return value + 1


def dates(day: datetime.date, price: decimal.Decimal) -> Tuple[datetime.date, decimal.Decimal]:
    return day + datetime.timedelta(days=1), price * 2


def boxes(a: Deque[int], b: Counter[str], c: DefaultDict[str, List[int]], d: FrozenSet[int], e: Set[str]) -> Any:
    a.append(1)
    b["x"] += 1
    c["k"].append(1)
    e.add("z")
    return a, b, c, d, e


def apply(function: Callable[[int], int], value: int) -> int:
    return function(value) + 1


def kind(cls: Type[Money], data: bytes, more: bytearray) -> Any:
    more.append(1)
    return cls, data + b"\x00", len


def pick(value: Union[int, str, None], other: Dict[str, int], *rest: int, flag: bool = False) -> Any:
    if isinstance(value, str) and flag:
        raise KeyError(value)
    other["new"] = len(rest)
    return value


def swap(values: List[List[int]]) -> List[List[int]]:
    values.reverse()
    return values


def nan(value: float) -> Tuple[float, Dict[str, float]]:
    return value, {"v": value}


def opaque(value: int) -> Any:
    return (lambda: value), value, object()


def exits(code: int) -> None:
    raise SystemExit(code)


def test_like(value: int) -> int:
    return value


def long_lists(value: int) -> List[Dict[str, List[str]]]:
    return [{"some key number " + str(i): ["a long text that takes room"] * 3} for i in range(3)]


def long_text(value: int) -> str:
    return "word " * 15 + "it's \"quoted\""


def longer_text(value: int) -> str:
    return "word " * 30
