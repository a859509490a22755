#!/usr/bin/env python3
"""Run mutmut's mutants on a suite that is too large for mutmut's own runner.

With thousands of tests every mutant runs into mutmut's time limit, which counts
as killed. This runs each mutant that `mutmut run` has made in WORK by plain
calls of the tests, until the first that fails: plain_mutants.py WORK SUBJECT.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from venvs import venv  # the benches' own folder is on the path now

RUN = """
import importlib, sys
sys.path[:0] = ["mutants/src", "tests"]
subject = importlib.import_module(sys.argv[1])
assert "mutants" in subject.__file__, subject.__file__
tests = vars(importlib.import_module("test_" + sys.argv[1]))
for name, test in list(tests.items()):
    if name.startswith("test_"):
        try:
            test()
        except BaseException:
            print("killed")
            sys.exit()
print("survived")
"""


def run(work: Path, subject: str, mutant: str) -> str:
    environment = dict(os.environ, MUTANT_UNDER_TEST=mutant)
    command = [str(venv("measure") / "python"), "-c", RUN, subject]
    try:
        ended = subprocess.run(
            command, cwd=work, env=environment, capture_output=True, text=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        return "killed"
    return ended.stdout.strip() or "error: " + ended.stderr[-200:]


def main() -> int:
    work, subject = Path(sys.argv[1]), sys.argv[2]
    listed = subprocess.run(
        [str(venv("measure") / "mutmut"), "results", "--all", "true"],
        cwd=work,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    mutants = [line.strip().rpartition(": ")[0] for line in listed if "__mutmut_" in line]
    # The invariant is a part of the tests, not of what is tested.
    mutants = [name for name in mutants if "ǁrepok__" not in name and "ǁ_repok" not in name]
    if run(work, subject, "none") != "survived":
        print("the suite does not pass without a mutant", file=sys.stderr)
        return 1
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ends = list(pool.map(lambda name: run(work, subject, name), mutants))
    killed = ends.count("killed")
    print(f"{killed} of {len(mutants)} killed: {100.0 * killed / len(mutants):.1f} %")
    for name, end in zip(mutants, ends):
        if end != "killed":
            print(f"  {name}: {end}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
