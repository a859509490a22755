#!/usr/bin/env python3
"""Run Everypath on the thesis' four structures, scope by scope.

Writes results.json and RESULTS.md beside this file; see bench/README.md.
"""

import argparse
import dataclasses
import hashlib
import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Optional

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

# The scope of a default suite.
DEFAULT_SCOPE = 5

OPTIONS = ["--strategy", "exhaustive", "--all-paths"]

HEADS = ["nodes", "structures", "tests", "failing", "time s", "CPU s"]
HEADS += ["branches", "coverage", "mutants"]

INTRO = """# Structures: Everypath beside the thesis

Written by `python3 bench/structures/run.py`; do not edit. The thesis' figures
(PySEAT, exhaustive white-box) are in brackets; they were taken on another
machine, with other implementations of the same structures and with another
version of mutmut. Time is wall-clock seconds of generation; CPU seconds with
child processes beside it. "Coverage" is coverage.py's total with --branch
(lines and branches), the figure the tool prints; "branches" the branches alone.
The mutants of BST with 6 nodes are mutmut's, run by `plain_mutants.py`: within
mutmut itself every one of them runs out of time.
"""


def binary() -> Optional[Path]:
    """Find the program."""
    default = ROOT / "target" / "release" / "everypath"
    path = Path(os.environ.get("EVERYPATH", default)).resolve()
    return path if path.exists() else None


def structures_in(output: str) -> Optional[int]:
    """Read the number of valid structures from what Everypath prints."""
    found = re.findall(r"^  \w+: (\d+) valid structures", output, re.MULTILINE)
    return sum(map(int, found)) if found else None


def bench(
    program: Path,
    subject: str,
    nodes: Optional[int],
    timeout: float,
    mutation: bool,
    last: Optional[dict[str, Any]],
) -> dict[str, Any]:
    """Generate and measure the suite of one structure at one scope, or, without
    a scope, the suite that the program makes by default.

    A suite that is the same as last time has the same mutation score.
    """
    work = CACHE / "structures" / f"{subject}_{nodes or 'default'}"
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    (work / "tests").mkdir()
    shutil.copy(STRUCTURES / f"{subject}.py", work / "src")
    suite = work / "tests" / f"test_{subject}.py"
    command = [str(program), "generate", f"src/{subject}.py::{SUBJECTS[subject][0]}"]
    if nodes is not None:
        command += OPTIONS + ["--max-nodes", str(nodes)]
    command += ["--out", str(suite.relative_to(work))]
    outcome = process.run(command, work, timeout)
    record: dict[str, Any] = {"nodes": nodes, "cpu": outcome.cpu, "seconds": outcome.wall}
    record["structures"] = structures_in(outcome.output)
    record["suite"] = hashlib.sha256(suite.read_bytes()).hexdigest() if suite.exists() else ""
    known = last is not None and last.get("suite") == record["suite"]
    known = known and last is not None and last["mutation"] is not None
    result = measure(work, subject, mutation and not known)
    record.update(dataclasses.asdict(result))
    record["mutation"] = result.mutation if mutation else None
    if known and last is not None:
        for figure in ("mutation", "mutants", "killed"):
            record[figure] = last[figure]
    if not outcome.ok:
        record["error"] = outcome.reason()
    return record


def _beside(own: Optional[float], theirs: Optional[float], digits: int, unit: str = "") -> str:
    left = "-" if own is None else f"{own:.{digits}f}{unit}"
    return left if theirs is None else f"{left} ({theirs:.{digits}f}{unit})"


def render(results: dict[str, list[dict[str, Any]]]) -> str:
    """Write the tables."""
    lines = [INTRO]
    for subject in SUBJECTS:
        rows = [row for row in results.get(subject, []) if row["nodes"] is not None]
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
    return "\n".join(lines + default_suites(results)).rstrip() + "\n"


def default_suites(results: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Write the table of default suites, beside all paths of the same scope."""
    lines = ["## The default suites", ""]
    lines += [
        "Without any option: minimised, at the default scope of 5 nodes. In brackets",
        "the figures of all paths at the same scope.",
        "",
    ]
    heads = ["subject", "tests", "time s", "branches", "mutants killed"]
    lines += ["| " + " | ".join(heads) + " |", "|--|" + "--:|" * (len(heads) - 1)]
    for subject, rows in results.items():
        default = next((row for row in rows if row["nodes"] is None), None)
        whole = next((row for row in rows if row["nodes"] == DEFAULT_SCOPE), None)
        if default is None or whole is None:
            continue
        cells = [subject, f"{default['tests']} ({whole['tests']})"]
        cells += [f"{default['seconds']:.1f} ({whole['seconds']:.1f})"]
        cells += [f"{default['branch']:.0f}% ({whole['branch']:.0f}%)"]
        cells += [_beside(default["mutation"], whole["mutation"], 1, "%")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


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
    results: dict[str, list[dict[str, Any]]] = {}
    if RESULTS.exists():
        results = json.loads(RESULTS.read_text())
    for subject in subjects:
        known = {row["nodes"]: row for row in results.get(subject, [])}
        results[subject] = []
        scopes: list[Optional[int]] = [*range(1, SUBJECTS[subject][1] + 1)]
        for nodes in [None, *scopes[: options.max_scope]]:
            mutation = not options.no_mutation
            row = bench(program, subject, nodes, options.timeout, mutation, known.get(nodes))
            results[subject].append(row)
            print(
                f"{subject:18} {nodes or 'default'} nodes {row['structures']} structures"
                f" {row['tests']} tests {row['seconds']:.1f} s"
                f" {row['branch']:.1f}% {row['error']}",
                flush=True,
            )
            RESULTS.write_text(json.dumps(results, indent=1) + "\n")
            TABLE.write_text(render(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
