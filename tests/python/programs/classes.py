#: Account.__init__: paths: 2; covers: all; losses: none
#: Account.rich: paths: many; covers: all; losses: none
#: Account.withdraw: paths: many; covers: all; losses: none
#: Account.empty: paths: 2; covers: all; losses: none
#: Account.fee: paths: 2; covers: all; losses: none
#: Shape.describe: paths: 12; misses: 55 `Shape.area` is entered; losses: none
#: Square.__init__: paths: 1; covers: all; losses: none
#: Square.area: paths: 7; covers: all; losses: none
#: Box.__init__: paths: 1; covers: all; losses: none
#: Box.area: paths: 1; covers: all; losses: none
#: Box.describe: paths: 4; misses: 55 `Shape.area` is entered, 66 `Square.area` is entered; losses: none
#: total: paths: 6; misses: 55 `Shape.area` is entered, 63 `Square.__init__` is entered; losses: none
#: Vector.__init__: paths: 1; covers: all; losses: none
#: Vector.__add__: paths: 1; covers: all; losses: none
#: Vector.__eq__: paths: 6; misses: 90 `Vector.__init__` is entered; losses: none
#: Vector.__bool__: paths: 3; covers: all; losses: none
#: Vector.__len__: paths: 1; covers: all; losses: none
#: Vector.__getitem__: paths: 20; covers: all; losses: none
"""Classes: properties, inheritance, special methods, state."""
from abc import ABC, abstractmethod


class Account:
    limit = 100

    def __init__(self, owner: str, balance: int = 0):
        if balance < 0:
            raise ValueError("negative")
        self.owner = owner
        self._balance = balance

    @property
    def rich(self) -> bool:
        return self._balance > 1000

    def withdraw(self, amount: int) -> int:
        if amount > self._balance:
            raise ValueError(f"only {self._balance}")
        if amount > self.limit:
            return 0
        self._balance -= amount
        return self._balance

    @classmethod
    def empty(cls, owner: str) -> "Account":
        return cls(owner or "nobody")

    @staticmethod
    def fee(amount: int) -> int:
        return 1 if amount < 10 else amount // 10


class Shape(ABC):
    @abstractmethod
    def area(self) -> int:
        ...

    def describe(self) -> str:
        return "big" if self.area() > 50 else "small"


class Square(Shape):
    def __init__(self, side: int):
        self.side = side

    def area(self) -> int:
        return self.side * self.side


class Box(Shape):
    def __init__(self, w: int, h: int):
        self.w, self.h = w, h

    def area(self) -> int:
        return self.w * self.h

    def describe(self) -> str:
        if self.w == self.h:
            return "square " + super().describe()
        return super().describe()


def total(a: Shape, b: Shape) -> int:
    if isinstance(a, Square) and a.area() == 49:
        return 0
    return a.area() + b.area()


class Vector:
    def __init__(self, x: int, y: int):
        self.x, self.y = x, y

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)

    def __bool__(self) -> bool:
        return bool(self.x or self.y)

    def __len__(self) -> int:
        return abs(self.x) + abs(self.y)

    def __getitem__(self, i: int) -> int:
        return (self.x, self.y)[i]
