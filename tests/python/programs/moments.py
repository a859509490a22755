#: parts: paths: many; covers: all; losses: none
#: between: paths: 17; covers: all; losses: none
#: weekend: paths: 15; covers: all; losses: none
#: late: paths: 69; misses: 119 `due` is entered, 120 `EPOCH + timedelta(days=days) < start` is true, 120 `EPOCH + timedelta(days=days) < start` is false; losses: none
#: later: paths: 69; covers: all; losses: none
#: built: paths: 17; covers: all; losses: none
#: replaced: paths: 29; covers: all; losses: none
#: clock: paths: many; covers: all; losses: none
#: overdue: paths: many; covers: all; losses: none
#: elapsed: paths: many; misses: 99 `span.seconds > 3600` is true; losses: none
#: spans: paths: 88; covers: all; losses: none
#: kinds: paths: many; covers: all; losses: none
#: due: paths: 21; covers: all; losses: none
"""Dates, points in time and spans."""

import copy
import datetime
from datetime import date, timedelta

EPOCH = date(1970, 1, 1)


def parts(day: date) -> str:
    if day.month == 2 and day.day == 29:
        return "leap"
    if day.year < 1000:
        return day.isoformat()
    return f"{day:%Y/%m}" if day.day > 30 else str(day)


def between(day: date) -> int:
    if date(2024, 6, 21) <= day < date(2024, 9, 22):
        return 1
    if day == EPOCH:
        return 2
    return 3 if day != date.max else 4


def weekend(day: date) -> bool:
    return day.weekday() >= 5 and day.isoweekday() != 7


def late(due: date, paid: date) -> int:
    days = (paid - due).days
    if days <= 0:
        return 0
    return 50 if days > 30 else days


def later(day: date, days: int) -> str:
    moved = day + timedelta(days=days)
    if moved > date(2030, 1, 1):
        return "far"
    if timedelta(weeks=1) + day == date(2020, 2, 29):
        return "week"
    return moved.isoformat() if (day - timedelta(days)).toordinal() == 100 else "near"


def built(year: int, month: int, day: int) -> str:
    try:
        made = date(year, month, day)
    except ValueError as error:
        return str(error)
    return "weekday" if made.weekday() < 5 else "weekend"


def replaced(day: date, number: int) -> str:
    try:
        return "same" if day.replace(day=number) == day else "other"
    except ValueError:
        return "none"


def clock(at: datetime.datetime) -> str:
    if at.hour < 6 or at.hour >= 22:
        return "night"
    if at.tzinfo is not None:
        return at.isoformat()
    if at.minute == 30 and at.second == 59 and at.microsecond > 5:
        return "half"
    return "day" if at.date() > date(2001, 1, 1) else str(at.weekday())


def overdue(at: datetime.datetime, hours: int) -> bool:
    try:
        return at + timedelta(hours=hours) > datetime.datetime(2030, 1, 1, 12)
    except (TypeError, OverflowError):
        return False


def elapsed(start: datetime.datetime, end: datetime.datetime) -> str:
    if (start.tzinfo is None) != (end.tzinfo is None):
        return "mixed"
    span = end - start
    if span < timedelta(0):
        return "negative"
    if span.days >= 1:
        return "days"
    return "long" if span.seconds > 3600 else "short"


def spans(span: timedelta) -> str:
    if not span:
        return "nothing"
    if abs(span) > timedelta(days=7):
        return "long"
    if span.total_seconds() == 3600:
        return "hour"
    if span * 3 == timedelta(hours=12):
        return "half"
    return "negative" if -span > timedelta(hours=30) else str(span)


def kinds(day: date) -> list[object]:
    same = copy.deepcopy(day)
    return [type(day) is date, isinstance(day, datetime.datetime), {day: 1}[same], sorted([day, EPOCH])[0], repr(same), hash(day) == hash(same)]


def due(start: date, days: int) -> bool:
    return EPOCH + timedelta(days=days) < start
