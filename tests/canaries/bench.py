#!/usr/bin/env python3
"""Stands in for the executable in a bench, and looks for this machine in what it writes.

    EVERYPATH=tests/canaries/bench.py CANARIES=/tmp/found.txt bench/keep/run.py

Everything is handed on to the executable, which runs with a home, a user, a temporary
directory and variables that have names of their own. Each command adds a line to the file:
how many texts it wrote, and which of them tell a name. For benches without such a variable,
put it where they look for the executable; $CANARIES_OF says where that is then.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from planted import Planted, found, written_below

ROOT = Path(__file__).resolve().parent.parent.parent


def value_of(option, arguments):
    """The value of an option, if it was given."""
    for place, argument in enumerate(arguments[:-1]):
        if argument == option:
            return arguments[place + 1]
    return None


def texts(arguments, output, errors):
    """Everything that was written, with what it is."""
    yield "standard output", output
    yield "standard error", errors
    out = value_of("--out", arguments)
    if out is not None:
        yield from written_below(out)
    page = value_of("--html", arguments)
    if page is not None and Path(page).is_file():
        yield page, Path(page).read_text(errors="replace")


def main():
    executable = os.environ.get("CANARIES_OF") or str(ROOT / "target/release/everypath")
    arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir="/var/tmp") as root:
        planted = Planted(root, home=Path.home())
        ended = subprocess.run(
            [executable, *arguments],
            env=planted.environment(),
            capture_output=True,
            text=True,
            errors="replace",
        )
        sys.stdout.write(ended.stdout)
        sys.stderr.write(ended.stderr)
        seen = list(texts(arguments, ended.stdout, ended.stderr))
        told = [
            f"{what} tells {name}: {around!r}"
            for what, text in seen
            for name, around in found(planted.names, text)
        ]
    with open(os.environ["CANARIES"], "a") as log:
        line = f"{len(seen)} texts, {len(told)} canaries found: {' '.join(arguments)}"
        print(line, *told, sep="\n  ", file=log)
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
