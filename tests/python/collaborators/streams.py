"""Streams and patterns as input: what is read of them is a text of the input."""

import io
import re
import typing

DIGITS = re.compile("[0-9]+")


def first_word(stream: typing.IO[str]) -> str:
    line = stream.readline()
    if line.startswith("#"):
        return "comment"
    if line == "":
        return "nothing"
    return line.split(" ")[0]


def magic(stream: typing.BinaryIO) -> int:
    if stream.read(2) == b"PK":
        return 1
    return 0


def count(stream: io.StringIO) -> int:
    found = 0
    for line in stream:
        if line == "x\n":
            found += 1
    return found


def finds(pattern: typing.Pattern[str], text: str) -> int:
    if pattern is DIGITS:
        return 1
    if pattern.match(text):
        return 2
    return 0
