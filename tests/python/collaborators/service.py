"""Code that talks to others: what they answer is an input."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Protocol

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass
class User:
    id: int
    name: str
    active: bool = True


class Repository(Protocol):
    def find(self, user_id: int) -> User | None: ...

    def save(self, user: User) -> None: ...

    @property
    def size(self) -> int: ...


class Client(Protocol):
    async def get(self, url: str) -> int: ...


class Service:
    def __init__(self, repository: Repository, clock: Callable[[], datetime.datetime]):
        self.repository = repository
        self.clock = clock

    def rename(self, user_id: int, name: str) -> str:
        user = self.repository.find(user_id)
        if user is None:
            return "missing"
        if not user.active:
            return "inactive"
        if self.clock().hour < 6:
            return "closed"
        user.name = name
        self.repository.save(user)
        return "full" if self.repository.size > 100 else "done"


async def fetch(client: Client, url: str) -> str:
    if await client.get(url) > 3:
        return "many"
    return "few"


def status(response):
    if response.status_code == 404:
        return "missing"
    data = response.json()
    if data is None:
        return "empty"
    if response.headers.get("limit") == "0":
        return "limited"
    return "many" if data["count"] > 3 else "few"


def price(order: Any) -> int:
    if order.total() > 100 and order.customer.is_regular:
        return order.total() - 10
    return order.total()


def half(part: Fraction) -> str:
    if part.numerator * 2 == part.denominator:
        return "half"
    return "other"


class Store:
    """What it keeps is known by what its methods do with it."""

    def __init__(self, backend, limit):
        self._backend = backend
        self._limit = limit

    def load(self, key: str) -> str:
        found = self._backend.fetch(key)
        if found is None:
            return "missing"
        if len(found) > self._limit:
            return "long"
        return "short"
