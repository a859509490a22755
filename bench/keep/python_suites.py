"""Python suites: written for modules of packages, run by every interpreter there is."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

from outcome import Outcome
from subjects import MODULES, PACKAGES
from worlds import CACHE, WORLDS, World

SUBJECTS = MODULES
HERE = Path(__file__).resolve().parent

# The one that suites are written with comes first.
VERSIONS = ["3.11", "3.9", "3.10", "3.12", "3.13"]


def interpreters() -> list[Path]:
    """The installed interpreters, the first of which suites are written with."""
    folder = Path.home() / ".pyenv" / "versions"
    found = []
    for version in VERSIONS:
        own = sorted(folder.glob(version + ".*/bin/python"))
        named = subprocess.run(["which", "python" + version], capture_output=True, text=True)
        candidates = [*own, *(Path(line) for line in named.stdout.split())]
        if candidates:
            found.append(candidates[0])
    return found


def environment(interpreter: Path) -> Path:
    """The Python of an environment with all packages, made once."""
    version = subprocess.run(
        [interpreter, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    folder = CACHE / "python" / version
    stamp = folder / "packages.json"
    wanted = [*PACKAGES, "pytest==8.4.2"]
    if not stamp.exists() or json.loads(stamp.read_text()) != wanted:
        subprocess.run([interpreter, "-m", "venv", "--clear", folder], check=True)
        install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "wheel", "setuptools<81"], check=True)
        subprocess.run([*install, "--no-build-isolation", *wanted], check=True)
        stamp.write_text(json.dumps(wanted))
    return folder / "bin" / "python"


def prepare() -> None:
    for interpreter in interpreters():
        environment(interpreter)


def target(module: str, work: Path) -> list[str]:
    return [module, "--python", str(environment(interpreters()[0]))]


def run(python: Path, world: World, test: Path) -> Outcome:
    outcome = Outcome(world.name)
    words = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfE", "--tb=short"]
    words += ["-p", "test_order", "--rootdir", str(test.parent), str(test)]
    more = {**world.preload(), "PYTHONPATH": str(HERE), "KEEP_ORDER": world.order}
    done = world.run(words, test.parent, more)
    outcome.log = done.stdout + done.stderr
    outcome.failed = re.findall(r"^FAILED \S+?::(\S+)", done.stdout, re.M)
    outcome.refused = re.findall(r"^ERROR (.+)", done.stdout, re.M)
    if done.returncode and outcome.kept:
        outcome.failed.append(f"(pytest ended with {done.returncode})")
    return outcome


def outcomes(module: str, work: Path, tests: list[Path], bugs: list[Path]) -> list[Outcome]:
    """The suite in each world, and with each other interpreter; do files of bugs compile?"""
    first, *others = interpreters()
    found = []
    for test in tests:
        found += [run(environment(first), world, test) for world in WORLDS]
        for interpreter in others:
            world = replace(WORLDS[0], name=interpreter.parents[1].name)
            found.append(run(environment(interpreter), world, test))
    for bug in bugs:
        for interpreter in interpreters():
            check = [
                interpreter,
                "-c",
                "import sys; compile(open(sys.argv[1]).read(), 'x', 'exec')",
            ]
            done = subprocess.run([*check, bug], capture_output=True, text=True)
            found += [Outcome("bugs", refused=[done.stderr[-300:]])] if done.returncode else []
    return found
