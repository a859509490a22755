#!/usr/bin/env python3
"""Many modules under bad conditions: nothing is lost, nothing is left, memory does not grow.

    calm    all modules in one run: every suite is there, and memory is flat
    busy    the same with 30 processes that only compute: the same suites
    slow    modules that take long to import: every suite is there
    kills   kill -9 at random moments: nothing is alive 2 s later, no file is partial, and
            the next run removes what was left in the temporary directory
    full    a full disk: the suites of before stay as they were

Prints a line for each; exits with 1 if one does not hold.
"""

import argparse
import ast
import ctypes
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/hostile"))

from processes import left_alive, others

BUSY = 30


def module(number):
    """A small module; each is different."""
    limit, step = number % 17 + 3, number % 5 + 1
    return f'''"""Module {number}."""


class Counter{number}:
    def __init__(self, value: int) -> None:
        self.value = value

    def add(self, amount: int) -> int:
        if amount < 0:
            raise ValueError("negative")
        self.value = min(self.value + amount * {step}, {limit * 100})
        return self.value


def grade(points: int, text: str) -> str:
    if points > {limit * 10}:
        return "high" if text.startswith("{chr(97 + number % 26)}") else "some"
    return text[:{limit}] or "none"
'''


class Soak:
    """A directory of modules, and the tool."""

    def __init__(self, options, base):
        self.everypath = str(Path(options.everypath).resolve())
        self.python = options.python
        self.count = options.modules
        self.base = base
        self.modules = base / "modules"
        self.out = base / "out"
        self.temporary = base / "tmp"
        self.modules.mkdir()
        self.temporary.mkdir()
        for number in range(self.count):
            (self.modules / f"module_{number:03}.py").write_text(module(number))

    def start(self, targets=None, limit=None):
        command = [self.everypath, "generate", *(targets or [str(self.modules)])]
        command += ["--python", self.python, "--out", str(self.out), "--no-config", "--quiet"]
        # Few paths and no clock that matters, so that busy machines find the same.
        command += ["--paths", "20", "--unit-time", "60", "--time", "600", "--timeout", "20"]
        return subprocess.Popen(
            command,
            cwd=self.base,
            env=os.environ | {"TMPDIR": str(self.temporary)},
            stdout=subprocess.DEVNULL,
            stderr=open(self.base / "errors", "w"),
            start_new_session=True,
            preexec_fn=limit,
        )

    def suites(self):
        """The texts of the suites, by name."""
        return {path.name: path.read_text() for path in sorted(self.out.glob("test_*.py"))}

    def partial(self):
        """Suites that are not whole, and files that are no suites."""
        found = []
        for path in self.out.rglob("*") if self.out.exists() else []:
            try:
                whole = path.read_text().endswith("\n") and ast.parse(path.read_text())
            except (SyntaxError, UnicodeDecodeError, IsADirectoryError):
                whole = path.is_dir() and path.name == "__pycache__"
            if not whole:
                found.append(path.name)
        return found


def memory(pid):
    """What a process holds, in megabytes."""
    try:
        with open(f"/proc/{pid}/statm") as numbers:
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, IndexError):
        return 0


def calm(soak):
    child = soak.start()
    samples = []
    while child.poll() is None:
        samples.append(memory(child.pid))
        time.sleep(0.2)
    faults = [] if child.returncode == 0 else [f"exit code {child.returncode}"]
    if len(soak.suites()) != soak.count:
        faults.append(f"{len(soak.suites())} suites of {soak.count} modules")
    # Two medians, so that one large module is no growth.
    early, late = (sorted(part)[len(part) // 2] for part in halves(samples))
    if late > early * 1.5 + 20:
        faults.append(f"memory grew from {early} to {late} MB")
    return faults, f"{soak.count} modules, {early} MB early, {late} MB late"


def halves(samples):
    """The second fifth and the last one; the first is start-up."""
    fifth = max(len(samples) // 5, 1)
    return samples[fifth : 2 * fifth] or samples, samples[-fifth:]


def busy(soak):
    before = soak.suites()
    loop = "while True: pass"
    load = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(BUSY)]
    try:
        shutil.rmtree(soak.out)
        code = soak.start().wait()
    finally:
        for process in load:
            process.kill()
            process.wait()
    after = soak.suites()
    faults = [] if code == 0 else [f"exit code {code}"]
    faults += [f"{name} is another one" for name in before if after.get(name) != before[name]]
    return faults[:5], f"{BUSY} busy processes, {len(after)} suites"


def slow(soak):
    targets = []
    for number in range(min(soak.count, 10)):
        path = soak.modules / f"slow_{number}.py"
        path.write_text(
            "import time\n\ntime.sleep(2)\n\n\n" + module(number).partition("\n\n\n")[2]
        )
        targets.append(str(path))
    code = soak.start(targets).wait()
    made = len(list(soak.out.glob("test_slow_*.py")))
    faults = [] if code == 0 and made == len(targets) else [f"exit code {code}, {made} suites"]
    for target in targets:
        Path(target).unlink()
        (soak.out / f"test_{Path(target).name}").unlink(missing_ok=True)
    return faults, f"{len(targets)} modules that import for 2 s"


def kills(soak, times, chance):
    faults = []
    known = set(others())
    whole = soak.suites()
    for _ in range(times):
        child = soak.start()
        time.sleep(chance.uniform(0.02, 6))
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        faults += left_alive(known)
        faults += [f"{name} is partial" for name in soak.partial()]
    code = soak.start().wait()
    left = os.listdir(soak.temporary)
    if code != 0:
        faults.append(f"the next run: exit code {code}")
    if left:
        faults.append(f"left in the temporary directory: {', '.join(left[:4])}")
    if soak.suites() != whole:
        faults.append("the suites are other ones")
    return list(dict.fromkeys(faults))[:8], f"{times} kills"


def full(soak):
    """A disk without room: a small file system if root, else a small limit for files."""
    before = soak.suites()
    if os.getuid() == 0:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "soak", str(soak.out)]
        kept = soak.base / "kept"
        soak.out.rename(kept)
        soak.out.mkdir()
        subprocess.run(mount, check=True)
        names = list(before)[:4]
        for name in names:
            shutil.copy(kept / name, soak.out / name)
        (soak.out / "filler").write_bytes(b"x" * (1 << 15))
        with open(soak.out / "filler2", "wb", buffering=0) as filler:
            try:
                while filler.write(b"x" * 512):
                    pass
            except OSError:
                pass
        code = soak.start([str(soak.modules / name.removeprefix("test_")) for name in names]).wait()
        after = soak.suites()
        subprocess.run(["umount", str(soak.out)], check=True)
        soak.out.rmdir()
        kept.rename(soak.out)
        expected = {name: before[name] for name in names}
        how = "a full file system"
    else:
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

        code = soak.start(limit=limit).wait()
        after, expected, how = soak.suites(), before, "files of 64 bytes at most"
    faults = [
        f"{name} is lost or changed" for name in expected if after.get(name) != expected[name]
    ]
    if code == 0 and how == "files of 64 bytes at most":
        faults.append("exit code 0")
    return faults[:5], f"{how}, exit code {code}"


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--modules", type=int, default=500)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the kills")
    parser.add_argument("--everypath", default=str(ROOT / "target/release/everypath"))
    active = os.environ.get("VIRTUAL_ENV")
    parser.add_argument("--python", default=f"{active}/bin/python" if active else "python3")
    return parser.parse_args()


def main():
    options = parse()
    if os.getuid() == 0 and "SOAK_INSIDE" not in os.environ:
        # A full disk is a mount of this process's own, which goes away with it.
        os.environ["SOAK_INSIDE"] = "yes"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])
    # Orphans become children of this process, so that none is lost from sight.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="everypath-soak-", dir="/var/tmp") as base:
        soak = Soak(options, Path(base))
        chance = random.Random(options.seed)
        steps = {
            "calm": lambda: calm(soak),
            "busy": lambda: busy(soak),
            "slow": lambda: slow(soak),
            "kills": lambda: kills(soak, options.kills, chance),
            "full": lambda: full(soak),
        }
        for name, step in steps.items():
            clock = time.monotonic()
            faults, told = step()
            failed += bool(faults)
            state = "FAILED" if faults else "ok"
            print(f"{name:<6} {state:<7} {time.monotonic() - clock:>6.0f} s  {told}", flush=True)
            for fault in faults:
                print(f"    {fault}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
