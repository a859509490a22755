#!/usr/bin/env python3
"""A test that was written passes anywhere: suites, and the worlds that they are run in.

    bench/keep/run.py [--language python|java|c] [--only NAME...] [--jobs N] [--again]

Each suite is written by the default command, with less time, and then run in eight worlds
and with every other interpreter, JDK and compiler there is. Writes README.md beside this file,
with what earlier runs found of other subjects; exits with 1 if a test failed anywhere. `--again` runs the suites that are
there without writing them anew.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import c_suites
import java_suites
import python_suites
import table
import worlds

ROOT = HERE.parent.parent
LANGUAGES = {"python": python_suites, "java": java_suites, "c": c_suites}


def title(subject: Any) -> str:
    return subject if isinstance(subject, str) else subject.name


def folder(language: str, subject: Any) -> Path:
    plain = "".join(c if c.isalnum() or c in "._" else "-" for c in title(subject))
    return worlds.CACHE / "suites" / language / plain


def generate(program: Path, language: str, subject: Any, seconds: int) -> dict[str, Any]:
    """Write a suite; the report of the command, or what it said if it failed."""
    work = folder(language, subject)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    words = [str(program), "generate", *LANGUAGES[language].target(subject, work)]
    words += ["--out", "suite", "--time", str(seconds), "--no-config", "--json"]
    start = time.monotonic()
    done = subprocess.run(words, cwd=work, capture_output=True, text=True)
    report = {"seconds": round(time.monotonic() - start), "code": done.returncode}
    try:
        module = json.loads(done.stdout)["modules"][0]
    except (ValueError, IndexError, KeyError):
        report["error"] = done.stderr.strip()[-300:] or "no report"
        module = {"tests": [], "warnings": []}
    report["tests"] = [
        {key: test.get(key) for key in ("name", "kind", "note", "weakened")}
        for test in module["tests"]
    ]
    report["warnings"] = module["warnings"]
    (work / "report.json").write_text(json.dumps(report, indent=1))
    return report


def examine(program: Path, language: str, subject: Any, options: Any) -> dict[str, Any]:
    """Everything about one subject, as the table wants it."""
    work = folder(language, subject)
    if options.again and (work / "report.json").exists():
        report = json.loads((work / "report.json").read_text())
    else:
        report = generate(program, language, subject, options.time)
    suite = work / "suite"
    files = sorted(path for path in suite.rglob("*") if path.suffix in (".py", ".java", ".c"))
    failing = ("_bugs", "BugsTest", "_possible", "PossibleTest")
    bugs = [path for path in files if path.stem.endswith(failing)]
    tests = [path for path in files if path not in bugs]
    found = LANGUAGES[language].outcomes(subject, work, tests, bugs)
    kinds = [test["kind"] for test in report["tests"]]
    row = {
        "tests": kinds.count("kept"),
        "bugs": kinds.count("bug"),
        "worlds": len(found),
        "failures": sum(len(outcome.failed) for outcome in found),
        "refused": sum(len(outcome.refused) for outcome in found),
        "reports": sum(len(outcome.reports) for outcome in found),
        "dropped": [test["note"] for test in report["tests"] if test["kind"] == "dropped"],
        # What each weakened test leaves out.
        "weakened": [
            [f"{left['what']}: {left['reason']}" for left in test["weakened"]]
            for test in report["tests"]
            if test.get("weakened")
        ],
        "seconds": report["seconds"],
        "error": report.get("error", ""),
    }
    for number, outcome in enumerate(found):
        if not outcome.kept:
            (work / f"{number}.log").write_text(outcome.log)
            for word in [*outcome.failed, *outcome.refused, *outcome.reports][:5]:
                print(f"    {title(subject)}, {outcome.world}: {word}", flush=True)
    (work / "row.json").write_text(json.dumps(row, indent=1))
    return row


def known() -> dict[str, dict[str, Any]]:
    """The rows of all subjects that were examined, now or before."""
    found: dict[str, dict[str, Any]] = {}
    for language, suites in LANGUAGES.items():
        saved = {title(one): folder(language, one) / "row.json" for one in suites.SUBJECTS}
        rows = {name: path for name, path in saved.items() if path.exists()}
        found[language] = {name: json.loads(path.read_text()) for name, path in rows.items()}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=list(LANGUAGES))
    parser.add_argument("--only", nargs="*", help="parts of names of subjects")
    parser.add_argument("--time", type=int, default=20, help="seconds of exploring a subject")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="run the suites that are there")
    options = parser.parse_args()
    program = Path(os.environ.get("EVERYPATH", ROOT / "target/release/everypath")).resolve()
    if not program.exists():
        print("everypath is not built; build it or set $EVERYPATH", file=sys.stderr)
        return 2
    worlds.library()
    worlds.locales()
    chosen = [
        (language, subject)
        for language, suites in LANGUAGES.items()
        if options.language in (None, language)
        for subject in suites.SUBJECTS
        if not options.only or any(part in title(subject) for part in options.only)
    ]
    for language in {language for language, _ in chosen}:
        LANGUAGES[language].prepare()
    broken = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = [(pair, pool.submit(examine, program, *pair, options)) for pair in chosen]
        for (_, subject), waiting in rows:
            row = waiting.result()
            broken += row["failures"] + row["refused"] + row["reports"]
            print(table.line(title(subject), row), flush=True)
    (HERE / "README.md").write_text(table.page(known()))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
