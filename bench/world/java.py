#!/usr/bin/env python3
"""Run Everypath, and EvoSuite where a JDK 8 is named, on Java that talks to the world:
services, files, clocks, databases, sockets. Branch coverage by JaCoCo, the same way for both;
and that no suite leaves a file behind. Writes JAVA.md beside this file; see bench/README.md."""

import argparse
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLASSES = HERE.parent / "java" / "classes"
sys.path[:0] = [str(CLASSES), str(HERE.parent)]

from maven import CACHE
from subjects import Subject

INTRO = """# Java that talks to the world

Written by `python3 bench/world/java.py`; do not edit. Branch coverage by JaCoCo of the suites
as they were written, in percent; "failing" are tests that do not pass when they are run again,
"left" files that a suite left behind. EvoSuite has {budget} s for each subject (– where it was
left out of the run).

| subject | branches | Everypath | tests | failing | left | wall s | EvoSuite |
|---|--:|--:|--:|--:|--:|--:|--:|
"""


def harness():
    """What measures suites of published classes."""
    spec = importlib.util.spec_from_file_location("classes_run", CLASSES / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled() -> Path:
    """The subjects in a jar."""
    work = CACHE / "world"
    shutil.rmtree(work, ignore_errors=True)
    (work / "classes").mkdir(parents=True)
    sources = sorted((HERE / "java").glob("*.java"))
    subprocess.run(
        ["javac", "-g", "--release", "8", "-nowarn", "-d", work / "classes", *sources], check=True
    )
    jar = work / "world-subjects.jar"
    subprocess.run(["jar", "cf", jar, "-C", work / "classes", "."], check=True)
    return jar


def files_around(suite: Path) -> set[Path]:
    """The files that a suite could have left behind."""
    own = {"classes", "jacoco.exec", "coverage.csv"}
    here = {path for path in suite.parent.rglob("*") if not own & set(path.parts)}
    return here | set(Path(tempfile.gettempdir()).glob("junit*"))


def bench(tools, tool: str, name: str, jar: Path, budget: int, jdk) -> dict:
    """One suite: generated, run again, and looked after."""
    subject = Subject(f"world.{name}", "bench:world:1")
    work = CACHE / "work" / f"world-{tool}-{name}"
    shutil.rmtree(work, ignore_errors=True)
    suite = work / "suite"
    suite.mkdir(parents=True)
    clock = time.monotonic()
    if tool == "everypath":
        error = tools.everypath(subject, [jar], budget, suite)
    else:
        error = tools.evosuite(subject, [jar], budget, suite, jdk)
    wall = time.monotonic() - clock
    before = files_around(suite)
    record = tools.measure(subject, [jar], suite, jdk if tool == "evosuite" else None)
    record["left"] = len(files_around(suite) - before)
    record["wall"] = wall
    record["error"] = record["error"] or error
    return record


def line(name: str, mine: dict, other) -> str:
    peer = "–" if other is None else f"{other['branch']:.0f}"
    return (
        f"| {name} | {mine.get('branches', 0)} | {mine['branch']:.0f} | {mine['tests']} "
        f"| {mine['failed']} | {mine['left']} | {mine['wall']:.0f} | {peer} |\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--subjects", help="names, separated by commas; default all")
    parser.add_argument("--budget", type=int, default=30, help="seconds for each subject")
    parser.add_argument("--evosuite-jdk", type=Path)
    options = parser.parse_args()
    tools = harness()
    jar = compiled()
    known = sorted(path.stem for path in (HERE / "java").glob("*.java"))
    names = options.subjects.split(",") if options.subjects else known
    rows = []
    shares = []
    for name in names:
        mine = bench(tools, "everypath", name, jar, options.budget, None)
        other = None
        if options.evosuite_jdk:
            other = bench(tools, "evosuite", name, jar, options.budget, options.evosuite_jdk)
        if mine["error"]:
            print(f"{name}: {mine['error']}", file=sys.stderr)
        shares.append(mine["branch"])
        rows.append(line(name, mine, other))
        print(rows[-1], end="", flush=True)
    mean = f"| mean | | {sum(shares) / len(shares):.1f} |||||\n"
    print(mean, end="")
    if not options.subjects:
        (HERE / "JAVA.md").write_text(INTRO.format(budget=options.budget) + "".join(rows) + mean)
    return 0


if __name__ == "__main__":
    sys.exit(main())
