#!/usr/bin/env python3
"""Run Everypath on the thesis' four structures, scope by scope.

Writes results.json and RESULTS.md beside this file; see bench/README.md.
"""

import argparse
import dataclasses
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import process
import thesis
from measure import measure
from venvs import CACHE

ROOT = HERE.parent.parent
STRUCTURES = ROOT / "tests" / "python" / "structures"
RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"

# The class under test and the largest scope of each module. The public methods
# are those of the thesis, so none has to be chosen.
SUBJECTS = {
    "singly_linked_list": ("LinkedList", 9),
    "circular_list": ("CDLinkedList", 8),
    "bst": ("BST", 6),
    "avl": ("AVLTree", 6),
}

# Larger suites are not mutated: that would take hours and show what the
# smaller ones of the same subject show.
MOST_MUTATED = 600

OPTIONS = ["--strategy", "exhaustive", "--all-paths", "--json"]

HEADS = ["nodes", "structures", "tests", "failing", "time s", "CPU s"]
HEADS += ["branches", "coverage", "mutants"]

INTRO = """# Structures: Everypath beside the thesis

Written by `python3 bench/structures/run.py`; do not edit. The thesis' figures
(PySEAT, exhaustive white-box) are in brackets; they were taken on another
machine, with other implementations of the same structures and with another
version of mutmut. Time is wall-clock seconds of generation; CPU seconds with
child processes beside it. "Coverage" is coverage.py's total with --branch
(lines and branches), the figure the tool prints; "branches" the branches alone.
"""


def binary() -> Optional[Path]:
    """Find the program."""
    default = ROOT / "target" / "release" / "everypath"
    path = Path(os.environ.get("EVERYPATH", default)).resolve()
    return path if path.exists() else None


def structures_in(output: str) -> Optional[int]:
    """Read the number of valid structures from Everypath's JSON."""
    try:
        data = json.loads(output)
    except json.JSONDecodeError:
        return None
    return sum(data["modules"][0]["structures"].values())


def tests_in(output: str) -> int:
    """Read the number of kept tests from Everypath's JSON."""
    try:
        data = json.loads(output)
    except json.JSONDecodeError:
        return 0
    return sum(test["kind"] == "kept" for test in data["modules"][0]["tests"])


def bench(
    program: Path, subject: str, nodes: int, timeout: float, mutation: bool
) -> Dict[str, Any]:
    """Generate and measure the suite of one structure at one scope."""
    work = CACHE / "structures" / f"{subject}_{nodes}"
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    (work / "tests").mkdir()
    shutil.copy(STRUCTURES / f"{subject}.py", work / "src")
    command = [str(program), "generate", f"src/{subject}.py::{SUBJECTS[subject][0]}"]
    command += OPTIONS + ["--max-nodes", str(nodes)]
    command += ["--out", f"tests/test_{subject}.py"]
    outcome = process.run(command, work, timeout)
    record: Dict[str, Any] = {"nodes": nodes, "cpu": outcome.cpu, "seconds": outcome.wall}
    record["structures"] = structures_in(outcome.output)
    mutation = mutation and tests_in(outcome.output) <= MOST_MUTATED
    result = measure(work, subject, mutation)
    record.update(dataclasses.asdict(result))
    record["mutation"] = result.mutation if mutation else None
    if not outcome.ok:
        record["error"] = outcome.reason()
    return record


def _beside(own: Optional[float], theirs: Optional[float], digits: int, unit: str = "") -> str:
    left = "-" if own is None else f"{own:.{digits}f}{unit}"
    return left if theirs is None else f"{left} ({theirs:.{digits}f}{unit})"


def render(results: Dict[str, List[Dict[str, Any]]]) -> str:
    """Write the tables."""
    lines = [INTRO]
    for subject in SUBJECTS:
        rows = results.get(subject, [])
        if not rows:
            continue
        lines += [f"## {subject} ({thesis.TABLES[subject]})", ""]
        lines.append("| " + " | ".join(HEADS) + " |")
        lines.append("|--:" * len(HEADS) + "|")
        notes = []
        for row in rows:
            past = thesis.find(subject, row["nodes"])
            cells = [
                str(row["nodes"]),
                _beside(row["structures"], past.structures if past else None, 0),
                _beside(row["tests"], past.tests if past else None, 0),
                str(row["failing"]),
                _beside(row["seconds"], past.seconds if past else None, 1),
                f"{row['cpu']:.1f}",
                f"{row['branch']:.0f}%",
                _beside(row["coverage"], past.branch if past else None, 0, "%"),
                _beside(row["mutation"], past.mutation if past else None, 1, "%"),
            ]
            lines.append("| " + " | ".join(cells) + " |")
            if row["error"]:
                notes.append(f"- {row['nodes']} nodes: {row['error']}")
        lines += [""] + notes + ([""] if notes else [])
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--subjects", default=",".join(SUBJECTS))
    parser.add_argument("--max-scope", type=int, default=99)
    parser.add_argument("--timeout", type=float, default=1200, help="seconds per scope")
    parser.add_argument("--no-mutation", action="store_true")
    options = parser.parse_args()
    program = binary()
    if program is None:
        print("everypath is not built; build it or set $EVERYPATH", file=sys.stderr)
        return 2
    subjects = options.subjects.split(",")
    for subject in subjects:
        if subject not in SUBJECTS:
            parser.error(f"unknown subject: {subject}")
    results: Dict[str, List[Dict[str, Any]]] = {}
    if RESULTS.exists():
        results = json.loads(RESULTS.read_text())
    for subject in subjects:
        results[subject] = []
        for nodes in range(1, min(SUBJECTS[subject][1], options.max_scope) + 1):
            row = bench(program, subject, nodes, options.timeout, not options.no_mutation)
            results[subject].append(row)
            print(
                f"{subject:18} {nodes} nodes {row['structures']} structures"
                f" {row['tests']} tests {row['seconds']:.1f} s"
                f" {row['branch']:.1f}% {row['error']}",
                flush=True,
            )
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
            TABLE.write_text(render(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
