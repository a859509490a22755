#!/usr/bin/env python3
"""Run Everypath on modules of much used packages, chosen by chance (`choose.py`), at the
default budget, and measure the suites with coverage.py. Writes RESULTS.md beside this file,
and what was missed and why into bench/.cache/popular-suites; see bench/README.md."""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from venvs import CACHE, _interpreter

ENVIRONMENT = CACHE / "popular"
SUITES = CACHE / "popular-suites"
TOOLS = ["pytest<9", "pytest-timeout==2.4.0", "coverage==7.17.2"]

INTRO = """# Modules of much used packages

Written by `python3 bench/popular/run.py`; do not edit. Branch coverage is that of coverage.py
with the suite as it was written, at the default budget; "failing" are tests that do not pass
when they are run again, "bugs" those that show one and are to fail, "left behind" what the run of the suite changed in its directory.
{count} modules chosen with the seed {seed}. Mean branch coverage: {mean:.1f} %.

| module | branches | covered | % | tests | failing | bugs | left behind | seconds |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""


def environment() -> Path:
    """A virtual environment with all of the packages."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "packages.txt"
    wanted = (HERE / "packages.txt").read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([_interpreter(), "-m", "venv", "--clear", str(ENVIRONMENT)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *wanted.split(), *TOOLS]
        subprocess.run(install, check=True)
        stamp.write_text(wanted)
    return python


def generate(program: str, python: Path, module: str, work: Path) -> dict:
    """The report of one run."""
    command = [program, "generate", module, "--python", str(python), "--json", "--out", "tests"]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True)
    (work / "stderr.txt").write_text(done.stderr)
    try:
        report = json.loads(done.stdout)["modules"][0]
    except (ValueError, IndexError, KeyError):
        return {"error": (done.stderr.strip() or done.stdout).splitlines()[-1:]}
    (work / "report.json").write_text(json.dumps(report, indent=1))
    return report


def measure(python: Path, module: str, work: Path) -> dict:
    """Branches by coverage.py, tests that fail, and what the suite leaves behind."""
    find = "import importlib.util,sys;print(importlib.util.find_spec(sys.argv[1]).origin)"
    origin = subprocess.run(
        [str(python), "-c", find, module], capture_output=True, text=True, cwd=work
    ).stdout.strip()
    before = listing(work)
    run = [str(python), "-B", "-m", "coverage", "run", "--branch", f"--include={origin}"]
    test = ["-m", "pytest", "tests", "-q", "-p", "no:cacheprovider", "--timeout=20", "--tb=no"]
    environ = {**os.environ, "COVERAGE_FILE": str(work.parent / f"{module}.coverage")}
    done = subprocess.run([*run, *test], cwd=work, capture_output=True, text=True, env=environ)
    left = sorted(listing(work) - before)
    (work / "pytest.txt").write_text(done.stdout)
    out = work / "coverage.json"
    out.unlink(missing_ok=True)
    told = [str(python), "-m", "coverage", "json", f"--include={origin}", "-q", "-o", str(out)]
    subprocess.run(told, cwd=work, capture_output=True, env=environ)
    if not out.exists():
        lone = subprocess.run([*run, "-c", "pass"], cwd=work, capture_output=True, env=environ)
        return {"branches": 0, "covered": 0, "failing": lone.returncode, "bugs": 0, "left": left}
    totals = json.loads(out.read_text())["totals"]
    words = done.stdout.replace(",", " ").split()
    failing = sum(
        int(words[at - 1]) for at, word in enumerate(words) if word in ("failed", "error", "errors")
    )
    # Tests of bugs stand in a file of their own, and fail until these are mended.
    bugs = sum(
        line.startswith("FAILED") and "_bugs.py::" in line for line in done.stdout.splitlines()
    )
    return {
        "branches": totals["num_branches"],
        "covered": totals["covered_branches"],
        "failing": failing - bugs,
        "bugs": bugs,
        "left": left,
    }


def listing(work: Path) -> set[str]:
    return {str(path.relative_to(work)) for path in work.rglob("*")}


def run_one(program: str, python: Path, module: str) -> dict:
    work = SUITES / module
    subprocess.run(["rm", "-rf", str(work)], check=True)
    work.mkdir(parents=True)
    start = time.monotonic()
    report = generate(program, python, module, work)
    seconds = time.monotonic() - start
    if "error" in report or not (work / "tests").exists():
        why = str(report.get("error") or "no test was written")
        return {"module": module, "error": why, "seconds": seconds, "share": 0.0}
    found = measure(python, module, work)
    found["tests"] = sum(test["kind"] == "kept" for test in report["tests"])
    found["share"] = 100 * found["covered"] / found["branches"] if found["branches"] else 100.0
    return {"module": module, "seconds": seconds, **found}


def line(row: dict) -> str:
    if "error" in row:
        return f"| {row['module']} | {row['error']} ||| |||| {row['seconds']:.0f} |\n"
    return (
        f"| {row['module']} | {row['branches']} | {row['covered']} | {row['share']:.0f} "
        f"| {row['tests']} | {row['failing']} | {row['bugs']} | {len(row['left'])} | {row['seconds']:.0f} |\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    program = os.environ.get("EVERYPATH", str(HERE.parent.parent / "target/release/everypath"))
    python = environment()
    choose = [str(python), str(HERE / "choose.py"), str(options.count), str(options.seed)]
    modules = options.modules or subprocess.check_output(choose, text=True).split()
    SUITES.mkdir(parents=True, exist_ok=True)
    rows = []
    for module in modules:
        rows.append(run_one(program, python, module))
        print(line(rows[-1]), end="", flush=True)
    mean = sum(row["share"] for row in rows) / len(rows)
    print(f"mean {mean:.1f}")
    if not options.modules:
        intro = INTRO.format(count=len(rows), seed=options.seed, mean=mean)
        (HERE / "RESULTS.md").write_text(intro + "".join(map(line, rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
