"""Python: suites of small modules, measured by mutmut."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import process
from measure import measure
from outcome import Outcome
from venvs import CACHE, venv

OURS = HERE.parent / "python" / "subjects"
FOLDER = CACHE / "mutants" / "python"

# Modules of packages that no other table is about: name, package, file in it.
PACKAGES = [
    ("base58", "base58==2.1.1", "base58/__init__.py"),
    ("timeparse", "pytimeparse==1.1.8", "pytimeparse/timeparse.py"),
    ("duration", "durationpy==0.10", "durationpy/duration.py"),
    ("damerau", "pylev==1.4.0", "pylev/damerau.py"),
    ("luhn", "luhn==0.2.0", "luhn.py"),
    ("roman_numerals", "roman-numerals==3.1.0", "roman_numerals/__init__.py"),
]
SUBJECTS = ["tax", "loan", "check_digits", "iso_datetime", "inventory", "csv_line"]
NAMES = SUBJECTS + [name for name, _, _ in PACKAGES]


def source(name: str) -> Path:
    """The file of a subject, fetched if necessary."""
    if name in SUBJECTS:
        return OURS / f"{name}.py"
    _, package, file = next(each for each in PACKAGES if each[0] == name)
    target = FOLDER / "packages" / package
    if not (target / file).exists():
        pip = [str(venv("measure") / "pip"), "install", "--quiet", "--no-deps", "--target"]
        subprocess.run([*pip, str(target), package], check=True)
    return target / file


def bench(program: Path, label: str, name: str) -> Outcome:
    """Generate and measure one suite."""
    work = FOLDER / label / name
    shutil.rmtree(work, ignore_errors=True)
    (work / "src").mkdir(parents=True)
    (work / "tests").mkdir()
    shutil.copy(source(name), work / "src" / f"{name}.py")
    command = [str(program), "generate", f"src/{name}.py", "--out", "tests", "--json"]
    command += ["--python", str(venv("measure") / "python")]
    ran = process.run(command, work, 600)
    result = measure(work, name)
    try:
        own = json.loads(ran.output)["modules"][0].get("mutants")
    except (ValueError, LookupError):
        own = None
    survivors = len(own["survivors"]) if own else 0
    score = 100.0 * own["killed"] / max(1, own["killed"] + survivors) if own else None
    error = result.error or ("" if ran.ok else ran.reason())
    return Outcome(
        result.tests, result.killed, result.mutants, result.branch, ran.cpu, score, error
    )
