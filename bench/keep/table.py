"""The table of the results."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

INTRO = """# Tests that pass anywhere

Written by `python3 bench/keep/run.py`; do not edit. Each suite is written by the default
command with 20 s for exploring, and then run in worlds that differ: date, time zone, locale,
working directory, user, home, host name, variables of the environment, hash seed, number of
processors and order of the tests. A Python suite is also run by every other interpreter that is
installed, a Java suite compiled and run with every other JDK. In C each world has a build of
its own: gcc and clang, with and without optimisation, hardened, and with the address and
undefined-behaviour sanitizers. "Failures" are tests that did not pass, counted in each
world; "refused" are files that did not compile or could not be imported; "reports" are those of
sanitizers. "Weakened" are tests that assert less than what was observed, "dropped" those that
were not written; the reasons are below. Tests that show bugs are compiled only: they fail on purpose.
"""
HEADER = """| subject | tests | bugs | worlds | failures | refused | reports | weakened | dropped | seconds |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def line(name: str, row: dict[str, Any]) -> str:
    if row["error"]:
        return f"| {name} | no suite: {row['error']} |||||||| {row['seconds']} |"
    numbers = [row[key] for key in ("tests", "bugs", "worlds", "failures", "refused", "reports")]
    numbers += [len(weakened(row)), len(row["dropped"]), row["seconds"]]
    return f"| {name} | " + " | ".join(map(str, numbers)) + " |"


def total(rows: list[dict[str, Any]]) -> str:
    sums = [sum(row[key] for row in rows) for key in ("tests", "bugs", "worlds")]
    sums += [sum(row[key] for row in rows) for key in ("failures", "refused", "reports")]
    sums += [sum(len(weakened(row)) for row in rows)]
    sums += [sum(len(row["dropped"]) for row in rows), sum(row["seconds"] for row in rows)]
    return f"| **{len(rows)} suites** | " + " | ".join(f"**{number}**" for number in sums) + " |"


def weakened(row: dict[str, Any]) -> list[list[str]]:
    """What each weakened test leaves out; rows of earlier runs may not say it."""
    return row.get("weakened", [])


def reasons(notes: Iterable[str]) -> str:
    """Reasons by how often they were given, with names and numbers left out so that like
    ones are one."""
    counted: Counter[str] = Counter()
    for note in notes:
        plain = re.sub(r"`[^`]*`|'[^']*'", "…", note or "no reason given")
        counted[re.sub(r"\d+", "n", plain).strip()[:200]] += 1
    return "".join(f"- {count} × {note}\n" for note, count in counted.most_common())


def page(results: dict[str, dict[str, Any]]) -> str:
    """The whole file, of rows by language and subject."""
    text = INTRO
    everything = []
    for language, known in results.items():
        rows = list(known.values())
        everything += rows
        text += f"\n## {language.capitalize()}\n\n" + HEADER
        text += "".join(line(name, row) + "\n" for name, row in known.items())
        text += total(rows) + "\n"
    text += "\n## All\n\n" + HEADER + total(everything) + "\n"
    left = [one for row in everything for test in weakened(row) for one in test]
    sections = {
        "What weakened tests leave out, and why": reasons(left),
        "Why tests were dropped": reasons(note for row in everything for note in row["dropped"]),
    }
    for heading, listed in sections.items():
        text += f"\n## {heading}\n\n{listed}" if listed else ""
    return text
