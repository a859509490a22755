#!/usr/bin/env python3
"""Run Everypath and Pynguin on code that talks to the world: services, clocks, files, clients,
workers. Branch coverage by coverage.py, the same way for both; and that no suite leaves a
file behind. Writes RESULTS.md beside this file; see bench/README.md."""

import argparse
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "python")]

from measure import CONFTEST, Measurement, measure_coverage
from tools import Everypath, Pynguin
from venvs import CACHE

SUBJECTS = HERE / "subjects"
TOOLS = {"everypath": Everypath, "pynguin": Pynguin}

INTRO = """# Code that talks to the world

Written by `python3 bench/world/run.py`; do not edit. Branch coverage by coverage.py of the
suites as they were written, in percent, Pynguin with {budget:.0f} s for each subject (– where
it was left out of the run); "failing" are tests that do not pass when they are run again, "left" files that a suite
left behind.

| subject | Everypath | tests | failing | left | CPU s | Pynguin | tests | CPU s |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def bench(tool, subject: str) -> dict:
    """One suite: generated, run again, and looked after."""
    work = CACHE / "world" / tool.name / subject
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    (work / "tests").mkdir()
    shutil.copy(SUBJECTS / f"{subject}.py", work / "src")
    made = tool.generate(work, subject)
    (work / "tests" / "conftest.py").write_text(CONFTEST)
    before = {path.relative_to(work) for path in work.rglob("*")}
    measured = Measurement()
    measure_coverage(work, subject, measured)
    own = {"coverage.json", "coveragerc", ".coverage", "outcomes.jsonl", "__pycache__"}
    left = [
        path
        for path in sorted({path.relative_to(work) for path in work.rglob("*")} - before)
        if not own & set(path.parts)
    ]
    return {
        "branch": measured.branch,
        "tests": measured.tests,
        "failing": measured.failing,
        "left": len(left),
        "cpu": made.cpu,
        "error": made.error or measured.error,
    }


def line(subject: str, found: dict[str, dict]) -> str:
    mine, other = found["everypath"], found.get("pynguin")
    text = (
        f"| {subject} | {mine['branch']:.0f} | {mine['tests']} | {mine['failing']} "
        f"| {mine['left']} | {mine['cpu']:.0f} |"
    )
    if other is None:
        return text + " – | – | – |\n"
    return text + f" {other['branch']:.0f} | {other['tests']} | {other['cpu']:.0f} |\n"


def mean(results: dict[str, dict], tool: str) -> str:
    shares = [found[tool]["branch"] for found in results.values() if tool in found]
    return f"{sum(shares) / len(shares):.1f}" if shares else "–"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--subjects", help="names, separated by commas; default all")
    parser.add_argument("--tools", default="everypath,pynguin")
    parser.add_argument("--budget", type=float, default=60, help="seconds of Pynguin per subject")
    options = parser.parse_args()
    known = sorted(path.stem for path in SUBJECTS.glob("*.py"))
    subjects = options.subjects.split(",") if options.subjects else known
    results: dict[str, dict] = {}
    for subject in subjects:
        found = results[subject] = {}
        for name in options.tools.split(","):
            found[name] = bench(TOOLS[name](options.budget), subject)
            if found[name]["error"]:
                print(f"{name} {subject}: {found[name]['error']}", file=sys.stderr)
        print(line(subject, found), end="", flush=True)
    means = f"| mean | {mean(results, 'everypath')} ||||| {mean(results, 'pynguin')} |||\n"
    print(means, end="")
    if not options.subjects:
        rows = "".join(line(subject, found) for subject, found in results.items())
        (HERE / "RESULTS.md").write_text(INTRO.format(budget=options.budget) + rows + means)
    return 0


if __name__ == "__main__":
    sys.exit(main())
