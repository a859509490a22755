"""Branch coverage and mutation score of a test suite, the same way for all.

A work folder holds the subject in `src/` and the suite in `tests/`. Coverage
is measured with the whole suite. Tests that fail on the unmodified subject are
dropped before mutation, because mutmut needs a suite that passes. A class
invariant (`repok` and helpers named `_repok...`) specifies the subject; it is
left out of both measures.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import process
from venvs import venv

COVERAGE_CONFIG = """[run]
branch = True
[report]
exclude_also =
    def _?repok
"""

MUTMUT_CONFIG = """[mutmut]
source_paths=src
pytest_add_cli_args_test_selection=tests
pytest_add_cli_args=
    -p
    no:cacheprovider
    -p
    no:randomly
use_git_change_detection=false
timeout_multiplier=3
timeout_constant=1
"""

# Runs inside the suite: drops listed tests and writes down every outcome.
CONFTEST = """import json
import os
from pathlib import Path

_here = Path(__file__).parent
_list = _here / "dropped.json"
_dropped = set(json.loads(_list.read_text())) if _list.exists() else set()
collect_ignore = [name for name in _dropped if "::" not in name]


def _key(nodeid):
    path, _, rest = nodeid.partition("::")
    return os.path.basename(path) + ("::" + rest if rest else "")


def _write(nodeid, outcome):
    target = os.environ.get("BENCH_OUTCOMES")
    if target:
        with open(target, "a") as out:
            out.write(json.dumps([_key(nodeid), outcome]) + "\\n")


def pytest_collection_modifyitems(config, items):
    kept = [item for item in items if _key(item.nodeid) not in _dropped]
    for item in kept:
        _write(item.nodeid, "collected")
    items[:] = kept


def pytest_collectreport(report):
    if report.failed:
        _write(report.nodeid, "failed")


def pytest_runtest_logreport(report):
    if report.failed:
        _write(report.nodeid, "failed")
    elif report.when == "call":
        _write(report.nodeid, "passed")
"""

KILLED = {"killed", "timeout", "segfault", "suspicious", "caught by type check"}


@dataclass
class Measurement:
    """What one suite is worth."""

    tests: int = 0
    failing: int = 0
    branch: float = 0.0
    coverage: float = 0.0
    mutants: int = 0
    killed: int = 0
    error: str = ""

    @property
    def mutation(self) -> float:
        return 100.0 * self.killed / self.mutants if self.mutants else 0.0


def _outcomes(path: Path) -> dict[str, str]:
    """Read the last outcome of each test; a test never heard of again crashed."""
    result: dict[str, str] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            key, outcome = json.loads(line)
            if result.get(key) != "failed":
                result[key] = outcome
    return result


def measure_coverage(work: Path, subject: str, result: Measurement) -> set[str]:
    """Run the suite under coverage.py; return the tests that do not pass."""
    python = str(venv("measure") / "python")
    (work / "coveragerc").write_text(COVERAGE_CONFIG)
    outcomes = work / "outcomes.jsonl"
    outcomes.unlink(missing_ok=True)
    include = f"--include={(work / 'src' / (subject + '.py')).resolve()}"
    options = ["--rcfile=coveragerc", include]
    command = [python, "-m", "coverage", "run", *options, "-m", "pytest", "tests"]
    command += ["-q", "-p", "no:cacheprovider", "--timeout=5", "--tb=no"]
    command += ["--continue-on-collection-errors"]
    env = {"PYTHONPATH": "src", "BENCH_OUTCOMES": str(outcomes.resolve())}
    ran = process.run(command, work, 600, env)
    seen = _outcomes(outcomes)
    result.tests = sum("::" in key for key in seen)
    bad = {key for key, outcome in seen.items() if outcome != "passed"}
    result.failing = len(bad)
    if ran.timed_out:
        result.error = "coverage run timed out"
    report = process.run(
        [python, "-m", "coverage", "json", *options, "-o", "coverage.json", "-q"],
        work,
        60,
    )
    if report.ok:
        totals = json.loads((work / "coverage.json").read_text())["totals"]
        result.coverage = totals["percent_covered"]
        if totals["num_branches"]:
            result.branch = 100.0 * totals["covered_branches"] / totals["num_branches"]
        else:
            result.branch = result.coverage
    return bad


def _mutants(work: Path) -> dict[str, str]:
    """Return the status of each mutant, those of the invariant left out."""
    listing = process.run([str(venv("measure") / "mutmut"), "results", "--all", "true"], work, 60)
    statuses: dict[str, str] = {}
    for line in listing.output.splitlines():
        name, colon, status = line.strip().rpartition(": ")
        if colon and "ǁrepok__" not in name and "ǁ_repok" not in name:
            statuses[name] = status
    return statuses


def _failed_in(output: str) -> list[str]:
    """Find the tests that pytest says have failed."""
    found = []
    for line in output.splitlines():
        if line.startswith(("FAILED tests/", "ERROR tests/")):
            found.append(line.split(" - ")[0].split("tests/", 1)[1].strip())
    return found


def measure_mutation(work: Path, dropped: set[str], result: Measurement) -> None:
    """Run mutmut with the tests that pass."""
    (work / "setup.cfg").write_text(MUTMUT_CONFIG)
    for _ in range(8):
        (work / "tests" / "dropped.json").write_text(json.dumps(sorted(dropped)))
        process.run(["rm", "-rf", "mutants"], work, 60)
        ran = process.run(
            [str(venv("measure") / "mutmut"), "run", "--max-children", str(os.cpu_count())],
            work,
            3600,
        )
        more = set(_failed_in(ran.output)) - dropped
        if ran.ok or not more:
            break
        dropped |= more  # fails only under mutmut's instrumentation
    statuses = _mutants(work)
    result.mutants = len(statuses)
    result.killed = sum(status in KILLED for status in statuses.values())
    if result.tests > len(dropped) and not ran.ok:
        result.error = "mutmut: " + ran.reason()


def measure(work: Path, subject: str, mutation: bool = True) -> Measurement:
    """Measure the suite in `work/tests` of the module `work/src/subject.py`."""
    result = Measurement()
    tests = work / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "conftest.py").write_text(CONFTEST)
    (tests / "dropped.json").unlink(missing_ok=True)
    dropped = measure_coverage(work, subject, result)
    if mutation:
        measure_mutation(work, dropped, result)
    return result


def main(argv: Optional[list[str]] = None) -> None:
    """Measure one work folder by hand: measure.py WORK SUBJECT."""
    import sys

    arguments = sys.argv[1:] if argv is None else argv
    result = measure(Path(arguments[0]), arguments[1])
    print(result, f"{result.mutation:.1f}")


if __name__ == "__main__":
    main()
