#!/usr/bin/env python3
"""Branch coverage of generated C suites, measured with gcov; see bench/README.md."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import peers

UNITS = HERE / "units"
ROOT = HERE.parent.parent.parent
TABLE = HERE / "RESULTS.md"


def everypath() -> str:
    """The executable: $EVERYPATH, or the release build."""
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    return os.environ.get("EVERYPATH", f"{target}/release/everypath")


def cpu() -> float:
    """CPU seconds of all children so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def gcov(test: Path, source: Path, work: Path) -> "tuple[int, int]":
    """Branches of the source that the tests take, and how many there are."""
    program = work / "suite"
    build = ["gcc", "-O0", "--coverage", "-w", str(test), "-lm", "-o", str(program)]
    subprocess.run(build, check=True, cwd=work)
    # Tests leave by _exit, which writes no counters: the harness dumps them.
    subprocess.run([str(program)], check=True, cwd=work, stdout=subprocess.DEVNULL)
    data = next(work.glob("*.gcda"))
    shown = subprocess.run(
        ["gcov", "--json-format", "--stdout", "-b", str(data)],
        check=True,
        cwd=work,
        capture_output=True,
        text=True,
    )
    taken = total = 0
    for line in shown.stdout.splitlines():
        for file in json.loads(line)["files"]:
            if Path(file["file"]).name != source.name:
                continue
            for entry in file["lines"]:
                for branch in entry["branches"]:
                    total += 1
                    taken += branch["count"] > 0
    return taken, total


def measure(source: Path) -> dict:
    """Generates the suite of one unit and measures it."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copy(source, work / source.name)
        before, start = cpu(), time.monotonic()
        made = subprocess.run(
            [everypath(), "generate", source.name, "--json", "--no-config"],
            cwd=work,
            capture_output=True,
            text=True,
        )
        seconds, wall = cpu() - before, time.monotonic() - start
        if made.returncode not in (0, 1):
            sys.exit(f"{source.name}: {made.stderr}")
        module = json.loads(made.stdout)["modules"][0]
        test = work / "tests" / f"test_{source.stem}.c"
        text = test.read_text().replace(
            "#include <stdio.h>", "extern void __gcov_dump(void);\n#include <stdio.h>", 1
        )
        test.write_text(text.replace("_exit(", "(__gcov_dump(), _exit)("))
        taken, total = gcov(test, source, work)
        goals = module["goals"]

        def count(kind, goals=goals):
            return sum(goal["verdict"] == kind for goal in goals)

        return {
            "unit": source.stem,
            "tests": sum(test["kind"] == "kept" for test in module["tests"]),
            "bugs": sum(test["kind"] == "bug" for test in module["tests"]),
            "sides": len(goals),
            "covered": count("covered"),
            "unreachable": count("unreachable"),
            "gcov": (taken, total),
            "cpu": seconds,
            "wall": wall,
        }


def peer_lines(peer, rows: "list[dict]", others: list) -> "list[str]":
    """What is said of the peers."""
    lines = [
        "",
        "## Peers",
        "",
        "apt offered no package of KLEE, SymCC or CBMC here; angr comes from PyPI.",
        "A peer explores a driver (`drivers/`) that makes the arguments of a block of bytes, of as many elements "
        "as the unit needs, and its blocks are replayed under gcov. Known results on a set like this one "
        "elsewhere: KLEE 240 and SymCC 229 of 269 branches.",
    ]
    if not peer:
        return [*lines, "", "angr could not be installed for this run."]
    lines += [
        "",
        f"angr {peer[1]}, {peers.SECONDS} s of processor time for each unit, after which the step that has begun is its last:",
        "",
        "| unit | angr: branches | angr: inputs | angr: CPU s | Everypath: branches | Everypath: CPU s |",
        "|---|---|---|---|---|---|",
    ]
    for row, (taken, total, blocks, seconds, _) in zip(rows, others):
        lines.append(
            f"| {row['unit']} | {taken} of {total} | {blocks} | {seconds:.1f} "
            f"| {row['gcov'][0]} of {row['gcov'][1]} | {row['cpu']:.2f} |"
        )
    lines.append(
        f"| **all** | {sum(one[0] for one in others)} of {sum(one[1] for one in others)} "
        f"| {sum(one[2] for one in others)} | {sum(one[3] for one in others):.1f} "
        f"| {sum(row['gcov'][0] for row in rows)} of {sum(row['gcov'][1] for row in rows)} "
        f"| {sum(row['cpu'] for row in rows):.2f} |"
    )
    return lines


def main() -> None:
    """Measures every unit and writes the table."""
    sources = sorted(UNITS.glob("*.c"))
    rows = [measure(source) for source in sources]
    peer = None if "--alone" in sys.argv else peers.angr()
    others = [peers.measure(peer[0], source, cpu) for source in sources] if peer else []
    lines = [
        "# C units",
        "",
        "Written by `./x bench c/peers`. Branch sides as Everypath counts them (clang), and branches by gcov (gcc -O0).",
        "",
        "| unit | tests | bugs shown | sides covered | proved unreachable | gcov branches | CPU s |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['unit']} | {row['tests']} | {row['bugs']} | {row['covered']} of {row['sides']} "
            f"| {row['unreachable']} | {row['gcov'][0]} of {row['gcov'][1]} | {row['cpu']:.2f} |"
        )
    taken = sum(row["gcov"][0] for row in rows)
    total = sum(row["gcov"][1] for row in rows)
    seconds = sum(row["cpu"] for row in rows)
    covered, sides = sum(row["covered"] for row in rows), sum(row["sides"] for row in rows)
    lines.append(
        f"| **all** | {sum(row['tests'] for row in rows)} | {sum(row['bugs'] for row in rows)} | {covered} of {sides} | {sum(row['unreachable'] for row in rows)} | {taken} of {total} | {seconds:.2f} |"
    )
    lines += peer_lines(peer, rows, others)
    text = "\n".join(lines) + "\n"
    TABLE.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
