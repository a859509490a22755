"""The Python API: what it hands to the executable, and what it makes of the answer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "python"))

import everypath  # noqa: E402
from everypath import command, location  # noqa: E402

BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "everypath"


@pytest.fixture
def built(monkeypatch):
    """The executable of this tree."""
    assert BUILT.is_file(), f"build it first: {BUILT}"
    monkeypatch.setenv("EVERYPATH", str(BUILT))
    return BUILT


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("unit_time", 2.5, "--unit-time=2.5"),
        ("coverage", True, "--coverage"),
        ("run_tests", False, "--run-tests=false"),
        ("out", Path("tests"), "--out=tests"),
        ("criterion", ["branch", "line"], "--criterion=branch,line"),
        ("classpath", ["a.jar", Path("b.jar")], "--classpath=a.jar:b.jar"),
    ],
)
def test_options_are_words_of_the_command_line(name, value, word):
    assert command.option(name, value) == word


def test_a_module_becomes_a_suite_and_a_report(built, tmp_path):
    (tmp_path / "sizes.py").write_text(
        "def size(n: int) -> str:\n    return 'big' if n > 100 else 'small'\n"
    )
    report = everypath.generate(
        "sizes.py", cwd=tmp_path, out="suite", python=sys.executable, no_config=True
    )
    (module,) = report.modules
    assert (tmp_path / module.test_file).is_file()
    assert [goal.verdict for goal in module.goals] == ["covered", "covered"]
    assert module.covered == module.goals
    assert not module.missed
    assert not module.bugs
    assert {test.kind for test in module.tests} == {"kept"}


def test_a_target_that_is_not_there_is_a_failure_with_its_exit_code(built, tmp_path):
    with pytest.raises(everypath.Failure, match=r"nowhere\.py") as caught:
        everypath.generate("nowhere.py", cwd=tmp_path, no_config=True)
    assert caught.value.code == 3


def test_the_module_is_the_executable(built):
    finished = subprocess.run(
        [sys.executable, "-m", "everypath", "--version"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0
    assert finished.stdout.startswith("everypath ")


def test_an_executable_that_is_not_there_is_said_to_be_missing(monkeypatch, tmp_path):
    monkeypatch.delenv("EVERYPATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(location, "places", lambda: iter([tmp_path / "everypath"]))
    with pytest.raises(everypath.NotInstalled, match="install the package again"):
        everypath.executable()
