"""The test generators under comparison.

Each tool is given a work folder with the subject in `src/` and writes its
suite into `tests/`.
"""

import ast
import hashlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))

import process
from venvs import PACKAGES, venv


@dataclass
class Generation:
    """What generating one suite took."""

    cpu: float = 0.0
    wall: float = 0.0
    error: str = ""

    def add(self, outcome: process.Outcome) -> None:
        self.cpu += outcome.cpu
        self.wall += outcome.wall


def callables(source: str) -> list[str]:
    """Name the public functions and methods of a module; not the invariant."""
    names: list[str] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            names.append(node.name)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    if inner.name != "repok":
                        names.append(f"{node.name}.{inner.name}")
    return names


def drop_broken_tests(suite: str) -> str:
    """Leave out generated test functions that are not valid Python."""
    blocks = suite.split("\ndef test_")
    kept = [blocks[0]]
    for block in blocks[1:]:
        try:
            ast.parse("def test_" + block)
        except SyntaxError:
            continue
        kept.append(block)
    return "\ndef test_".join(kept)


class CrossHair:
    """`crosshair cover` for each function and method in turn."""

    name = "crosshair"

    def __init__(self, budget: float) -> None:
        self.budget = budget

    def version(self) -> str:
        return f"{PACKAGES[self.name][0]} {self.budget:g}s"

    def generate(self, work: Path, subject: str) -> Generation:
        result = Generation()
        targets = callables((work / "src" / f"{subject}.py").read_text())
        each = max(1.5, self.budget / max(1, len(targets)))
        failures = []
        for target in targets:
            command = [
                str(venv(self.name) / "crosshair"),
                "cover",
                "--example_output_format=pytest",
                "--coverage_type=path",
                f"--per_condition_timeout={each:.2f}",
                f"--per_path_timeout={each / 3:.2f}",
                f"{subject}.{target}",
            ]
            outcome = process.run(command, work / "src", 3 * each + 20, {"PYTHONPATH": "."})
            result.add(outcome)
            if not outcome.ok or "def test_" not in outcome.output:
                reason = "no tests" if outcome.ok else outcome.reason()
                failures.append(f"{target}: {reason}")
                continue
            file = work / "tests" / f"test_{target.replace('.', '_').lower()}.py"
            file.write_text(drop_broken_tests(outcome.output))
        if failures:
            result.error = f"{len(failures)} of {len(targets)} targets: {failures[0]}"
        return result


class Pynguin:
    """Pynguin's default algorithm for the whole module."""

    name = "pynguin"

    def __init__(self, budget: float) -> None:
        self.budget = budget

    def version(self) -> str:
        return f"{PACKAGES[self.name][0]} {self.budget:g}s"

    def generate(self, work: Path, subject: str) -> Generation:
        result = Generation()
        command = [
            str(venv(self.name) / "pynguin"),
            "--project-path",
            "src",
            "--module-name",
            subject,
            "--output-path",
            "tests",
            "--maximum-search-time",
            str(int(self.budget)),
            "--seed",
            "1",
        ]
        env = {"PYNGUIN_DANGER_AWARE": "1", "PYTHONHASHSEED": "0"}
        outcome = process.run(command, work, 6 * self.budget + 60, env)
        result.add(outcome)
        if not outcome.ok or not list((work / "tests").glob("test_*.py")):
            result.error = outcome.reason()
        return result


class Everypath:
    """The program of this repository."""

    name = "everypath"

    def __init__(self, budget: float) -> None:
        self.budget = budget
        default = BENCH.parent / "target" / "release" / "everypath"
        self.binary = Path(os.environ.get("EVERYPATH", default)).resolve()

    def version(self) -> str:
        if not self.binary.exists():
            return "not built"
        digest = hashlib.sha256(self.binary.read_bytes()).hexdigest()[:12]
        return f"everypath {digest}"

    def generate(self, work: Path, subject: str) -> Generation:
        result = Generation()
        if not self.binary.exists():
            result.error = "not built"
            return result
        command = [str(self.binary), "generate", f"src/{subject}.py"]
        command += ["--out", f"tests/test_{subject}.py"]
        outcome = process.run(command, work, 4 * self.budget + 60)
        result.add(outcome)
        if not outcome.ok:
            result.error = outcome.reason()
        return result


TOOLS = {tool.name: tool for tool in (Everypath, CrossHair, Pynguin)}
BUDGETS = {"everypath": 20.0, "crosshair": 20.0, "pynguin": 10.0}
