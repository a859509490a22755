#!/usr/bin/env python3
"""Run the bounded engine on the subjects, method by method, beside the thesis.

Writes results.json and RESULTS.md beside this file; see bench/README.md.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Optional

import thesis

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUBJECTS = HERE / "subjects"
RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"

INTRO = """# The bounded engine beside the thesis

Written by `python3 bench/bounded/run.py`; do not edit. Each row is one method under
`--engine bounded`, with the goals that its source marks and its branch sides: covered,
proved unreachable (in the scope, or at all), and left without an answer. "Encode and
solve" is the engine's own time; "all" is the whole command: compiling, replaying,
writing tests and running them, first as the clock has it and then as the processors worked.
The first method of a class with a number of nodes also finds the tight bounds of its
structures; the others read them from disk. Goals and branch sides are the method's own and
those of the private methods it calls. The thesis' figures (Fajita; time without its tight
bounds, which took 70 s more on average) are for its own implementations of the same
structures, on another machine; its primitive cases are other conditions of the same kind,
the closest is named.
"""


def binary() -> Optional[Path]:
    """Find the program."""
    named = os.environ.get("EVERYPATH")
    if named:
        return Path(named)
    for profile in ("release", "debug"):
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        candidate = target / profile / "everypath"
        if candidate.is_file():
            return candidate
    found = shutil.which("everypath")
    return Path(found) if found else None


def processor_time() -> float:
    """Count the processor seconds of all commands so far, with what they started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def target(case: thesis.Case) -> str:
    """Name a method of a Java class or a function of a C or Python file."""
    if case.subject.endswith((".c", ".py")):
        return f"{SUBJECTS / case.subject}::{case.method}"
    return f"{SUBJECTS / case.subject}.java#{case.method}"


def run(program: Path, case: thesis.Case, directory: Path) -> dict[str, Any]:
    """Generate the suite of one method and read the report."""
    out = directory / f"{case.subject}-{case.method}"
    command = [
        str(program),
        "generate",
        target(case),
        "--engine",
        "bounded",
        "--criterion",
        "goal,branch",
        "--out",
        str(out),
        "--max-nodes",
        str(case.nodes),
        "--max-unrollings",
        str(case.unrollings),
        "--max-length",
        "5",
        "--unit-time",
        "15",
        "--time",
        "60",
        "--json",
    ]
    started, worked = time.monotonic(), processor_time()
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=directory,
    )
    wall = time.monotonic() - started
    try:
        module = json.loads(done.stdout)["modules"][0]
    except (ValueError, KeyError, IndexError):
        return {"error": done.stderr.strip()[-400:] or "no report", "wall": wall}
    counts: dict[str, dict[str, int]] = {}
    for goal in module["goals"]:
        kinds = counts.setdefault(goal["kind"], {})
        kinds[goal["verdict"]] = kinds.get(goal["verdict"], 0) + 1
    return {
        "counts": counts,
        "seconds": sum(unit["seconds"] for unit in module["units"]),
        "wall": wall,
        "processor": processor_time() - worked,
        "tests": sum(test["kind"] == "kept" for test in module["tests"]),
        "divergences": sum(unit["divergences"] for unit in module["units"]),
        "stop": "; ".join(unit["stop"] for unit in module["units"]),
    }


def partitions(program: Path, directory: Path) -> dict[str, Any]:
    """Cover the partitions of a node-caching list, its branches, and both."""
    found: dict[str, Any] = {}
    for criterion in ("partition", "branch", "grey"):
        command = [
            str(program),
            "generate",
            f"{SUBJECTS / 'NodeCachingLinkedList'}.java#removeIndex",
            "--engine",
            "bounded",
            "--criterion",
            criterion,
            "--max-nodes",
            "7",
            "--out",
            str(directory / criterion),
            "--json",
        ]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=directory,
        )
        module = json.loads(done.stdout)["modules"][0]
        kept = sum(test["kind"] == "kept" for test in module["tests"])
        covered = sum(goal["verdict"] == "covered" for goal in module["goals"])
        seconds = sum(unit["seconds"] for unit in module["units"])
        found[criterion] = {"goals": covered, "tests": kept, "seconds": seconds}
    return found


def cell(counts: dict[str, int]) -> str:
    """Say what became of goals: covered, proved, open."""
    covered = counts.get("covered", 0)
    proved = counts.get("unreachable", 0) + counts.get("unreachable-in-scope", 0)
    left = sum(counts.values()) - covered - proved
    text = f"{covered}"
    if proved:
        text += f" + {proved} proved"
    if left:
        text += f" + **{left} open**"
    return text


def table(results: dict[str, dict[str, Any]]) -> str:
    """Write the table."""
    heads = ["method", "nodes", "goals", "branch sides", "tests", "encode and solve s", "all s"]
    heads += ["all, processor s"]
    heads += ["Fajita: goals", "decisions"]
    lines = [INTRO]
    last = ""
    for case in thesis.CASES:
        if case.subject != last:
            last = case.subject
            lines += ["", f"## {last}", "", "| " + " | ".join(heads) + " |"]
            lines += ["|" + "---|" * len(heads)]
        found = results.get(f"{case.subject}#{case.method}")
        if found is None or "error" in found:
            why = "not run" if found is None else found["error"].splitlines()[-1]
            lines.append(f"| {case.method} | {case.nodes} | {why} |  |  |  |  | | | |")
            continue
        row = [case.method, str(case.nodes)]
        row.append(cell(found["counts"].get("goal", {})))
        row.append(cell(found["counts"].get("branch", {})))
        row.append(str(found["tests"]))
        row += [f"{found['seconds']:.1f}", f"{found['wall']:.1f}"]
        row += [f"{found['processor']:.1f}" if "processor" in found else ""]
        row += [case.goals, case.decisions]
        lines.append("| " + " | ".join(row) + " |")
    found = results.get("partitions")
    if found:
        lines += ["", "## Partitions and grey-box: NodeCachingLinkedList.removeIndex", ""]
        lines += ["Fajita (table 4.7): 8 partitions in 5 s, then 9 more branch sides in 94 s.", ""]
        lines += ["| criterion | goals covered | tests | encode and solve s |", "|---|---|---|---|"]
        for criterion, row in found.items():
            seconds = f"{row['seconds']:.1f}"
            lines.append(f"| {criterion} | {row['goals']} | {row['tests']} | {seconds} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run what is asked for and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "subjects", nargs="*", help="only these: Subject, Subject#method, partitions"
    )
    parser.add_argument("--table", action="store_true", help="only write the table")
    arguments = parser.parse_args()
    program = binary()
    if program is None:
        print("build everypath first: cargo build --release", file=sys.stderr)
        return 1
    results: dict[str, dict[str, Any]] = {}
    if RESULTS.is_file():
        results = json.loads(RESULTS.read_text())
    wanted: list[str] = arguments.subjects
    if not arguments.table:
        with tempfile.TemporaryDirectory() as directory:
            for case in thesis.CASES:
                name = f"{case.subject}#{case.method}"
                if wanted and case.subject not in wanted and name not in wanted:
                    continue
                found = run(program, case, Path(directory))
                results[name] = found
                print(name, found.get("error") or found, flush=True)
            if not wanted or "partitions" in wanted:
                results["partitions"] = partitions(program, Path(directory))
    RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
    TABLE.write_text(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
