"""A parser for ISO 8601 dates, times and durations."""

from typing import Tuple

MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def digits(text: str, start: int, count: int) -> int:
    """Read exactly `count` digits from `start`."""
    end = start + count
    if end > len(text):
        raise ValueError("text ends too early")
    value = 0
    for position in range(start, end):
        char = text[position]
        if char < "0" or char > "9":
            raise ValueError("digit expected")
        value = value * 10 + ord(char) - ord("0")
    return value


def parse_date(text: str) -> Tuple[int, int, int]:
    """Read a date such as 2024-02-29."""
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        raise ValueError("YYYY-MM-DD expected")
    year = digits(text, 0, 4)
    month = digits(text, 5, 2)
    day = digits(text, 8, 2)
    if month < 1 or month > 12:
        raise ValueError("no such month")
    length = MONTH_LENGTHS[month - 1]
    if month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        length = 29
    if day < 1 or day > length:
        raise ValueError("no such day")
    return year, month, day


def parse_time(text: str) -> int:
    """Read HH:MM or HH:MM:SS and return the seconds since midnight."""
    if len(text) not in (5, 8) or text[2] != ":":
        raise ValueError("HH:MM or HH:MM:SS expected")
    hour = digits(text, 0, 2)
    minute = digits(text, 3, 2)
    second = 0
    if len(text) == 8:
        if text[5] != ":":
            raise ValueError("colon expected")
        second = digits(text, 6, 2)
    if hour == 24 and minute == 0 and second == 0:
        return 86400
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("no such time")
    return hour * 3600 + minute * 60 + second


def parse_offset(text: str) -> int:
    """Read Z, +HH:MM or -HH:MM and return minutes."""
    if text == "Z":
        return 0
    if len(text) != 6 or text[0] not in "+-" or text[3] != ":":
        raise ValueError("offset expected")
    hours = digits(text, 1, 2)
    minutes = digits(text, 4, 2)
    if hours > 14 or minutes > 59:
        raise ValueError("offset out of range")
    total = hours * 60 + minutes
    return -total if text[0] == "-" else total


def parse_duration(text: str) -> int:
    """Read a duration such as P1DT2H3M4S and return seconds."""
    if not text.startswith("P") or len(text) < 3:
        raise ValueError("duration expected")
    units = {"D": 86400, "H": 3600, "M": 60, "S": 1}
    total = 0
    number = ""
    in_time = False
    for char in text[1:]:
        if "0" <= char <= "9":
            number += char
        elif char == "T" and not in_time and not number:
            in_time = True
        elif char in units and number and in_time == (char != "D"):
            total += int(number) * units[char]
            number = ""
        else:
            raise ValueError("unexpected " + char)
    if number:
        raise ValueError("unit missing")
    return total
