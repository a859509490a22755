#!/usr/bin/env python3
"""The search that predicts infeasible flips, with and without its predictions.

Both searches draw flips from queues by the same seeds and with the same budget;
`with` files them by what the classifier predicts, `without` has a single queue.
Each is run once for each seed. Every run is one command on a class; inputs are
made through constructors and methods that the class has. Results are kept in
results.json and written to RESULTS.md.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from subjects import SUBJECTS, THESIS, Subject

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent))
from maven import CACHE, fetch  # the benches' own folder is on the path now

RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
EVERYPATH = TARGET / "release" / "everypath"
SEARCHES = {
    "with": ["--search", "classified"],
    "without": ["--search", "classified", "--queue-shares", "100"],
}


def class_path(subject: Subject) -> str:
    """Where a subject's classes are."""
    if subject.artifact:
        jars = fetch(subject.artifact.replace(":", "-"), [subject.artifact], True)
        return ":".join(map(str, jars))
    classes = CACHE / "mipc"
    classes.mkdir(parents=True, exist_ok=True)
    source = ROOT / "tests" / "java" / "structures" / f"{subject.name}.java"
    subprocess.run(["javac", "-g", "-d", classes, source], check=True)
    return str(classes)


def criterion(subject: Subject) -> str:
    """MIPC is about its 32 paths, the classes about their branches."""
    return "branch" if subject.artifact else "path"


def bench(subject: Subject, search: str, seed: int, budget: int) -> dict[str, Any]:
    """One run."""
    with tempfile.TemporaryDirectory() as out:
        ended = subprocess.run(
            [
                EVERYPATH,
                "generate",
                subject.name,
                "--no-config",
                "--json",
                "--classpath",
                class_path(subject),
                "--out",
                out,
                "--time",
                str(budget),
                "--unit-time",
                str(budget),
                "--seed",
                str(seed),
                "--run-tests=false",
                "--criterion",
                criterion(subject),
                *SEARCHES[search],
            ],
            capture_output=True,
            text=True,
            timeout=budget + 600,
        )
    if not ended.stdout:
        return {"error": ended.stderr.strip()[:200]}
    module = json.loads(ended.stdout)["modules"][0]
    units = module["units"]
    counts: dict[str, int] = {}
    for unit in units:
        for name, count in (unit.get("predictions") or {}).items():
            counts[name] = counts.get(name, 0) + count
    return {
        "tests": sum(test["kind"] == "kept" for test in module["tests"]),
        "paths": sum(unit["paths"] for unit in units),
        "covered": sum(goal["verdict"] == "covered" for goal in module["goals"]),
        "goals": len(module["goals"]),
        # Units are explored side by side: the latest news of any of them.
        "last_news": max((unit["last_new_goal_seconds"] for unit in units), default=0.0),
        "seconds": module["phases"].get("explore", 0.0),
        "predictions": counts,
        "error": "",
    }


def share(part: int, rest: int) -> str:
    return f"{100.0 * part / (part + rest):.0f} %" if part + rest else "–"


def table(results: dict[str, Any], budget: int, seeds: int) -> str:
    """The results as Markdown."""
    lines = [
        "# Prediction of infeasible paths",
        "",
        f"Written by `./x bench classifier`; see [the script](run.py). {seeds} runs each, {budget} s for a",
        "class; medians. `with` the classifier's queues (50, 30, 15, 5), `without`: a single queue.",
        "Precision: of the flips taken for infeasible, those for which no input was found; recall: of",
        "the flips without an input, those taken for infeasible. Flips not classified count as not",
        "taken for infeasible. The time is that of a unit's own search, the latest of all units. In brackets what the thesis reports: the most tests of its runs of one",
        "hour. Searches take turns, class by class, so that other work on the machine meets both.",
        "",
        "| class | search | branch sides | paths | tests | until the last new side | precision | recall |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for subject in SUBJECTS:
        for number, search in enumerate(SEARCHES):
            runs = [results.get(f"{search} {seed} {subject.name}") for seed in range(seeds)]
            runs = [run for run in runs if run and not run["error"]]
            if not runs:
                continue

            def middle(name, runs=runs):
                return statistics.median(run[name] for run in runs)

            total: dict[str, int] = {}
            for run in runs:
                for name, count in run["predictions"].items():
                    total[name] = total.get(name, 0) + count
            right, wrong = total.get("infeasible_right", 0), total.get("infeasible_wrong", 0)
            missed = total.get("feasible_wrong", 0) + total.get("unknown_infeasible", 0)
            thesis = THESIS.get(subject.simple)
            precision, recall = (
                ("–", "–") if search == "without" else (share(right, wrong), share(right, missed))
            )
            lines.append(
                f"| {subject.simple if number == 0 else ''} | {search} "
                f"| {middle('covered'):.0f} of {runs[0]['goals']} | {middle('paths'):.0f} "
                f"| {middle('tests'):.0f}{f' ({thesis[number]})' if thesis else ''} "
                f"| {middle('last_news'):.2f} s | {precision} | {recall} |"
            )
    failed = sorted(
        {(key.split(" ")[2], run["error"]) for key, run in results.items() if run["error"]}
    )
    if failed:
        lines += ["", "Not measured:", "", *(f"- `{name}`: {error}" for name, error in failed)]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="simple names of classes")
    parser.add_argument("--budget", type=int, default=10, help="seconds for a class")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--fresh", action="store_true", help="measure again what is known")
    arguments = parser.parse_args()
    known: dict[str, Any] = json.loads(RESULTS.read_text()) if RESULTS.is_file() else {}
    results = known.get("runs", {}) if known.get("budget") == arguments.budget else {}
    for subject in SUBJECTS:
        if arguments.only and subject.simple not in arguments.only:
            continue
        for seed in range(arguments.seeds):
            for search in SEARCHES:
                key = f"{search} {seed} {subject.name}"
                if key in results and not arguments.fresh:
                    continue
                run = results[key] = bench(subject, search, seed, arguments.budget)
                print(
                    key,
                    {
                        name: run.get(name)
                        for name in ("covered", "goals", "tests", "last_news", "error")
                    },
                    flush=True,
                )
                RESULTS.write_text(
                    json.dumps(
                        {"budget": arguments.budget, "runs": results}, indent=1, sort_keys=True
                    )
                    + "\n"
                )
    TABLE.write_text(table(results, arguments.budget, arguments.seeds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
