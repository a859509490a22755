"""Kills the command by a signal that nobody can catch, at random moments, and looks that
nothing of it is alive two seconds later, that no half file is where the suite goes, that what
a person wrote there stays, and that the next run takes away what is left.

    python3 tests/kill/run.py [--everypath target/debug/everypath] [--kills 100] [--seed 0]
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SUBJECTS = {
    "counter.py": "class Counter:\n    def add(self, x: int) -> int:\n"
    "        return -1 if x == 77 else x + 1 if x > 5 else 0\n",
    "Counter.java": "public class Counter {\n    public static int add(int x) {\n"
    "        return x == 77 ? -1 : x > 5 ? x + 1 : 0;\n    }\n}\n",
    "counter.c": "int add(int x) { return x == 77 ? -1 : x > 5 ? x / 2 : 0; }\n",
}
COMMENTS = {".py": "# Mine.", ".java": "// Mine.", ".c": "/* Mine. */"}
GONE = 2.0


def processes(place):
    """The command lines of processes that name something below a directory."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (
                    (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                )
            except OSError:
                continue
            if place in line:
                found.append(f"{entry.name}: {line}")
    return found


def files(directory):
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*"))


class Place:
    """A directory with a subject, and one for temporary files."""

    def __init__(self, root, name, everypath):
        self.work = root / name.replace(".", "-")
        self.temporary = root / (self.work.name + "-tmp")
        self.work.mkdir()
        self.temporary.mkdir()
        (self.work / name).write_text(SUBJECTS[name])
        self.command = [everypath, "generate", name, "--out", "out"]

    def start(self):
        return subprocess.Popen(
            self.command,
            cwd=self.work,
            env={**os.environ, "TMPDIR": str(self.temporary)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def whole(self):
        """Runs to the end; the files that are there then, and how long it took."""
        begun = time.monotonic()
        code = self.start().wait()
        if code != 0:
            sys.exit(f"{self.command}: exit code {code}")
        return files(self.work), time.monotonic() - begun

    def edit(self):
        """Adds a line of a person's to each test file."""
        self.edited = [path for path in (self.work / "out").rglob("*") if path.suffix in COMMENTS]
        for path in self.edited:
            path.write_text(COMMENTS[path.suffix] + "\n\n" + path.read_text())

    def lost(self):
        """The test files in which that line is no more."""
        lost = [
            path for path in self.edited if not path.read_text().startswith(COMMENTS[path.suffix])
        ]
        return [f"lost: {path.name}" for path in lost]

    def kill(self, after, whole):
        """What is wrong after a kill at a moment."""
        child = self.start()
        time.sleep(after)
        child.send_signal(signal.SIGKILL)
        child.wait()
        end = time.monotonic() + GONE
        while processes(str(self.work.parent)) and time.monotonic() < end:
            time.sleep(0.02)
        wrong = [f"alive: {line}" for line in processes(str(self.work.parent))] + self.lost()
        return wrong + [f"left: {name}" for name in files(self.work) if name not in whole]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--everypath", default="target/debug/everypath")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    everypath = os.path.abspath(options.everypath)
    failures = 0
    with tempfile.TemporaryDirectory() as root:
        places = [Place(pathlib.Path(root), name, everypath) for name in SUBJECTS]
        known = [place.whole() for place in places]
        for place in places:
            place.edit()
        for number in range(options.kills):
            place, (whole, seconds) = places[number % 3], known[number % 3]
            after = chance.uniform(0, seconds)
            # A file that is begun may be there until the next run.
            wrong = [
                one
                for one in place.kill(after, whole)
                if not one.startswith("left: out/.everypath-")
            ]
            failures += bool(wrong)
            print(f"{number + 1:4} {place.command[2]:14} after {after:5.2f} s", *wrong or ["ok"])
        for place, (whole, _) in zip(places, known):
            place.whole()
            left = [
                *place.lost(),
                *files(place.temporary),
                *(n for n in files(place.work) if n not in whole),
            ]
            failures += bool(left)
            print(f"{place.command[2]}: left after the next run: {left or 'nothing'}")
    print(f"{options.kills} kills, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
