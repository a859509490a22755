"""Semantic versions: parsing, comparing, incrementing."""

from dataclasses import dataclass
from typing import List


@dataclass(frozen=True)
class Version:
    """A version such as 1.4.0 or 2.0.0-rc.1."""

    major: int
    minor: int
    patch: int
    label: str = ""

    def bump(self, part: str) -> "Version":
        """Return the next version after a change of `part`."""
        if part == "major":
            if self.label and self.minor == 0 and self.patch == 0:
                return Version(self.major, 0, 0)
            return Version(self.major + 1, 0, 0)
        if part == "minor":
            return Version(self.major, self.minor + 1, 0)
        if part == "patch":
            if self.label:
                return Version(self.major, self.minor, self.patch)
            return Version(self.major, self.minor, self.patch + 1)
        raise ValueError("unknown part: " + part)


def parse_number(text: str) -> int:
    """Read a number without leading zeros."""
    if not text.isdigit() or not text.isascii():
        raise ValueError("not a number: " + text)
    if len(text) > 1 and text[0] == "0":
        raise ValueError("leading zero: " + text)
    return int(text)


def parse(text: str) -> Version:
    """Read a version; a leading v is allowed."""
    if text.startswith("v"):
        text = text[1:]
    core, dash, label = text.partition("-")
    if dash and not label:
        raise ValueError("empty label")
    parts = core.split(".")
    if len(parts) != 3:
        raise ValueError("three numbers expected")
    numbers = [parse_number(part) for part in parts]
    return Version(numbers[0], numbers[1], numbers[2], label)


def compare_labels(first: str, second: str) -> int:
    """Order labels: none is newest, numbers come before words."""
    if first == second:
        return 0
    if not first or not second:
        return 1 if not first else -1
    left: List[str] = first.split(".")
    right: List[str] = second.split(".")
    for a, b in zip(left, right):
        if a == b:
            continue
        if a.isdigit() and b.isdigit():
            return -1 if int(a) < int(b) else 1
        if a.isdigit() != b.isdigit():
            return -1 if a.isdigit() else 1
        return -1 if a < b else 1
    return -1 if len(left) < len(right) else 1


def compare(first: Version, second: Version) -> int:
    """Return -1, 0 or 1 as `first` is older, the same or newer."""
    if first.major != second.major:
        return -1 if first.major < second.major else 1
    if first.minor != second.minor:
        return -1 if first.minor < second.minor else 1
    if first.patch != second.patch:
        return -1 if first.patch < second.patch else 1
    return compare_labels(first.label, second.label)


def satisfies(version: str, wanted: str) -> bool:
    """Tell whether a version is in a range written ^1.2.3, ~1.2.3 or 1.2.3."""
    actual = parse(version)
    if wanted.startswith("^"):
        base = parse(wanted[1:])
        return actual.major == base.major and compare(actual, base) >= 0
    if wanted.startswith("~"):
        base = parse(wanted[1:])
        same = actual.major == base.major and actual.minor == base.minor
        return same and compare(actual, base) >= 0
    return compare(actual, parse(wanted)) == 0
