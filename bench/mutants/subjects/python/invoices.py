"""Invoices: lines, discounts, taxes."""

from dataclasses import dataclass, field
from typing import List

RATES = {"standard": 19, "reduced": 7, "none": 0}


@dataclass
class Line:
    name: str
    quantity: int
    cents: int
    rate: str = "standard"

    def net(self) -> int:
        return self.quantity * self.cents

    def tax(self) -> int:
        return self.net() * RATES[self.rate] // 100


@dataclass
class Invoice:
    lines: List[Line] = field(default_factory=list)
    paid: int = 0

    def total(self) -> int:
        amount = sum(line.net() + line.tax() for line in self.lines)
        if amount > 10000:
            amount -= amount // 20
        return amount

    def pay(self, cents: int) -> int:
        """Takes a payment; what is given back."""
        if cents <= 0:
            raise ValueError("nothing is paid")
        due = self.total() - self.paid
        taken = min(cents, due)
        self.paid += taken
        return cents - taken


def fee(amount: int, premium: bool) -> int:
    if premium:
        return 0
    if amount < 50:
        return 5
    if amount > 1000:
        return 20
    return amount // 10
