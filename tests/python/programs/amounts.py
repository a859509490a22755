#: discount: paths: many; covers: all; losses: 16 a number with a Decimal
#: tax: paths: 138; covers: all; losses: none
#: special: paths: 13; covers: all; losses: none
#: owed: paths: many; covers: all; losses: none
#: converted: paths: 73; misses: 52 `Decimal(text) > 9` is true, 52 `Decimal(text) > 9` is false; losses: 52 decimal.Decimal()
#: kinds: paths: 48; covers: all; losses: none
"""Decimals."""

from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

CENT = Decimal("0.01")
RATE = Decimal("0.19")


def discount(price: Decimal, pieces: int) -> Decimal:
    total = price * pieces
    if price <= 0:
        raise ValueError(f"price {price}")
    if total > Decimal("1000.50"):
        return (total * Decimal("0.9")).quantize(CENT, rounding=ROUND_HALF_UP)
    if 100 < total:
        return total - 5
    return total


def tax(net: Decimal) -> str:
    gross = net + net * RATE
    if gross == Decimal("119"):
        return "hundred"
    if abs(gross) < 1 and net:
        return str(gross)
    return f"{gross:.2f}" if -net > 7 else "plain"


def special(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "-inf" if value.is_signed() else "inf"
    return "zero" if value.is_zero() else "finite"


def owed(balance: Decimal, limit: Decimal) -> bool:
    return balance < -limit and balance != Decimal("-12.34")


def converted(number: int, text: str) -> str:
    amount = Decimal(number) / 4
    if Decimal(number) * 3 == Decimal("36"):
        return str(amount)
    try:
        return "large" if Decimal(text) > 9 else repr(sum([Decimal(number), Decimal(1)], Decimal()))
    except InvalidOperation:
        return "text"


def kinds(value: Decimal) -> list[object]:
    return [type(value) is Decimal, isinstance(value, Decimal), int(value), float(value), round(value, 1), max(value, CENT), {value: 1}, sorted([value, RATE]), divmod(value, 3), value // 2, value % 2, 1 - value, value ** 2]
