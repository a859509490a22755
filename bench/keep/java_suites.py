"""Java suites: written for classes of published jars, run by every JDK there is."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from outcome import Outcome
from subjects import CLASSES, Class
from worlds import WORLDS, World

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import maven

SUBJECTS = CLASSES
LAUNCHER = ["org.junit.platform:junit-platform-console-standalone:1.11.4"]


def jdks() -> list[Path]:
    """The installed JDKs, the first of which suites are written with."""
    named = subprocess.run(["which", "javac"], capture_output=True, text=True, check=True)
    first = Path(named.stdout.strip()).resolve().parents[1]
    found = {path.resolve().parents[1] for path in Path("/usr/lib/jvm").glob("*/bin/javac")}
    return [first, *sorted(found - {first})]


def prepare() -> None:
    maven.fetch("keep-junit", LAUNCHER, False)


def jars(subject: Class) -> list[Path]:
    return maven.fetch(subject.artifact.replace(":", "-"), [subject.artifact], True)


def target(subject: Class, work: Path) -> list[str]:
    return [subject.name, "--classpath", ":".join(map(str, jars(subject)))]


def compile_with(jdk: Path, subject: Class, sources: list[Path], classes: Path) -> str:
    entries = [*jars(subject), *maven.fetch("keep-junit", LAUNCHER, False)]
    command = [jdk / "bin" / "javac", "-nowarn", "-d", classes, "-cp", ":".join(map(str, entries))]
    done = subprocess.run([*command, *sources], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr[:2000]


def run(jdk: Path, subject: Class, world: World, classes: Path, tests: list[str]) -> Outcome:
    outcome = Outcome(world.name)
    entries = [classes, *jars(subject), *maven.fetch("keep-junit", LAUNCHER, False)]
    words = [str(jdk / "bin" / "java"), "-ea", "-cp", ":".join(map(str, entries))]
    words += ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    words += [
        f"-Duser.timezone={world.zone}",
        f"-Duser.language={world.language}",
        f"-Duser.country={world.country}",
        f"-Duser.name={world.user}",
        f"-Duser.home={world.home}",
    ]
    if world.locale == "C":
        words.append("-Dfile.encoding=ISO-8859-1")
    if world.processors:
        words.append(f"-XX:ActiveProcessorCount={world.processors}")
    words += ["org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner"]
    words += ["--details=none", "--disable-ansi-colors"]
    if world.order != "written":
        orderer = "org.junit.jupiter.api.MethodOrderer$"
        seed = world.order if world.order.isdigit() else "1"
        words += ["--config", f"junit.jupiter.testmethod.order.default={orderer}Random"]
        words += ["--config", f"junit.jupiter.execution.order.random.seed={seed}"]
    words += [word for name in tests for word in ("--select-class", name)]
    done = world.run(words, classes, world.preload())
    outcome.log = done.stdout + done.stderr
    outcome.failed = re.findall(r"methodName = '(\w+)'", done.stdout)
    if done.returncode and not outcome.failed:
        outcome.failed.append(f"(JUnit ended with {done.returncode})")
    return outcome


def outcomes(subject: Class, work: Path, tests: list[Path], bugs: list[Path]) -> list[Outcome]:
    """The suite in each world, and compiled and run with each other JDK."""
    found = []
    names = [str(path.relative_to(work / "suite"))[:-5].replace("/", ".") for path in tests]
    for jdk in jdks():
        classes = work / ("classes-" + jdk.name)
        classes.mkdir(exist_ok=True)
        refused = compile_with(jdk, subject, [*tests, *bugs], classes) if tests or bugs else ""
        if refused:
            found.append(Outcome(jdk.name, refused=[refused]))
        elif names:
            first = jdk == jdks()[0]
            worlds = WORLDS if first else [replace(WORLDS[1], name=jdk.name)]
            found += [run(jdk, subject, world, classes, names) for world in worlds]
    return found
