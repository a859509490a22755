"""A vending machine that takes coins and gives change."""

from typing import Dict, List

COINS = (5, 10, 20, 50, 100, 200)


class VendingMachine:
    """Credit, stock and prices of one machine."""

    credit: int
    stock: Dict[str, int]
    prices: Dict[str, int]
    locked: bool

    def __init__(self) -> None:
        self.credit = 0
        self.stock = {}
        self.prices = {}
        self.locked = False

    def load(self, item: str, price: int, count: int) -> None:
        """Add items of one kind."""
        if price <= 0 or price % 5 != 0:
            raise ValueError("bad price")
        if count < 1:
            raise ValueError("nothing to load")
        if item in self.stock:
            self.stock[item] += count
        else:
            self.stock[item] = count
        self.prices[item] = price

    def insert(self, coin: int) -> bool:
        """Take a coin; refuse it if unknown or if there is enough credit."""
        if self.locked or coin not in COINS:
            return False
        if self.credit + coin > 500:
            return False
        self.credit += coin
        return True

    def buy(self, item: str) -> str:
        """Sell an item for the credit and say what happened."""
        if self.locked:
            return "out of order"
        if item not in self.stock:
            return "unknown item"
        if self.stock[item] == 0:
            return "sold out"
        if self.credit < self.prices[item]:
            return "insert " + str(self.prices[item] - self.credit)
        self.stock[item] -= 1
        self.credit -= self.prices[item]
        return "sold"

    def refund(self) -> List[int]:
        """Return the credit in as few coins as possible."""
        coins: List[int] = []
        for coin in reversed(COINS):
            while self.credit >= coin:
                self.credit -= coin
                coins.append(coin)
        return coins

    def kick(self, strength: int) -> bool:
        """Lock the machine after a strong kick; tell whether it locked."""
        if strength > 7 and not self.locked:
            self.locked = True
            self.credit = 0
            return True
        return False


def change(amount: int) -> List[int]:
    """Return an amount in as few coins as possible."""
    if amount < 0 or amount % 5 != 0:
        raise ValueError("cannot be paid in coins")
    if amount > 1000:
        raise ValueError("too much")
    machine = VendingMachine()
    machine.credit = amount
    return machine.refund()
