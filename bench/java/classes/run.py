#!/usr/bin/env python3
"""Branch coverage of generated JUnit suites on published classes.

Each suite is compiled and run with JUnit under JaCoCo, the same way for every
tool; only tests that pass count. Results are kept in results.json and written
to RESULTS.md. `--evosuite-jdk` names a JDK 8, which EvoSuite 1.0.6 (the newest
in Maven Central) needs; `bench/java/jdk8.sh` unpacks one. Without it the EvoSuite
column stays empty. All subjects are compiled for Java 8, so both tools see the
same class files.
"""

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Optional

from subjects import SUBJECTS, THESIS, Subject

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from maven import CACHE, fetch  # the benches' own folder is on the path now

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
EVERYPATH = TARGET / "release" / "everypath"
BUDGETS = [10, 30, 120]

TOOLS = [
    "org.junit.platform:junit-platform-console-standalone:1.11.4",
    "junit:junit:4.13.2",
    "org.jacoco:org.jacoco.agent:0.8.14:runtime",
    "org.jacoco:org.jacoco.cli:0.8.14:nodeps",
]
EVOSUITE = ["org.evosuite:evosuite-master:1.0.6", "org.evosuite:evosuite-standalone-runtime:1.0.6"]


def class_path(entries: list[Path]) -> str:
    return ":".join(str(entry) for entry in entries)


def home_jar(subject: Subject, jars: list[Path]) -> Path:
    name = subject.artifact.split(":")[1]
    return next(jar for jar in jars if jar.name.startswith(name + "-"))


def everypath(subject: Subject, jars: list[Path], budget: int, out: Path) -> str:
    """Generate with Everypath; what it said if it failed."""
    ended = subprocess.run(
        [
            EVERYPATH,
            "generate",
            subject.name,
            "--no-config",
            "--quiet",
            "--classpath",
            class_path(jars),
            "--out",
            out,
            "--time",
            str(budget),
            "--unit-time",
            str(budget),
        ],
        capture_output=True,
        text=True,
        timeout=budget + 600,
    )
    return ended.stderr.strip()[:200]


def evosuite(subject: Subject, jars: list[Path], budget: int, out: Path, jdk: Path) -> str:
    """Generate with EvoSuite; what it said if it failed."""
    master = next(jar for jar in fetch("evosuite", EVOSUITE, False) if "master" in jar.name)
    ended = subprocess.run(
        [
            jdk / "bin" / "java",
            "-jar",
            master,
            "-class",
            subject.name,
            "-projectCP",
            class_path(jars),
            f"-Dsearch_budget={budget}",
            f"-Dtest_dir={out}",
            # JaCoCo does not see what runs in a class loader of EvoSuite's own.
            "-Duse_separate_classloader=false",
            "-criterion",
            "branch",
            "-seed",
            "0",
        ],
        capture_output=True,
        text=True,
        timeout=budget * 4 + 600,
        cwd=out,
    )
    (out.parent / "log.txt").write_text(ended.stdout + ended.stderr)
    return "" if ended.returncode == 0 else ended.stdout[-300:]


def measure(subject: Subject, jars: list[Path], suite: Path, jdk: Optional[Path]) -> dict[str, Any]:
    """Compile and run the tests of a suite under JaCoCo."""
    tools = fetch("tools", TOOLS, True)
    agent = next(jar for jar in tools if "agent" in jar.name)
    cli = next(jar for jar in tools if "jacoco.cli" in jar.name)
    junit = [jar for jar in tools if jar.name.startswith(("junit", "hamcrest"))]
    if jdk:
        junit += [jar for jar in fetch("evosuite", EVOSUITE, False) if "runtime" in jar.name]
    tool = (lambda name: str(jdk / "bin" / name)) if jdk else (lambda name: name)
    sources = [
        path
        for path in suite.rglob("*.java")
        if not path.name.endswith(("BugsTest.java", "PossibleTest.java"))
    ]
    tests = sum(len(re.findall(r"@Test\b", path.read_text())) for path in sources)
    record: dict[str, Any] = {"tests": tests, "branch": 0.0, "line": 0.0, "failed": 0, "error": ""}
    if not sources:
        record["error"] = "no suite"
        return record
    classes = suite.parent / "classes"
    shutil.rmtree(classes, ignore_errors=True)
    classes.mkdir()
    entries = [classes, *jars, *junit]
    compiled = subprocess.run(
        [tool("javac"), "-nowarn", "-d", classes, "-cp", class_path(entries), *sources],
        capture_output=True,
        text=True,
    )
    if compiled.returncode:
        record["error"] = compiled.stderr[:300]
        return record
    data = suite.parent / "jacoco.exec"
    data.unlink(missing_ok=True)
    names = [str(path.relative_to(suite))[:-5].replace("/", ".") for path in sources]
    names = [name for name in names if not name.endswith("_scaffolding")]
    select = [word for name in names for word in ("--select-class", name)]
    ended = subprocess.run(
        [
            tool("java"),
            "-ea",
            f"-javaagent:{agent}=destfile={data}",
            "-cp",
            class_path(entries),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=none",
            *select,
        ],
        capture_output=True,
        text=True,
        timeout=900,
        cwd=suite.parent,
    )
    failed = re.search(r"\[\s*(\d+) tests failed", ended.stdout)
    record["failed"] = int(failed.group(1)) if failed else 0
    table = suite.parent / "coverage.csv"
    subprocess.run(
        [
            "java",
            "-jar",
            cli,
            "report",
            data,
            "--classfiles",
            home_jar(subject, jars),
            "--csv",
            table,
        ],
        capture_output=True,
        check=True,
    )
    package, _, simple = subject.name.rpartition(".")
    sums = {"BRANCH": [0, 0], "LINE": [0, 0]}
    with table.open() as lines:
        for row in csv.DictReader(lines):
            nested = row["CLASS"] == simple or row["CLASS"].startswith(simple + ".")
            if row["PACKAGE"] == package and nested:
                for kind, counts in sums.items():
                    counts[0] += int(row[kind + "_COVERED"])
                    counts[1] += int(row[kind + "_COVERED"]) + int(row[kind + "_MISSED"])
    record["branch"] = 100.0 * sums["BRANCH"][0] / max(1, sums["BRANCH"][1])
    record["line"] = 100.0 * sums["LINE"][0] / max(1, sums["LINE"][1])
    record["branches"] = sums["BRANCH"][1]
    return record


def bench(subject: Subject, tool: str, budget: int, jdk: Optional[Path]) -> dict[str, Any]:
    """Generate and measure one suite."""
    jars = fetch(subject.artifact.replace(":", "-"), [subject.artifact], True)
    if tool == "evosuite":
        jars = [home_jar(subject, jars)] + [jar for jar in jars if jar != home_jar(subject, jars)]
    work = CACHE / "work" / f"{tool}-{subject.simple}-{budget}"
    shutil.rmtree(work, ignore_errors=True)
    suite = work / "suite"
    suite.mkdir(parents=True)
    clock = time.monotonic()
    try:
        error = (
            everypath(subject, jars, budget, suite)
            if tool == "everypath"
            else evosuite(subject, jars, budget, suite, jdk)
        )
    except subprocess.TimeoutExpired:
        error = "it did not end"
    wall = time.monotonic() - clock
    record = measure(subject, jars, suite, jdk if tool == "evosuite" else None)
    record["wall"] = wall
    record["error"] = record["error"] or error
    return record


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "# Published classes: branch coverage by JaCoCo",
        "",
        "Written by `./x bench java/classes`; see [the script](run.py). A budget is the time for",
        "exploring or searching, in seconds; in brackets the whole command's time with observing,",
        "compiling and running the tests twice. Only tests that pass are written; `failed` counts",
        "tests that failed when they were measured. The last column is the mean coverage of the",
        "generational search in table 5.2 of the concolic thesis, where it names the class.",
        "Budgets are wall-clock time: figures of a busy machine are lower for every tool.",
        "",
    ]
    budgets = [
        budget for budget in BUDGETS if any(k.startswith(f"everypath {budget} ") for k in results)
    ]
    evo = any(key.startswith("evosuite") for key in results)
    header = ["class", "branches", *(f"Everypath {b} s" for b in budgets), "tests", "failed"]
    header += ["EvoSuite 120 s"] if evo else []
    header += ["thesis"]
    lines += ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    for subject in SUBJECTS:
        rows = [results.get(f"everypath {budget} {subject.name}") for budget in budgets]
        known = [row for row in rows if row]
        if not known:
            continue
        cells = [subject.simple, str(known[-1].get("branches", ""))]
        cells += [f"{row['branch']:.1f} % ({row['wall']:.0f} s)" if row else "" for row in rows]
        cells += [str(known[-1]["tests"]), str(sum(row["failed"] for row in known))]
        if evo:
            other = results.get(f"evosuite 120 {subject.name}")
            cells.append(f"{other['branch']:.1f} %" if other else "")
        thesis = THESIS.get(subject.simple)
        cells.append(f"{thesis} %" if thesis is not None else "")
        lines.append("| " + " | ".join(cells) + " |")
    if evo:
        lines += [
            "",
            "EvoSuite 1.0.6, branch criterion, seed 0, on a JDK 8. Where it has 0 % its search",
            "ended without a test, twice.",
        ]
    else:
        lines += [
            "",
            "EvoSuite was not run: the newest version in Maven Central, 1.0.6, needs a JDK 8; name",
            "one with `--evosuite-jdk`.",
        ]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="simple names of classes")
    parser.add_argument("--budgets", nargs="*", type=int, default=BUDGETS)
    parser.add_argument("--evosuite-jdk", type=Path)
    parser.add_argument("--fresh", action="store_true", help="measure again what is known")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    jobs = [("everypath", budget) for budget in arguments.budgets]
    if arguments.evosuite_jdk:
        jobs.append(("evosuite", 120))
    for tool, budget in jobs:
        for subject in SUBJECTS:
            key = f"{tool} {budget} {subject.name}"
            if arguments.only and subject.simple not in arguments.only:
                continue
            if key in results and not arguments.fresh:
                continue
            results[key] = bench(subject, tool, budget, arguments.evosuite_jdk)
            row = results[key]
            print(
                f"{key}: {row['branch']:.1f} % {row['tests']} tests {row['wall']:.0f} s {row['error']}",
                flush=True,
            )
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            TABLE.write_text(table(results))
    TABLE.write_text(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
