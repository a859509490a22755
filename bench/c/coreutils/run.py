#!/usr/bin/env python3
"""Carves contexts of functions of GNU coreutils from its own tests, explores the
functions in all modes, and measures the branch coverage of the written tests with
gcov. The source comes from Debian's source package, and is kept in bench/.cache.
RESULTS.md is written by it.

    bench/c/coreutils/run.py [--everypath PROGRAM] [--time SECONDS] [--modes LIST]
                             [--results FILE] [FUNCTION...]
"""

import argparse
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from debian import CACHE, clang, fetch, run
from debian import everypath as built

FUNCTIONS = {
    "set_fields": "set-fields.c",
    "cut_fields": "cut.c",
    "copy_reg": "copy.c",
    "copy_internal": "copy.c",
    "print_color_indicator": "ls.c",
    "quote_name_buf": "ls.c",
    "quote_name": "ls.c",
    "decode_one_format": "od.c",
    "scan_arg": "seq.c",
    "print_numbers": "seq.c",
}
PROGRAMS = ["cut", "cp", "ls", "od", "seq"]
CARVED = ["cut", "copy", "ls", "od", "seq", "set-fields", "cp", "cp-hash", "ls-ls"]
TESTS = [
    "misc/cut.pl",
    "misc/cut-huge-range.sh",
    "misc/od.pl",
    "misc/od-j.sh",
    "misc/seq.pl",
    "misc/seq-precision.sh",
    "cp/cp-i.sh",
    "cp/cp-parents.sh",
    "cp/link.sh",
    "cp/sparse.sh",
    "cp/backup-1.sh",
    "cp/same-file.sh",
    "ls/color-ext.sh",
    "ls/quote-align.sh",
    "ls/m-option.sh",
    "ls/symlink-quote.sh",
]
# What real callees are, for the modes that have them.
LIBRARIES = "lib/libcoreutils.a src/libver.a lib/libcoreutils.a"
MODES = ["sut", "cut2-", "cut2", "otf", "real", "auto"]
# What a unit may take in seconds; all modes in turn may take as much as the bar allows.
SECONDS = {"auto": 20}


def build(source):
    directory = os.path.join(source, "build")
    if not os.path.exists(os.path.join(directory, "src", "cut")):
        os.makedirs(directory, exist_ok=True)
        environment = dict(os.environ, FORCE_UNSAFE_CONFIGURE="1", CFLAGS="-g -O0", CC=clang())
        run(["../configure", "--disable-nls", "--quiet"], cwd=directory, env=environment)
        run(["make", "-j2", "-s"], cwd=directory)
    return directory


def carve(everypath, directory, contexts, functions):
    shutil.rmtree(contexts, ignore_errors=True)
    for name in CARVED:
        os.utime(os.path.join(directory, "..", "src", name + ".c"))
    tests = " ".join("tests/" + test for test in TESTS)
    programs = " ".join("src/" + program for program in PROGRAMS)
    script = (
        f'make -s CC="$CC" {programs} && make -s CC="$CC" check-TESTS SUBDIRS=. TESTS="{tests}"'
    )
    command = [
        everypath,
        "carve",
        *functions,
        "--contexts",
        contexts,
        "--json",
        "--",
        "sh",
        "-c",
        script,
    ]
    result = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, text=True)
    return json.loads(result.stdout)


def gcov(test, directory, flags, source, function):
    """Branches of the function that the tests take, and all of its branches."""
    with tempfile.TemporaryDirectory() as work:
        program = os.path.join(work, "tests")
        # Tests leave by _exit, which writes no counters.
        leave = os.path.join(work, "leave.c")
        with open(leave, "w") as file:
            file.write(
                "void __gcov_dump(void); void __real__exit(int) __attribute__((noreturn));"
                "void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }"
            )
        run(["gcc", "-c", leave, "-o", leave + ".o"])
        compiled = subprocess.run(
            [
                "gcc",
                "-w",
                "--coverage",
                "-O0",
                *flags,
                test,
                leave + ".o",
                *LIBRARIES.split(),
                "-Wl,--wrap=_exit",
                "-o",
                program,
                "-lm",
                "-no-pie",
                "-Wl,-z,lazy",
                "-Wl,--unresolved-symbols=ignore-all",
            ],
            cwd=directory,
            stderr=subprocess.PIPE,
            text=True,
        )
        if compiled.returncode != 0:
            return None
        notes = glob.glob(os.path.join(work, "*.gcno"))
        with open(test) as file:
            names = re.findall(r"static void (test_\w+)\(void\) \{", file.read())
        for name in names:
            subprocess.run(
                [program, name],
                cwd=work,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=60,
            )
        text = subprocess.run(
            ["gcov", "-b", "-c", "-j", "--stdout", notes[0]], cwd=work, stdout=subprocess.PIPE
        ).stdout
        taken = total = 0
        for file in json.loads(text)["files"]:
            if os.path.basename(file["file"]) != source:
                continue
            for line in file["lines"]:
                if line.get("function_name") == function:
                    total += len(line["branches"])
                    taken += sum(branch["count"] > 0 for branch in line["branches"])
        return taken, total


def generate(everypath, directory, contexts, function, mode, seconds):
    source = os.path.realpath(os.path.join(directory, "..", "src", FUNCTIONS[function]))
    with tempfile.TemporaryDirectory() as out:
        start, used = time.time(), processor_seconds()
        result = subprocess.run(
            [
                everypath,
                "generate",
                source + "::" + function,
                "--contexts",
                contexts,
                "--mode",
                mode,
                # Counted in work, so that a busy machine changes nothing.
                "--unit-time",
                str(seconds),
                "--json",
                "--out",
                out,
                "--no-config",
                "--clang",
                clang(),
                "--link",
                LIBRARIES,
            ],
            cwd=directory,
            capture_output=True,
            text=True,
        )
        row = {
            "seconds": time.time() - start,
            "processor": processor_seconds() - used,
            "covered": 0,
            "goals": 0,
            "unreachable": 0,
            "gcov": None,
            "apart": [],
            "shown": [],
        }
        try:
            module = json.loads(result.stdout)["modules"][0]
        except (json.JSONDecodeError, IndexError):
            row["error"] = result.stderr.strip()[:200]
            return row
        goals = [goal for goal in module["goals"] if goal["function"] == function]
        row["goals"] = len(goals)
        row["covered"] = sum(goal["verdict"] == "covered" for goal in goals)
        row["unreachable"] = sum(goal["verdict"] == "unreachable" for goal in goals)
        for goal in goals:
            side = "line %d: %s" % (goal["line"], goal["description"])
            if goal["verdict"] == "covered":
                row["shown"].append(side)
            elif goal["verdict"] == "unreachable":
                row["apart"].append((side, "proved unreachable"))
            elif re.search(r"run crashed: (assertion|abort)", goal["reason"]):
                row["apart"].append((side, "ends in an assertion or abort"))
        tests = glob.glob(os.path.join(out, "test_*.c"))
        tests = [test for test in tests if not test.endswith(("_bugs.c", "_possible.c"))]
        if tests:
            flags = flags_of(contexts, source)
            row["gcov"] = gcov(tests[0], directory, flags, os.path.basename(source), function)
        return row


def processor_seconds():
    """The processor time of all commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def flags_of(contexts, source):
    with open(os.path.join(contexts, "compilations")) as file:
        for line in file:
            parts = line.rstrip("\n").split("\t")
            if parts[0] == source:
                return parts[2:]
    return []


class Results:
    """What RESULTS.md says; it is written again after each function."""

    def __init__(self, options, modes, carved):
        self.options, self.modes, self.carved = options, modes, carved
        self.rows, self.apart = [], set()
        self.sums = {mode: [] for mode in modes}
        self.slowest = (0.0, 0.0)

    def add(self, function, found):
        cells, seconds = [], []
        for mode in self.modes:
            row = found[mode]
            seconds.append("{:.0f}".format(row["seconds"]))
            if mode == "auto":
                self.slowest = max(self.slowest, (row["seconds"], row["processor"]))
            taken, total = row["gcov"] or (0, 0)
            percent = 100 * taken / total if total else 0.0
            self.sums[mode].append(percent)
            own = 100 * row["covered"] / max(1, row["goals"] - row["unreachable"])
            cells.append(f"{percent:.1f} ({own:.1f})")
        # What a test of one mode shows is not apart because another ends there.
        shown = {side for row in found.values() for side in row["shown"]}
        for row in found.values():
            self.apart.update((function, *words) for words in row["apart"] if words[0] not in shown)
        one = self.carved[function]
        mean = one["bytes"] // max(1, one["kept"])
        self.rows.append(
            "| %s | %d (%d) | %d | %s | %s |"
            % (
                function,
                one["kept"],
                len(one["set_aside"]),
                mean,
                " | ".join(cells),
                " ".join(seconds),
            )
        )

    def text(self, finished):
        carving, modes = self.carved[None], self.modes
        lines = [
            "# Functions of GNU coreutils, from its own tests",
            "",
            "Written by `bench/c/coreutils/run.py` from one run%s. Contexts are carved from %d of "
            "coreutils' own tests: the command took %.1f s; of %.2f s in programs that record, "
            "%.2f s were recording. Each function is then explored in each mode, %.0f s for one mode "
            "and %.0f s for `auto`, and the tests that are written are run under gcov."
            % (
                "" if finished else " that was not finished",
                len(TESTS),
                carving["command_seconds"],
                carving["program_seconds"],
                carving["recording_seconds"],
                self.options.time,
                SECONDS["auto"],
            ),
            "",
            "Branch coverage in percent by gcov; in brackets the sides of conditions as Everypath "
            "counts them, without those that are proved unreachable. Seconds are those of the whole "
            "command, in the order of the modes: building, exploring, writing and running the "
            f"tests; the load of the machine was {os.getloadavg()[0]:.1f} at the end. The thesis has 58.6 for SUT, 77.8 "
            "for CUT2- and 89.2 for CUT2 as means over its functions, with 795 s for each context.",
            "",
            "| function | contexts (set aside) | bytes | {} | seconds each |".format(
                " | ".join(modes)
            ),
            "|---|---|---|" + "---|" * (len(modes) + 1),
            *self.rows,
        ]
        means = ["%.1f" % (sum(self.sums[mode]) / max(1, len(self.rows))) for mode in modes]
        lines.append("| **mean** | | | {} | |".format(" | ".join(means)))
        if "auto" in modes:
            lines += [
                "",
                "The slowest function took {:.0f} s with `auto`, {:.0f} s of processor time.".format(
                    *self.slowest
                ),
            ]
        lines += [
            "",
            "Apart: sides that are proved unreachable, or that only runs take which an "
            "assertion or abort ends, so that no test that passes can show them.",
            "",
        ]
        lines += ["- `{}`, {}: {}".format(*words) for words in sorted(self.apart)]
        return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", default=None)
    parser.add_argument("--time", type=float, default=8, help="seconds for each function and mode")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--results", default=os.path.join(HERE, "RESULTS.md"))
    parser.add_argument("functions", nargs="*", default=[])
    options = parser.parse_args()
    functions = options.functions or list(FUNCTIONS)
    modes = options.modes.split(",")
    everypath = os.path.abspath(options.everypath or built())
    directory = build(fetch("coreutils", "configure"))
    contexts = os.path.join(CACHE, "coreutils", "contexts")
    carving = carve(everypath, directory, contexts, functions)
    carved = {one["function"]: one for one in carving["functions"]}
    carved[None] = carving
    results = Results(options, modes, carved)
    for function in functions:
        found = {}
        for mode in modes:
            budget = SECONDS.get(mode, options.time)
            found[mode] = generate(everypath, directory, contexts, function, mode, budget)
            if "error" in found[mode]:
                print(function, mode, found[mode]["error"], file=sys.stderr)
        results.add(function, found)
        print(results.rows[-1], flush=True)
        with open(options.results, "w") as file:
            file.write(results.text(function == functions[-1]))


if __name__ == "__main__":
    main()
