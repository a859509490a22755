"""Dates, points in time and spans whose parts are symbolic."""

import datetime
import operator
from operator import index

from everypath_native import concrete

from .stand_ins import Symbolic, is_whole, plainly, refuse, standing_for

# The functions of this module take proxies, as those of the subject do.
__everypath__ = True

DAY = 86400
MICROSECONDS = 10**6
LAST_DAY = datetime.date.max.toordinal()
LONGEST_SPAN = datetime.timedelta.max.days


# What the subject calls.


def date(year, month, day):
    """What `datetime.date` is called for."""
    parts = (year, month, day)
    if not is_whole(*parts):
        return NotImplemented
    return Date(Day(parts)) if is_day(*parts) else refuse(datetime.date, parts)


def moment(year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
    """What `datetime.datetime` is called for."""
    parts = (year, month, day, hour, minute, second, microsecond)
    if fold or not is_whole(*parts):
        return NotImplemented
    if is_day(year, month, day) and is_time(*parts[3:]):
        return Moment(Day(parts[:3]), (hour * 60 + minute) * 60 + second, microsecond, tzinfo)
    return refuse(datetime.datetime, (*parts, tzinfo))


def span(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    """What `datetime.timedelta` is called for."""
    parts = (days, seconds, microseconds, milliseconds, minutes, hours, weeks)
    if not is_whole(*parts):
        return NotImplemented
    seconds = seconds + minutes * 60 + hours * 3600
    return normal_span(days + weeks * 7, seconds, microseconds + milliseconds * 1000)


def is_day(year, month, day):
    if not (1 <= year <= 9999 and 1 <= month <= 12 and day >= 1):
        return False
    # Most days are in every month: the month is asked about only if it must be.
    return bool(day <= 28 or day <= length_of_month(year, month))


def length_of_month(year, month):
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 + (month + month // 8) % 2


def is_time(hour, minute, second, microsecond):
    return (
        0 <= hour <= 23
        and 0 <= minute <= 59
        and 0 <= second <= 59
        and bool(0 <= microsecond < MICROSECONDS)
    )


def normal_span(days, seconds, microseconds):
    """A span whose smaller parts are carried into the larger ones."""
    seconds, microseconds = seconds + microseconds // MICROSECONDS, microseconds % MICROSECONDS
    days, seconds = days + seconds // DAY, seconds % DAY
    if -LONGEST_SPAN <= days <= LONGEST_SPAN:
        return Span(days, seconds, microseconds)
    return refuse(datetime.timedelta, (days, seconds, microseconds))


class Day:
    """A day of the calendar: by year, month and day, or by its number alone."""

    def __init__(self, parts=None, ordinal=None):
        self.known = parts
        self.number = ordinal

    def parts(self):
        if self.known is None:
            plain = datetime.date.fromordinal(index(self.number))
            self.known = (plain.year, plain.month, plain.day)
        return self.known

    def ordinal(self):
        """The number of the day, as `toordinal` has it. Years begin in March here,
        so that the day that comes and goes is the last one."""
        if self.number is None:
            year, month, day = self.known
            march = (month + 9) % 12
            year = year - march // 10
            leaps = year // 4 - year // 100 + year // 400
            self.number = 365 * year + leaps + (march * 306 + 5) // 10 + day - 306
        return self.number

    def keys(self, other):
        """Two numbers that are to each other as the days are: of the parts if both
        have them, which is simpler than the days' numbers."""
        if self.known is None or other.known is None:
            return self.ordinal(), other.ordinal()
        return tuple(
            year * 372 + month * 31 + day for year, month, day in (self.known, other.known)
        )

    def plus(self, days):
        ordinal = self.ordinal() + days
        if not 1 <= ordinal <= LAST_DAY:
            raise OverflowError("date value out of range")
        return Day(ordinal=ordinal)

    def concrete(self):
        if self.known is None:
            return datetime.date.fromordinal(concrete(self.number))
        return datetime.date(*map(concrete, self.known))


class OnCalendar(Symbolic):
    """What is on a day."""

    __slots__ = ()
    year = property(lambda self: self.calendar.parts()[0])
    month = property(lambda self: self.calendar.parts()[1])
    day = property(lambda self: self.calendar.parts()[2])

    def toordinal(self):
        return self.calendar.ordinal()

    def weekday(self):
        return (self.calendar.ordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1


@standing_for(datetime.date)
class Date(OnCalendar, datetime.date):
    __slots__ = ("calendar",)
    __class__ = property(lambda self: datetime.date)

    def __new__(cls, calendar):
        plain = calendar.concrete()
        self = datetime.date.__new__(cls, plain.year, plain.month, plain.day)
        self.calendar = calendar
        return self

    def plain(self):
        return datetime.date(*map(index, self.calendar.parts()))

    def keys(self, other):
        return self.calendar.keys(calendar_of(other)) if is_date(other) else None

    def replace(self, year=None, month=None, day=None):
        parts = zip((year, month, day), self.calendar.parts())
        parts = [old if new is None else new for new, old in parts]
        return date(*parts) if is_whole(*parts) else datetime.date(*parts)

    def __add__(self, other):
        if not isinstance(other, datetime.timedelta):
            return NotImplemented
        return Date(self.calendar.plus(other.days))

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, datetime.timedelta):
            return Date(self.calendar.plus(-other.days))
        if not is_date(other):
            return NotImplemented
        return Span(self.calendar.ordinal() - calendar_of(other).ordinal(), 0, 0)

    def __rsub__(self, other):
        if not is_date(other):
            return NotImplemented
        return Span(calendar_of(other).ordinal() - self.calendar.ordinal(), 0, 0)


def is_date(value):
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def calendar_of(value):
    """The day of a date or a point in time, symbolic or not."""
    if isinstance(value, Symbolic):
        return value.calendar
    return Day((value.year, value.month, value.day))


@standing_for(datetime.datetime)
class Moment(OnCalendar, datetime.datetime):
    __slots__ = ("calendar", "seconds", "micro")
    __class__ = property(lambda self: datetime.datetime)

    def __new__(cls, calendar, seconds, microsecond, tzinfo):
        plain, clock = calendar.concrete(), concrete(seconds)
        self = datetime.datetime.__new__(
            cls,
            plain.year,
            plain.month,
            plain.day,
            clock // 3600,
            clock // 60 % 60,
            clock % 60,
            concrete(microsecond),
            tzinfo,
        )
        self.calendar = calendar
        self.seconds = seconds
        self.micro = microsecond
        return self

    hour = property(lambda self: self.seconds // 3600)
    minute = property(lambda self: self.seconds // 60 % 60)
    second = property(lambda self: self.seconds % 60)
    microsecond = property(lambda self: self.micro)

    def parts(self):
        return (*self.calendar.parts(), self.hour, self.minute, self.second, self.micro)

    def plain(self):
        return datetime.datetime(*map(index, self.parts()), self.tzinfo)

    def keys(self, other):
        if not is_naive(self, other):
            return None
        mine, others = self.calendar.keys(calendar_of(other))
        return clock_keys((mine, self.seconds, self.micro), (others, *clock_of(other)))

    def date(self):
        return Date(self.calendar)

    def replace(self, *parts, tzinfo=True, **named):
        names = ("year", "month", "day", "hour", "minute", "second", "microsecond")
        tzinfo = self.tzinfo if tzinfo is True else tzinfo
        given = {**dict(zip(names, self.parts())), **dict(zip(names, parts)), **named}
        made = (
            moment(**given, tzinfo=tzinfo)
            if len(parts) <= len(names) and len(given) == len(names)
            else NotImplemented
        )
        if made is NotImplemented:
            return self.plain().replace(*parts, tzinfo=tzinfo, **named)
        return made

    def __add__(self, other):
        if not isinstance(other, datetime.timedelta):
            return NotImplemented
        return self.plus(other.days, other.seconds, other.microseconds)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, datetime.timedelta):
            return self.plus(-other.days, -other.seconds, -other.microseconds)
        if not isinstance(other, datetime.datetime):
            return NotImplemented
        if not is_naive(self, other):
            return self.plain() - other
        return between(self, other)

    def __rsub__(self, other):
        if not isinstance(other, datetime.datetime):
            return NotImplemented
        return between(other, self) if is_naive(self, other) else other - self.plain()

    def plus(self, days, seconds, microseconds):
        microseconds = self.micro + microseconds
        seconds = self.seconds + seconds + microseconds // MICROSECONDS
        calendar = self.calendar.plus(days + seconds // DAY)
        return Moment(calendar, seconds % DAY, microseconds % MICROSECONDS, self.tzinfo)


def is_naive(*values):
    return all(isinstance(value, datetime.datetime) and value.tzinfo is None for value in values)


def clock_of(value):
    if isinstance(value, Symbolic):
        return value.seconds, value.micro
    return (value.hour * 60 + value.minute) * 60 + value.second, value.microsecond


def between(late, early):
    (seconds, microseconds), (other_seconds, other_microseconds) = clock_of(late), clock_of(early)
    days = calendar_of(late).ordinal() - calendar_of(early).ordinal()
    return normal_span(days, seconds - other_seconds, microseconds - other_microseconds)


def clock_keys(*values):
    """Days, seconds and microseconds of two values as two numbers, without the
    parts that neither has."""
    if all(type(value[2]) is int and value[2] == 0 for value in values):
        if all(type(value[1]) is int and value[1] == 0 for value in values):
            return tuple(days for days, _, _ in values)
        return tuple(days * DAY + seconds for days, seconds, _ in values)
    return tuple((days * DAY + seconds) * MICROSECONDS + rest for days, seconds, rest in values)


@standing_for(datetime.timedelta)
class Span(Symbolic, datetime.timedelta):
    __slots__ = ("parts",)
    __class__ = property(lambda self: datetime.timedelta)

    def __new__(cls, days, seconds, microseconds):
        self = datetime.timedelta.__new__(
            cls, concrete(days), concrete(seconds), concrete(microseconds)
        )
        self.parts = (days, seconds, microseconds)
        return self

    days = property(lambda self: self.parts[0])
    seconds = property(lambda self: self.parts[1])
    microseconds = property(lambda self: self.parts[2])

    def plain(self):
        return datetime.timedelta(*map(index, self.parts))

    def keys(self, other):
        return (
            clock_keys(self.parts, span_parts(other))
            if isinstance(other, datetime.timedelta)
            else None
        )

    def total_seconds(self):
        days, seconds, microseconds = self.parts
        if type(microseconds) is int and microseconds == 0:
            return (days * DAY + seconds) / 1
        return ((days * DAY + seconds) * MICROSECONDS + microseconds) / MICROSECONDS

    def __bool__(self):
        mine, none = clock_keys(self.parts, (0, 0, 0))
        return bool(mine != none)

    def __neg__(self):
        return normal_span(*(-part for part in self.parts))

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.parts[0] < 0 else self

    def __add__(self, other):
        if isinstance(other, datetime.timedelta):
            return normal_span(*map(operator.add, self.parts, span_parts(other)))
        return symbolic(other) + self if isinstance(other, datetime.date) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if not isinstance(other, datetime.timedelta):
            return NotImplemented
        return normal_span(*map(operator.sub, self.parts, span_parts(other)))

    def __rsub__(self, other):
        if isinstance(other, datetime.timedelta):
            return normal_span(*map(operator.sub, span_parts(other), self.parts))
        return symbolic(other) - self if isinstance(other, datetime.date) else NotImplemented

    def __mul__(self, other):
        if not is_whole(other):
            return self.plain() * other
        return normal_span(*(part * other for part in self.parts))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self.plain() / plainly(other)

    def __floordiv__(self, other):
        return self.plain() // plainly(other)

    def __mod__(self, other):
        return self.plain() % plainly(other)


def span_parts(value):
    return (
        value.parts
        if isinstance(value, Symbolic)
        else (value.days, value.seconds, value.microseconds)
    )


def symbolic(value):
    """A date or point in time as one that is worked out on its parts."""
    if isinstance(value, Symbolic):
        return value
    if is_date(value):
        return Date(calendar_of(value))
    return Moment(calendar_of(value), *clock_of(value), value.tzinfo)


# What is called instead of what, where the subject calls it.
MOMENTS = {datetime.date: date, datetime.datetime: moment, datetime.timedelta: span}
