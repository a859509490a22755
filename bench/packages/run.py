#!/usr/bin/env python3
"""Run Everypath on modules of real packages and check what it leaves behind.

For each module: the command ends without a crash, the suite it wrote passes
under pytest, and every branch side that is not covered has a reason. Writes
RESULTS.md beside this file; see bench/README.md.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from venvs import CACHE

ROOT = HERE.parent.parent
RESULTS = HERE / "RESULTS.md"
ENVIRONMENT = CACHE / "packages"

# Pure Python, typed or algorithmic, none written with Everypath in mind.
PACKAGES = [
    "pytest==8.4.2",
    "semver==3.0.4",
    "packaging==25.0",
    "inflection==0.5.1",
    "roman==5.1",
    "humanize==4.13.0",
    "boltons==25.0.0",
    "python-stdnum==2.1",
    "isodate==0.7.2",
    "more-itertools==10.8.0",
    "intervaltree==3.1.0",
    "sortedcontainers==2.4.0",
]
MODULES = [
    "semver.version",
    "packaging.version",
    "inflection",
    "roman",
    "humanize.number",
    "boltons.mathutils",
    "boltons.strutils",
    "stdnum.luhn",
    "stdnum.isbn",
    "stdnum.iban",
    "isodate.isodates",
    "intervaltree.interval",
]

INTRO = """# Modules of real packages

Written by `python3 bench/packages/run.py`; do not edit. "Sides" are branch
sides covered of those not proved unreachable; "unexplained" counts misses
without a reason, "failing" the tests that do not pass under pytest afterwards.

| module | sides | proved unreachable | tests | bugs shown | failing | unexplained | seconds |
|---|--:|--:|--:|--:|--:|--:|--:|
"""


def environment() -> Path:
    """A virtual environment with the packages."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "packages.json"
    if not stamp.exists() or json.loads(stamp.read_text()) != PACKAGES:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES]
        subprocess.run(install, check=True)
        stamp.write_text(json.dumps(PACKAGES))
    return python


def row(program: Path, python: Path, module: str) -> str:
    """One line of the table."""
    work = CACHE / "package-suites" / module
    work.mkdir(parents=True, exist_ok=True)
    command = [str(program), "generate", module, "--python", str(python), "--json"]
    command += ["--out", "tests", "--time", "60", "--unit-time", "3"]
    start = time.monotonic()
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        return f"| {module} | {done.stderr.strip()} (exit code {done.returncode}) |||||||\n"
    report = json.loads(done.stdout)["modules"][0]
    goals = report["goals"]
    covered = sum(goal["verdict"] == "covered" for goal in goals)
    proved = sum(goal["verdict"] == "unreachable" for goal in goals)
    unexplained = sum(not goal["reason"] for goal in goals)
    kinds = [test["kind"] for test in report["tests"]]
    failing = 0
    if report["test_file"]:
        test = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", report["test_file"]]
        failing = subprocess.run(test, cwd=work, capture_output=True).returncode
    return (
        f"| {module} | {covered} of {len(goals) - proved} | {proved} | {kinds.count('kept')} "
        f"| {kinds.count('bug')} | {failing} | {unexplained} | {seconds:.0f} |\n"
    )


def main() -> int:
    program = Path(os.environ.get("EVERYPATH", ROOT / "target/release/everypath")).resolve()
    if not program.exists():
        print("everypath is not built; build it or set $EVERYPATH", file=sys.stderr)
        return 2
    python = environment()
    text = INTRO
    for module in sys.argv[1:] or MODULES:
        line = row(program, python, module)
        print(line, end="", flush=True)
        text += line
    if not sys.argv[1:]:
        RESULTS.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
