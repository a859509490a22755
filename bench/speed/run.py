#!/usr/bin/env python3
"""Paths a second, solver included, and where the time goes.

    bench/speed/run.py [--rounds N] [--before PROGRAM]

Explores all paths of a unit with the real command and reads its JSON: nothing
is timed here that a user would not wait for. The fastest round counts. With
--before, another build is measured in turns with it, and the table says how
much faster this one is: what the confinement costs is seen beside a build
with `cargo build --release -p everypath --features unconfined`. See
bench/README.md.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULTS = HERE / "RESULTS.md"

# A name, the target and the paths to stop at.
SUBJECTS = [
    ("integer function", HERE / "integers.py", "grade", 2000),
    ("date parser", ROOT / "bench/python/subjects/iso_datetime.py", "parse_date", 2000),
    ("duration parser", ROOT / "bench/python/subjects/iso_datetime.py", "parse_duration", 2000),
]

INTRO = """# Speed: paths a second

Written by `python3 bench/speed/run.py`; do not edit. Every path is a run of the
subject in CPython and, but for the first, an answer of the solver. The shares
are of the exploration's wall-clock time; the rest is the path tree and the
strategy. "Ratio" is the solver's time over the subject's, in the same run.

"""


COLUMNS = ["subject", "paths", "queries", "seconds", "paths/s", "running", "solving", "ratio"]


def row(cells: list) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |\n"


def header(more: list) -> str:
    columns = [*COLUMNS, *more]
    return row(columns) + "|---|" + "--:|" * (len(columns) - 1) + "\n"


def explore(program: Path, file: Path, unit: str, paths: int) -> dict:
    """Explore one unit; return its part of the report."""
    with tempfile.TemporaryDirectory() as out:
        command = [str(program), "generate", f"{file}::{unit}", "--all-paths", "--json"]
        command += ["--paths", str(paths), "--unit-time", "60", "--out", out]
        command += ["--run-tests=false", "--search", "depth"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    units = json.loads(done.stdout)["modules"][0]["units"]
    return next(found for found in units if found["name"] == unit)


def fastest(programs: list, rounds: int, file: Path, unit: str, paths: int) -> list:
    """The best round of each program, in turns: the machine is the same for all of them."""
    found = [[] for _ in programs]
    for _ in range(rounds):
        for program, seen in zip(programs, found):
            seen.append(explore(program, file, unit, paths))
    return [min(seen, key=lambda unit: unit["seconds"]) for seen in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--before", type=Path, help="another build to compare with")
    options = parser.parse_args()
    program = Path(os.environ.get("EVERYPATH", ROOT / "target/release/everypath")).resolve()
    if not program.exists():
        print("everypath is not built; build it or set $EVERYPATH", file=sys.stderr)
        return 2
    programs = [program, options.before.resolve()] if options.before else [program]
    text = INTRO + header(["before", "faster"] if options.before else [])
    for name, file, unit, paths in SUBJECTS:
        found, *before = fastest(programs, options.rounds, file, unit, paths)
        queries = found["sat"] + found["unsat"] + found["unknown"]
        seconds = found["seconds"]
        rate = found["paths"] / seconds
        cells = [name, found["paths"], queries, f"{seconds:.2f}", f"{rate:.0f}"]
        cells += [
            f"{found['run_seconds'] / seconds:.0%}",
            f"{found['solve_seconds'] / seconds:.0%}",
        ]
        cells.append(f"{found['solve_seconds'] / found['run_seconds']:.2f}")
        for other in before:
            rate_before = other["paths"] / other["seconds"]
            cells += [f"{rate_before:.0f}", f"{rate / rate_before - 1:+.1%}"]
        text += row(cells)
    RESULTS.write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
