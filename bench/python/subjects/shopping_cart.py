"""A shopping cart with discounts, in whole cents."""

from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class Line:
    """A number of one product."""

    product: str
    price: int
    quantity: int

    def total(self) -> int:
        """Return the price of the line; ten or more are cheaper."""
        total = self.price * self.quantity
        if self.quantity >= 100:
            return total * 80 // 100
        if self.quantity >= 10:
            return total * 95 // 100
        return total


@dataclass
class Cart:
    """Lines, a coupon and whether the customer is a member."""

    lines: List[Line] = field(default_factory=list)
    coupon: Optional[str] = None
    member: bool = False

    def add(self, product: str, price: int, quantity: int = 1) -> None:
        """Put a product into the cart."""
        if not product:
            raise ValueError("product without a name")
        if price < 0 or quantity < 1:
            raise ValueError("bad price or quantity")
        for line in self.lines:
            if line.product == product:
                if line.price != price:
                    raise ValueError("price has changed")
                line.quantity += quantity
                return
        self.lines.append(Line(product, price, quantity))

    def remove(self, product: str, quantity: int) -> bool:
        """Take some of a product out; tell whether it was there."""
        if quantity < 1:
            raise ValueError("bad quantity")
        for index, line in enumerate(self.lines):
            if line.product != product:
                continue
            if line.quantity > quantity:
                line.quantity -= quantity
            else:
                del self.lines[index]
            return True
        return False

    def discount(self, subtotal: int) -> int:
        """Return what coupon and membership take off."""
        amount = 0
        if self.coupon == "TENOFF" and subtotal >= 5000:
            amount = 1000
        elif self.coupon == "HALF":
            amount = min(subtotal // 2, 2500)
        elif self.coupon is not None and self.coupon != "TENOFF":
            raise KeyError(self.coupon)
        if self.member and subtotal - amount > 2000:
            amount += (subtotal - amount) * 5 // 100
        return amount

    def total(self) -> int:
        """Return what is to be paid, with shipping."""
        if not self.lines:
            return 0
        subtotal = sum(line.total() for line in self.lines)
        payable = subtotal - self.discount(subtotal)
        return payable + shipping(payable, self.member)


def shipping(payable: int, member: bool) -> int:
    """Return the cost of shipping."""
    if payable < 0:
        raise ValueError("negative amount")
    if payable >= 10000 or (member and payable >= 3000):
        return 0
    if payable >= 5000:
        return 299
    return 499
