"""Calendar arithmetic in the Gregorian calendar."""

from typing import Tuple

LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_leap(year: int) -> bool:
    """Tell whether a year has 366 days."""
    if year % 400 == 0:
        return True
    if year % 100 == 0:
        return False
    return year % 4 == 0


def month_length(year: int, month: int) -> int:
    """Return the number of days of a month."""
    if month < 1 or month > 12:
        raise ValueError("no such month")
    if month == 2 and is_leap(year):
        return 29
    return LENGTHS[month - 1]


def ordinal(year: int, month: int, day: int) -> int:
    """Return the number of days since the end of the year 0."""
    if year < 1 or year > 9999:
        raise ValueError("year out of range")
    if day < 1 or day > month_length(year, month):
        raise ValueError("no such day")
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    for earlier in range(1, month):
        days += month_length(year, earlier)
    return days + day


def days_between(
    first: Tuple[int, int, int], second: Tuple[int, int, int]
) -> int:
    """Return the number of days from one date to another."""
    return ordinal(*second) - ordinal(*first)


def weekday(year: int, month: int, day: int) -> int:
    """Return 1 for Monday to 7 for Sunday."""
    rest = ordinal(year, month, day) % 7
    return 7 if rest == 0 else rest


def iso_week(year: int, month: int, day: int) -> Tuple[int, int]:
    """Return the year and number of the week a date lies in."""
    day_of_year = ordinal(year, month, day) - ordinal(year, 1, 1) + 1
    week = (day_of_year - weekday(year, month, day) + 10) // 7
    if week < 1:
        if year == 1:
            raise ValueError("week before the first year")
        return year - 1, weeks_in_year(year - 1)
    if week > weeks_in_year(year):
        return year + 1, 1
    return year, week


def weeks_in_year(year: int) -> int:
    """Return 53 for long years and 52 for the others."""
    first = weekday(year, 1, 1)
    if first == 4 or (first == 3 and is_leap(year)):
        return 53
    return 52


def add_months(year: int, month: int, day: int, months: int) -> Tuple[int, int, int]:
    """Move a date by months; the day is cut to the month's length."""
    if day < 1 or day > month_length(year, month):
        raise ValueError("no such day")
    index = year * 12 + month - 1 + months
    year, month = index // 12, index % 12 + 1
    if year < 1 or year > 9999:
        raise ValueError("year out of range")
    return year, month, min(day, month_length(year, month))
