"""Aliases: two arguments, or two members of one, may be the same object."""

from dataclasses import dataclass, field


# witness: (lambda xs: same_list(xs, xs))([1])
def same_list(a: list[int], b: list[int]) -> int:
    if a is b:
        return 1
    return 0


# witness: (lambda xs: append_seen(xs, xs))([])
def append_seen(a: list[int], b: list[int]) -> int:
    n = len(b)
    a.append(1)
    if len(b) != n:
        return 1
    return 0


# witness: (lambda xs: cleared(xs, xs))([1])
def cleared(source: list[int], target: list[int]) -> int:
    if len(source) == 1 and source[0] == 1:
        target.clear()
        if not source:
            return 1
        return 2
    return 0


# witness: (lambda xs: rows([xs, xs]))([1])
def rows(matrix: list[list[int]]) -> int:
    if len(matrix) == 2 and len(matrix[0]) == 1 and len(matrix[1]) == 1:
        matrix[0][0] = 5
        matrix[1][0] = 6
        if matrix[0][0] == 6:
            return 1
        return 2
    return 0


# witness: (lambda d: dicts(d, d))({})
def dicts(a: dict[str, int], b: dict[str, int]) -> int:
    if not b:
        a["x"] = 1
        if "x" in b:
            return 1
        return 2
    return 0


# witness: (lambda s: sets(s, s))({1})
def sets(a: set[int], b: set[int]) -> int:
    if len(b) == 1:
        a.clear()
        if len(b) == 0:
            return 1
        return 2
    return 0


@dataclass
class Account:
    balance: int


# witness: (lambda a: transfer(a, a, 5))(Account(7))
def transfer(source: Account, target: Account, amount: int) -> int:
    if amount <= 0 or source.balance < amount:
        return -1
    before = source.balance
    source.balance -= amount
    target.balance += amount
    if source.balance == before:
        return 1
    return 0


# witness: (lambda a: same_object(a, a))(Account(1))
def same_object(a: Account, b: Account) -> int:
    if a is b:
        return 1
    return 0


# witness: (lambda a: in_tuple((a, a)))(Account(1))
def in_tuple(pair: tuple[Account, Account]) -> int:
    a, b = pair
    a.balance = 1
    b.balance = 2
    if a.balance == 2:
        return 1
    return 0


# witness: (lambda a: in_list([a, a]))(Account(1))
def in_list(accounts: list[Account]) -> int:
    if len(accounts) == 2:
        accounts[0].balance = 1
        accounts[1].balance = 2
        if accounts[0].balance == 2:
            return 1
        return 2
    return 0


@dataclass
class Box:
    items: list[int] = field(default_factory=list)
    inner: "Box | None" = None


# witness: (lambda xs: shared_field(Box(xs), Box(xs)))([])
def shared_field(a: Box, b: Box) -> int:
    n = len(b.items)
    a.items.append(1)
    if len(b.items) > n:
        return 1
    return 0


# witness: (lambda b: own_inner(b))((lambda b: (setattr(b, "inner", b), b)[1])(Box([])))
def own_inner(box: Box) -> int:
    if box.inner is box:
        return 1
    return 0


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: "Node | None" = None


# witness: (lambda n: ring((setattr(n, "next", n), n)[1]))(Node(1))
def ring(node: Node) -> int:
    if node.next is node:
        return 1
    return 0


# witness: (lambda n: nodes(n, n))(Node(1))
def nodes(a: Node, b: Node) -> int:
    a.value = 1
    b.value = 2
    if a.value == 2:
        return 1
    return 0


class Bag:
    def __init__(self) -> None:
        self.items: list[int] = []

    def add(self, x: int) -> None:
        self.items.append(x)

    # witness: (lambda b: (b.add(1), b.takes(b)))(Bag())
    def takes(self, other: "Bag") -> int:
        if len(self.items) == 1:
            other.items.clear()
            if not self.items:
                return 1
            return 2
        return 0


# witness: (lambda b: bytes_seen(b, b))(bytearray(b"a"))
def bytes_seen(a: bytearray, b: bytearray) -> int:
    if len(b) == 1:
        a.append(1)
        if len(b) == 2:
            return 1
        return 2
    return 0


def fresh(a: list[int]) -> int:
    b: list[int] = []
    b.append(1)
    if a is b:  # dead: is true: made here
        return 1
    return 0


def copied(a: list[int]) -> int:
    b = a[:]
    if b is a:  # dead: is true: a slice of a list is a new list
        return 1
    b.append(1)
    if len(a) == len(b):  # dead: is true: the copy is longer
        return 2
    return 0
