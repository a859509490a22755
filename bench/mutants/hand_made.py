"""The hand-made mistakes: how many of them default suites notice."""

import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import process
from maven import fetch
from mistakes import MISTAKES
from venvs import CACHE, venv

CONSOLE = "org.junit.platform:junit-platform-console-standalone:1.11.4"
FOLDER = CACHE / "mutants" / "mistakes"


def suite(program: Path, label: str, subject: str) -> Path:
    """Generate the default suite of a subject in a folder of its own."""
    work = FOLDER / label / Path(subject).stem
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    shutil.copy(HERE / "subjects" / subject, work)
    command = [str(program), "generate", Path(subject).name, "--out", "tests", "--json"]
    if subject.endswith(".py"):
        command += ["--python", str(venv("measure") / "python")]
    process.run(command, work, 600)
    return work


def passes(work: Path, name: str) -> bool:
    """Whether the suite in a folder passes on the subject that is there."""
    tests = work / "tests"
    if name.endswith(".py"):
        python = str(venv("measure") / "python")
        command = [python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests"]
        return process.run(command, work, 60).ok
    if name.endswith(".c"):
        file = tests / f"test_{name}"
        build = ["cc", "-w", "-o", "suite", str(file), "-lm"]
        return process.run(build, work, 60).ok and process.run(["./suite"], work, 60).ok
    return java_passes(work, name)


def java_passes(work: Path, name: str) -> bool:
    console = fetch("console", [CONSOLE], False)[0]
    shutil.rmtree(work / "classes", ignore_errors=True)
    sources = [name, *(str(path) for path in (work / "tests").glob("*Test.java"))]
    if not process.run(
        ["javac", "-nowarn", "-d", "classes", "-cp", str(console), *sources], work, 60
    ).ok:
        return False
    run = ["java", "-jar", str(console)]
    return process.run([*run, "execute", "-cp", "classes", "--scan-classpath"], work, 120).ok


def bench(program: Path, label: str) -> dict[str, list[str]]:
    """The mistakes of each subject that its suite does not notice."""
    missed = {}
    for subject, changes in MISTAKES.items():
        work = suite(program, label, subject)
        file = work / Path(subject).name
        right = file.read_text()
        missed[subject] = []
        if not passes(work, file.name):
            print(f"{subject}: the suite does not run", flush=True)
        for old, new in changes:
            file.write_text(right.replace(old, new, 1))
            if passes(work, file.name):
                missed[subject].append(f"{old} -> {new}")
        file.write_text(right)
        print(
            f"{label} {subject}: {len(changes) - len(missed[subject])} of {len(changes)}",
            *missed[subject],
            sep="\n    ",
            flush=True,
        )
    return missed


if __name__ == "__main__":
    print(json.dumps(bench(Path(sys.argv[1]), sys.argv[2]), indent=1))
