"""C suites: written for files of Debian source packages, built in several ways."""

import re
import subprocess
import sys
from pathlib import Path

from outcome import Outcome
from subjects import SOURCES, Source
from worlds import CACHE, WORLDS, World

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "c"))
import debian

SUBJECTS = SOURCES

# A build for each world. The library that tells another time would come before the
# sanitizers' own, so that those programs are told the machine's.
BUILDS = [
    ["gcc", "-O0"],
    ["clang", "-O0"],
    ["gcc", "-O2"],
    ["clang", "-O2"],
    ["gcc", "-O2", "-fstack-protector-strong", "-D_FORTIFY_SOURCE=2"],
    ["clang", "-O1", "-g", "-fsanitize=address"],
    ["gcc", "-O1", "-g", "-fsanitize=undefined"],
    ["gcc", "-O0", "-g", "-fsanitize=address,undefined", "-fstack-protector-strong"],
]
REPORT = re.compile(r"runtime error: .*|ERROR: \w+Sanitizer: .*|ERROR: LeakSanitizer.*")


def prepare() -> None:
    """Nothing but the packages, which are fetched one by one."""


def root(source: Source) -> Path:
    """The unpacked package."""
    found = Path(debian.fetch(source.package, source.file))
    return found.parents[source.file.count("/") - 1] if "/" in source.file else found


def flags(source: Source) -> list[str]:
    written = CACHE / "headers" / source.package
    for name in source.empty:
        written.mkdir(parents=True, exist_ok=True)
        (written / name).write_text("")
    own = [f"-I{root(source) / directory}" for directory in source.include]
    return [*own, *([f"-I{written}"] if source.empty else []), *source.flags]


def target(source: Source, work: Path) -> list[str]:
    """The words of the command that say what suites are written for."""
    name = str(root(source) / source.file) + ("::" + source.function if source.function else "")
    words = [name, "--cflags=" + " ".join(flags(source))]
    if source.others:
        words.append("--sources=" + ",".join(str(root(source) / other) for other in source.others))
    return words


def compile_with(build: list[str], source: Source, test: Path, program: Path) -> str:
    """Build a test file; what the compiler said if it refused."""
    others = [str(root(source) / other) for other in source.others]
    command = [*build, "-w", *flags(source), str(test), *others, "-lm", "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else " ".join(build) + ": " + done.stderr[:2000]


def run(source: Source, world: World, build: list[str], work: Path, test: Path) -> Outcome:
    outcome = Outcome(world.name + ", " + " ".join(build))
    program = work / "program"
    refused = compile_with(build, source, test, program)
    if refused:
        outcome.refused.append(refused)
        return outcome
    sanitized = any(word.startswith("-fsanitize") for word in build)
    done = world.run([str(program)], test.parent, {} if sanitized else world.preload())
    outcome.failed = re.findall(r"^FAILED (\S+)", done.stdout, re.M)
    outcome.reports = REPORT.findall(done.stderr)
    if not re.search(r"^\d+ tests, \d+ failed$", done.stdout, re.M):
        outcome.failed.append("(the program did not end)")
    outcome.log = done.stdout + done.stderr
    return outcome


def outcomes(source: Source, work: Path, tests: list[Path], bugs: list[Path]) -> list[Outcome]:
    """The suite in each world, and whether the files of bugs compile."""
    found = [
        run(source, world, build, work, test)
        for test in tests
        for world, build in zip(WORLDS, BUILDS)
    ]
    for bug in bugs:
        for build in BUILDS[:2]:
            refused = compile_with(build, source, bug, work / "program")
            found += [Outcome("bugs", refused=[refused])] if refused else []
    return found
