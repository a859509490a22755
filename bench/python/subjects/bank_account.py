"""Money and bank accounts."""

from dataclasses import dataclass
from typing import List

RATES = {("EUR", "USD"): 110, ("USD", "EUR"): 90, ("EUR", "GBP"): 85}


class InsufficientFunds(Exception):
    """An account does not hold what is asked for."""


@dataclass(frozen=True)
class Money:
    """An amount in the smallest unit of a currency."""

    cents: int
    currency: str = "EUR"

    def add(self, other: "Money") -> "Money":
        """Add an amount of the same currency."""
        if self.currency != other.currency:
            raise ValueError("currencies differ")
        return Money(self.cents + other.cents, self.currency)

    def convert(self, currency: str) -> "Money":
        """Change into another currency, rounded to the nearest cent."""
        if currency == self.currency:
            return self
        rate = RATES.get((self.currency, currency))
        if rate is None:
            raise KeyError(currency)
        return Money((self.cents * rate + 50) // 100, currency)

    def split(self, parts: int) -> List["Money"]:
        """Divide into nearly equal parts; the first ones get the rest."""
        if parts < 1 or parts > 100:
            raise ValueError("parts out of range")
        each, rest = divmod(self.cents, parts)
        shares = []
        for index in range(parts):
            extra = 1 if index < rest else 0
            shares.append(Money(each + extra, self.currency))
        return shares


@dataclass
class Account:
    """An account that may be overdrawn up to a limit."""

    balance: int = 0
    limit: int = 0
    frozen: bool = False

    def deposit(self, cents: int) -> int:
        """Add money; return the balance."""
        if cents <= 0:
            raise ValueError("amount must be positive")
        if self.frozen:
            raise PermissionError("account is frozen")
        self.balance += cents
        return self.balance

    def withdraw(self, cents: int) -> int:
        """Take money; below zero a fee is due. Return the balance."""
        if cents <= 0:
            raise ValueError("amount must be positive")
        if self.frozen:
            raise PermissionError("account is frozen")
        fee = 0
        if cents > self.balance:
            fee = 250 if self.balance >= 0 else 500
        if self.balance - cents - fee < -self.limit:
            raise InsufficientFunds()
        self.balance -= cents + fee
        return self.balance

    def close_month(self, rate: int) -> int:
        """Book interest in hundredths of a percent; freeze deep debt."""
        if rate < 0:
            raise ValueError("negative rate")
        if self.balance > 0:
            interest = self.balance * rate // 10000
        elif self.balance < 0:
            interest = -(-self.balance * rate * 3 // 10000)
        else:
            return 0
        self.balance += interest
        if self.balance < -2 * self.limit:
            self.frozen = True
        return interest

    def repok(self) -> bool:
        """The limit is no debt."""
        return self.limit >= 0


def transfer(source: Account, target: Account, cents: int) -> bool:
    """Move money between accounts; tell whether it was moved."""
    if source is target or target.frozen:
        return False
    try:
        source.withdraw(cents)
    except InsufficientFunds:
        return False
    target.deposit(cents)
    return True
