"""Functions that wait for a line of standard input."""

import sys


def ask(limit: int) -> bool:
    if limit < 0:
        return False
    return int(input("number? ")) < limit


def first_line(strip: bool) -> str:
    line = sys.stdin.readline()
    return line.strip() if strip else line
