#!/usr/bin/env python3
"""Mutants that suites notice, by tools that know nothing of Everypath; see bench/README.md.

`--before PROGRAM` is an older build whose suites stand beside. `--mistakes` runs the hand-made
mistakes instead. Results are kept in results.json; RESULTS.md is written from it.
"""

import argparse
import dataclasses
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent))

import python_suites

LANGUAGES = {"python": python_suites}
RESULTS = HERE / "results.json"


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
    return 0


if __name__ == "__main__":
    sys.exit(main())
