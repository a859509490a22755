#!/usr/bin/env python3
"""Compare test generators on the subjects; see bench/README.md.

Results are kept in results.json. One that was measured for the same subject,
tool version and budget is used again unless --fresh is given.
"""

import argparse
import dataclasses
import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import report
from measure import measure
from tools import BUDGETS, TOOLS
from venvs import CACHE, PACKAGES

SUBJECTS = HERE / "subjects"
RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"


def key(tool: Any, source: str) -> str:
    """Identify a measurement: a change of any part makes it stale."""
    parts = [tool.version(), source, "\n".join(PACKAGES["measure"])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def prepare(tool: str, subject: str) -> Path:
    """Make an empty work folder with a copy of the subject."""
    work = CACHE / "python" / tool / subject
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    (work / "tests").mkdir()
    shutil.copy(SUBJECTS / f"{subject}.py", work / "src")
    return work


def bench(tool: Any, subject: str) -> dict[str, Any]:
    """Generate and measure one suite."""
    work = prepare(tool.name, subject)
    generation = tool.generate(work, subject)
    result = measure(work, subject)
    record = dataclasses.asdict(result)
    record["mutation"] = result.mutation
    record["cpu"] = generation.cpu
    record["wall"] = generation.wall
    record["error"] = "; ".join(part for part in (generation.error, result.error) if part)
    record["version"] = tool.version()
    return record


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--subjects", help="names, separated by commas; default all")
    parser.add_argument("--tools", default="everypath,crosshair,pynguin")
    parser.add_argument("--budget", type=float, help="seconds per subject and tool")
    parser.add_argument("--fresh", action="store_true", help="measure everything again")
    options = parser.parse_args()

    known = sorted(path.stem for path in SUBJECTS.glob("*.py"))
    subjects: list[str] = options.subjects.split(",") if options.subjects else known
    names: list[str] = options.tools.split(",")
    for wrong in [s for s in subjects if s not in known] + [t for t in names if t not in TOOLS]:
        parser.error(f"unknown subject or tool: {wrong}")

    results: dict[str, dict[str, Any]] = {}
    if RESULTS.exists():
        results = json.loads(RESULTS.read_text())
    for name in names:
        tool = TOOLS[name](options.budget or BUDGETS[name])
        if tool.version() == "not built":
            print(f"{name}: not built, left out", flush=True)
            continue
        for subject in subjects:
            mine = results.setdefault(name, {})
            wanted = key(tool, (SUBJECTS / f"{subject}.py").read_text())
            if not options.fresh and mine.get(subject, {}).get("key") == wanted:
                continue
            record = bench(tool, subject)
            record["key"] = wanted
            mine[subject] = record
            RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
            print(
                f"{name:10} {subject:18} {record['tests']:4} tests"
                f" {record['branch']:5.1f}% branches {record['mutation']:5.1f}% mutants"
                f" {record['cpu']:6.1f} s {record['error']}",
                flush=True,
            )
    TABLE.write_text(report.render(results, known))
    print(report.summary(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
