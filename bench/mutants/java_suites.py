"""Java: suites of small classes, measured by PIT."""

import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import process
from maven import fetch
from outcome import Outcome
from venvs import CACHE

OURS = HERE / "subjects" / "java"
FOLDER = CACHE / "mutants" / "java"

# Classes of artifacts that no other table is about.
PUBLISHED = {
    "org.apache.commons.numbers.core.ArithmeticUtils": "org.apache.commons:commons-numbers-core:1.2",
    "org.apache.commons.numbers.combinatorics.Factorial": (
        "org.apache.commons:commons-numbers-combinatorics:1.2"
    ),
    "org.apache.commons.numbers.gamma.GammaRatio": "org.apache.commons:commons-numbers-gamma:1.2",
    "org.apache.commons.numbers.primes.Primes": "org.apache.commons:commons-numbers-primes:1.2",
    "org.apache.commons.numbers.fraction.Fraction": (
        "org.apache.commons:commons-numbers-fraction:1.2"
    ),
    "org.apache.commons.geometry.core.internal.SimpleTupleFormat": (
        "org.apache.commons:commons-geometry-core:1.0"
    ),
}
NAMES = [path.stem for path in sorted(OURS.glob("*.java"))] + list(PUBLISHED)


def bench(program: Path, label: str, name: str) -> Outcome:
    """Generate one suite, which the program measures with PIT."""
    work = FOLDER / label / name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if name in PUBLISHED:
        jars = fetch(name, [PUBLISHED[name]], True)
        target = [name, "--classpath", ":".join(map(str, jars))]
    else:
        shutil.copy(OURS / f"{name}.java", work)
        target = [f"{name}.java"]
    plain = process.run([str(program), "generate", *target, "--out", "plain"], work, 600)
    ran = process.run(
        [str(program), "generate", *target, "--out", "tests", "--mutation", "--json"], work, 1800
    )
    try:
        module = json.loads(ran.output)["modules"][0]
    except (ValueError, LookupError):
        return Outcome(error=ran.reason())
    score = module["measured"]["mutation"]
    own = module.get("mutants")
    total = own["killed"] + len(own["survivors"]) if own else 0
    return Outcome(
        tests=sum(test["kind"] == "kept" for test in module["tests"]),
        killed=round(10 * score) if score is not None else 0,
        mutants=1000 if score is not None else 0,
        cpu=plain.cpu,
        own=100.0 * own["killed"] / total if total else None,
        error=module["measured"]["note"] or "",
    )
