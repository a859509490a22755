"""Income tax by brackets, in whole cents."""

from typing import List, Tuple

BRACKETS: List[Tuple[int, int]] = [
    (1_000_000, 0),
    (2_500_000, 15),
    (6_000_000, 28),
    (12_000_000, 37),
]
TOP_RATE = 45
CHILD_CREDIT = 50_000


def tax(income: int) -> int:
    """Return the tax on an income, rounded down."""
    if income < 0:
        raise ValueError("negative income")
    total = 0
    lower = 0
    for upper, rate in BRACKETS:
        if income <= upper:
            return total + (income - lower) * rate // 100
        total += (upper - lower) * rate // 100
        lower = upper
    return total + (income - lower) * TOP_RATE // 100


def marginal_rate(income: int) -> int:
    """Return the percentage taken from the next cent."""
    for upper, rate in BRACKETS:
        if income < upper:
            return rate
    return TOP_RATE


def credits(children: int, income: int) -> int:
    """Return what children take off the tax; the rich get half."""
    if children < 0 or children > 20:
        raise ValueError("unlikely number of children")
    if children == 0:
        return 0
    amount = children * CHILD_CREDIT
    if children > 2:
        amount += (children - 2) * CHILD_CREDIT // 2
    if income > 12_000_000:
        amount //= 2
    return amount


def owed(income: int, children: int, withheld: int, married: bool) -> int:
    """Return what is still to be paid; negative for a refund."""
    if withheld < 0:
        raise ValueError("negative withholding")
    if married:
        base = 2 * tax(income // 2)
    else:
        base = tax(income)
    base -= credits(children, income)
    if base < 0:
        base = 0
    balance = base - withheld
    if -100 < balance < 100:
        return 0
    return balance
