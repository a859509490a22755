"""A whole package: one command on one processor and on two, the same in two parts, and on a
cluster of three nodes of which one is killed. All have to write the same files.

    python3 bench/whole/run.py --package networkx --below networkx/algorithms --work 1

The package comes from the registry that pip uses. `--modules N` takes only the first N, `--ray` adds
the cluster (it needs Ray in this Python). Seconds by the clock say something only on an idle machine.
"""

import argparse
import filecmp
import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cluster"))
# How often memory is looked at, in seconds.
GLANCE = 0.5


@dataclass
class Row:
    """What one way to run it took."""

    name: str
    cpu: float
    seconds: float
    memory: int
    modules: int
    tests: int
    files: Path = field(repr=False)


class Peak(threading.Thread):
    """The most memory that the processes below this one had together. What they share is
    counted once, as far as the kernel tells."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(GLANCE):
            self.most = max(self.most, sum(map(memory_of, descendants(os.getpid()))))

    def end(self) -> int:
        self.over.set()
        self.join()
        return self.most


def descendants(root: int) -> list[int]:
    parents = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents.setdefault(int(fields[1]), []).append(int(place.parent.name))
    found, pending = [], [root]
    while pending:
        children = parents.get(pending.pop(), [])
        found += children
        pending += children
    return found


def memory_of(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) << 10


def fetch(package: str, place: Path) -> Path:
    """The sources of a package and of what it needs, without its own tests."""
    words = [sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--target"]
    subprocess.run([*words, str(place), package], check=True)
    for directory in [*place.rglob("tests"), *place.rglob("__pycache__")]:
        shutil.rmtree(directory, ignore_errors=True)
    return place


def targets_of(sources: Path, below: str, most: int | None) -> list[str]:
    files = sorted(file for file in (sources / below).rglob("*.py") if file.name != "__init__.py")
    return [str(file.relative_to(sources)) for file in files[:most]]


def measure(name: str, place: Path, commands: list[list[str]], env: dict[str, str]) -> Row:
    """Runs commands one after the other in a copy of the sources."""
    before, clock, peak = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), Peak()
    peak.start()
    modules = tests = 0
    for words in commands:
        done = subprocess.run(
            words, cwd=place, stdout=subprocess.PIPE, env=env, text=True, check=False
        )
        if done.returncode:
            print(f"{name}: exit code {done.returncode}", file=sys.stderr)
        if "--json" in words:
            report = json.loads(done.stdout)
            modules += len(report["modules"])
            tests += sum(len(module["tests"]) for module in report["modules"])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = time.monotonic() - clock
    return Row(name, cpu, seconds, peak.end(), modules, tests, place / "tests")


def on_ray(place: Path, words: list[str], executable: Path) -> Row:
    """The same on three nodes; one is killed as soon as there is a suite."""
    os.environ["EVERYPATH"] = str(executable)
    os.environ["PYTHONPATH"] = str(ROOT / "python")
    import run as cluster  # tests/cluster/run.py

    clock, peak = time.monotonic(), Peak()
    peak.start()
    cluster.on_a_cluster(place, words)
    seconds = time.monotonic() - clock
    return Row("Ray, one of three nodes killed", 0.0, seconds, peak.end(), 0, 0, place / "tests")


def same(one: Path, other: Path) -> bool:
    names = sorted(file.name for file in one.glob("*.py"))
    if not names or names != sorted(file.name for file in other.glob("*.py")):
        return False
    return filecmp.cmpfiles(one, other, names, shallow=False)[0] == names


def table(given: argparse.Namespace, rows: list[Row]) -> str:
    first = rows[0]
    lines = [
        "# Whole packages",
        "",
        f"`{given.package}`, {first.modules} modules, `--work {given.work}`; written by `bench/whole/run.py`.",
        "",
        "| how | CPU seconds | seconds | memory, MB | modules | tests | same files |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cpu = f"{row.cpu:.0f}" if row.cpu else "–"
        counts = f"{row.modules or '–'} | {row.tests or '–'}"
        is_same = "yes" if same(first.files, row.files) else "**no**"
        lines.append(
            f"| {row.name} | {cpu} | {row.seconds:.0f} | {row.memory >> 20} | {counts} | {is_same} |"
        )
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    lines += ["", f"The machine had {os.cpu_count()} processors and a load of {load} at the end."]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", type=Path, default=ROOT / "target/release/everypath")
    parser.add_argument("--package", default="networkx")
    parser.add_argument("--below", help="the part of it that is explored")
    parser.add_argument("--modules", type=int, help="only so many")
    parser.add_argument("--work", default="1", help="as of everypath generate")
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--out", type=Path, default=ROOT / "bench/whole/RESULTS.md")
    given = parser.parse_args()
    executable = given.everypath.resolve()
    with tempfile.TemporaryDirectory() as directory:
        sources = fetch(given.package, Path(directory, "sources"))
        targets = targets_of(sources, given.below or given.package, given.modules)
        options = [f"--work={given.work}", f"--python={sys.executable}", "--no-config"]
        numbers = itertools.count()

        def fresh() -> Path:
            return Path(shutil.copytree(sources, Path(directory, f"copy{next(numbers)}")))

        def command(*more: str) -> list[str]:
            more = ("--json", "--no-cache", *more)
            return [str(executable), "generate", *targets, *options, *more]

        env = dict(os.environ)
        rows = [
            # What observes and runs tests would use another one.
            measure("one processor", fresh(), [["taskset", "-c", "0", *command("--jobs=1")]], env),
            measure("two processors", fresh(), [command("--jobs=2")], env),
            measure(
                "two parts",
                fresh(),
                [command("--jobs=1", f"--shard={part}/2") for part in (1, 2)],
                env,
            ),
        ]
        if given.ray:
            rows.append(on_ray(fresh(), [*targets, *options], executable))
        text = table(given, rows)
    given.out.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
