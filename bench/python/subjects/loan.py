"""Interest and repayment with floating-point amounts."""

from typing import Tuple


def compound(amount: float, rate: float, years: int) -> float:
    """Return an amount after whole years of interest at `rate` percent."""
    if amount < 0.0:
        raise ValueError("negative amount")
    if rate <= -100.0:
        raise ValueError("rate loses everything")
    if years < 0 or years > 100:
        raise ValueError("years out of range")
    for _ in range(years):
        amount += amount * rate / 100.0
    return amount


def risk_rate(score: int, secured: bool) -> float:
    """Return the yearly rate in percent for a credit score."""
    if score < 300 or score > 850:
        raise ValueError("score out of range")
    if score >= 760:
        rate = 3.0
    elif score >= 680:
        rate = 4.5
    elif score >= 600:
        rate = 7.25
    else:
        rate = 12.0
    if secured:
        rate -= 1.5
    return rate


def payoff(balance: float, rate: float, payment: float) -> Tuple[int, float]:
    """Return the number of monthly payments and the last one's size."""
    if balance <= 0.0:
        return 0, 0.0
    if payment <= 0.0:
        raise ValueError("no payment")
    monthly = rate / 1200.0
    if balance * monthly >= payment:
        raise ValueError("never paid off")
    months = 0
    while balance > payment:
        balance = balance * (1.0 + monthly) - payment
        months += 1
        if months >= 600:
            raise OverflowError("more than fifty years")
    return months + 1, balance


def decide(income: float, debt: float, score: int) -> str:
    """Grant, review or refuse a loan."""
    if income <= 0.0:
        return "refuse"
    ratio = debt / income
    if ratio > 0.5:
        return "refuse"
    if ratio > 0.36 and score < 700:
        return "review"
    if risk_rate(score, False) > 10.0:
        return "review"
    return "grant"
