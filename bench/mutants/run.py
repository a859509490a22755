#!/usr/bin/env python3
"""Mutants that suites notice, by tools that know nothing of Everypath; see bench/README.md.

`--before PROGRAM` is an older build whose suites stand beside. Results are kept in results.json;
RESULTS.md is written from it. `hand_made.py PROGRAM LABEL` runs the hand-made mistakes.
"""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))

import java_suites
import python_suites

LANGUAGES = {"python": python_suites, "java": java_suites}
RESULTS = HERE / "results.json"
TABLE = HERE / "RESULTS.md"

INTRO = """# Mutants that suites notice

Written by `python3 bench/mutants/run.py`; do not edit. The score is that of mutmut for
Python and of PIT for Java, of all mutants, equivalent ones too; in brackets that of the suites
of an older build. "Own" is the score by Everypath's own mutants. Times are CPU seconds.

| subject | score | tests | own | seconds |
|---|--:|--:|--:|--:|
"""


def beside(now: float, before: dict, figure: str, digits: int) -> str:
    """A figure, with that of the older build in brackets."""
    old = f" ({before[figure]:.{digits}f})" if before else ""
    return f"{now:.{digits}f}{old}"


def table(results: dict) -> str:
    """The results as a page."""
    text = INTRO
    for language, subjects in sorted(results.items()):
        for name, builds in sorted(subjects.items()):
            now, before = builds.get("now"), builds.get("before", {})
            if not now:
                continue
            own = "–" if now["own"] is None else f"{now['own']:.1f}"
            cells = [
                f"{language}: {name.rpartition('.')[2]}",
                beside(now["score"], before, "score", 1),
                beside(now["tests"], before, "tests", 0),
                own,
                beside(now["cpu"], before, "cpu", 1),
            ]
            text += f"| {' | '.join(cells)} |\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    program = HERE.parent.parent / "target" / "release" / "everypath"
    parser.add_argument("--program", type=Path, default=program)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--subjects", nargs="*")
    options = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    programs = {"now": options.program}
    if options.before:
        programs["before"] = options.before
    for language in options.languages:
        suites = LANGUAGES[language]
        for name in options.subjects or suites.NAMES:
            for label, build in programs.items():
                found = suites.bench(build, label, name)
                record = dataclasses.asdict(found)
                record["score"] = found.score
                results.setdefault(language, {}).setdefault(name, {})[label] = record
                own = "" if found.own is None else f" own {found.own:5.1f}%"
                print(
                    f"{language:7} {name:16} {label:7} {found.tests:3} tests"
                    f" {found.score:5.1f}% of {found.mutants}{own} {found.cpu:6.1f} s {found.error}",
                    flush=True,
                )
                RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n")
                TABLE.write_text(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
