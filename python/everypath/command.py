"""Calling the executable."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Optional, Union

from .location import executable
from .report import Report

Value = Union[str, int, float, bool, Path, Iterable[Union[str, int, Path]]]

# Exit codes with which all was done: nothing is wrong, or what the caller asked about is.
DONE = (0, 1)


class Failure(Exception):
    """The executable could not do what it was asked for."""

    def __init__(self, message: str, code: int, report: Optional[Report]) -> None:
        super().__init__(message)
        #: Its exit code; `docs/exit-codes.md` lists them.
        self.code = code
        #: What was done before it failed, if it said so.
        self.report = report


def generate(
    *targets: Union[str, Path],
    cwd: Union[str, Path, None] = None,
    **options: Value,
) -> Report:
    """Writes suites for targets, and says what was found.

    Targets are what the command line takes: files, modules, directories, `file.py::name`,
    `package.Class#method`, `file.c::function`. Options are those of the command line, with
    underscores: `generate("a.py", out="tests", unit_time=2, criterion=["branch", "line"])`.
    """
    words = [executable(), "generate", "--json", *map(str, targets)]
    for name, value in options.items():
        words.append(option(name, value))
    finished = subprocess.run(
        words,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    report = read(finished.stdout)
    if report is None or finished.returncode not in DONE:
        message = finished.stderr.strip() or f"it ended with {finished.returncode}"
        raise Failure(message.removeprefix("everypath: "), finished.returncode, report)
    return report


def option(name: str, value: Value) -> str:
    """An option as one word of the command line.

    >>> option("unit_time", 2), option("check", True), option("criterion", ["branch", "line"])
    ('--unit-time=2', '--check', '--criterion=branch,line')
    """
    flag = "--" + name.replace("_", "-")
    if value is True:
        return flag
    if value is False:
        return f"{flag}=false"
    if isinstance(value, (str, int, float, Path)):
        return f"{flag}={value}"
    separator = ":" if name == "classpath" else ","
    return f"{flag}={separator.join(map(str, value))}"


def read(text: str) -> Optional[Report]:
    try:
        return Report.of(json.loads(text))
    except ValueError:
        return None
