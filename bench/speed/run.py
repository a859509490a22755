#!/usr/bin/env python3
"""Paths a second, solver included, and where the time goes.

Explores all paths of a unit with the real command and reads its JSON: nothing
is timed here that a user would not wait for. See bench/README.md.
"""

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

| subject | paths | queries | seconds | paths/s | running | solving | ratio |
|---|--:|--:|--:|--:|--:|--:|--:|
"""


def explore(program: Path, file: Path, unit: str, paths: int) -> dict:
    """Explore one unit; return its part of the report."""
    with tempfile.TemporaryDirectory() as out:
        command = [str(program), "generate", f"{file}::{unit}", "--all-paths", "--json"]
        command += ["--paths", str(paths), "--unit-time", "60", "--out", out]
        command += ["--run-tests", "false", "--search", "depth"]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    units = json.loads(done.stdout)["modules"][0]["units"]
    return next(found for found in units if found["name"] == unit)


def main() -> int:
    program = Path(os.environ.get("EVERYPATH", ROOT / "target/release/everypath")).resolve()
    if not program.exists():
        print("everypath is not built; build it or set $EVERYPATH", file=sys.stderr)
        return 2
    text = INTRO
    for name, file, unit, paths in SUBJECTS:
        found = explore(program, file, unit, paths)
        queries = found["sat"] + found["unsat"] + found["unknown"]
        seconds = found["seconds"]
        text += (
            f"| {name} | {found['paths']} | {queries} | {seconds:.2f} "
            f"| {found['paths'] / seconds:.0f} | {found['run_seconds'] / seconds:.0%} "
            f"| {found['solve_seconds'] / seconds:.0%} "
            f"| {found['solve_seconds'] / found['run_seconds']:.2f} |\n"
        )
    RESULTS.write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
