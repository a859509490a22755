#!/usr/bin/env python3
"""Carves contexts of functions of GNU coreutils from its own tests, explores the
functions in all modes, and measures the branch coverage of the written tests with
gcov. The source comes from Debian's source package, and is kept in bench/.cache.

    bench/c/coreutils/run.py [--everypath PROGRAM] [--time SECONDS] [FUNCTION...]
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CACHE = os.path.join(ROOT, "bench", ".cache", "coreutils")

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
TESTS = """misc/cut.pl misc/od.pl misc/od-j.sh misc/seq.pl misc/seq-precision.sh cp/cp-i.sh
cp/cp-parents.sh cp/link.sh cp/sparse.sh cp/backup-1.sh cp/same-file.sh ls/color-ext.sh
ls/quote-align.sh ls/m-option.sh ls/symlink-quote.sh""".split()
# What real callees are, for the modes that have them.
LIBRARIES = "lib/libcoreutils.a src/libver.a lib/libcoreutils.a"
MODES = ["sut", "otf", "cut2-", "cut2", "auto"]


def run(command, **options):
    return subprocess.run(command, check=True, **options)


def fetch():
    """The source package, through the machine's own apt sources."""
    os.makedirs(CACHE, exist_ok=True)
    found = glob.glob(os.path.join(CACHE, "coreutils-*", "configure"))
    if found:
        return os.path.dirname(found[0])
    parts = os.path.join(CACHE, "sources.d")
    lists = os.path.join(CACHE, "lists")
    for directory in (parts, lists):
        os.makedirs(directory, exist_ok=True)
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        with open(path) as file:
            text = re.sub(r"^Types:.*$", "Types: deb-src", file.read(), flags=re.M)
        with open(os.path.join(parts, os.path.basename(path)), "w") as file:
            file.write(text)
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + parts,
               "-o", "Dir::State::lists=" + lists]
    run(["apt-get", "-qq", *options, "update"])
    run(["apt-get", "-qq", *options, "source", "coreutils"], cwd=CACHE)
    return os.path.dirname(glob.glob(os.path.join(CACHE, "coreutils-*", "configure"))[0])


def build(source):
    directory = os.path.join(source, "build")
    if not os.path.exists(os.path.join(directory, "src", "cut")):
        os.makedirs(directory, exist_ok=True)
        environment = dict(os.environ, FORCE_UNSAFE_CONFIGURE="1", CFLAGS="-g -O0", CC=clang())
        run(["../configure", "--disable-nls", "--quiet"], cwd=directory, env=environment)
        run(["make", "-j2", "-s"], cwd=directory)
    return directory


def clang():
    names = ["clang"] + ["clang-%d" % version for version in range(19, 13, -1)]
    return next(name for name in names if shutil.which(name))


def carve(everypath, directory, contexts, functions):
    shutil.rmtree(contexts, ignore_errors=True)
    for name in CARVED:
        os.utime(os.path.join(directory, "..", "src", name + ".c"))
    tests = " ".join("tests/" + test for test in TESTS)
    programs = " ".join("src/" + program for program in PROGRAMS)
    script = ('make -s CC="$CC" %s && make -s CC="$CC" check-TESTS SUBDIRS=. TESTS="%s"'
              % (programs, tests))
    command = [everypath, "carve", *functions, "--contexts", contexts, "--json", "--",
               "sh", "-c", script]
    result = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, text=True)
    return json.loads(result.stdout)


def gcov(test, directory, flags, source, function):
    """Branches of the function that the tests take, and all of its branches."""
    with tempfile.TemporaryDirectory() as work:
        program = os.path.join(work, "tests")
        # Tests leave by _exit, which writes no counters.
        leave = os.path.join(work, "leave.c")
        with open(leave, "w") as file:
            file.write("void __gcov_dump(void); void __real__exit(int) __attribute__((noreturn));"
                       "void __wrap__exit(int status) { __gcov_dump(); __real__exit(status); }")
        run(["gcc", "-c", leave, "-o", leave + ".o"])
        compiled = subprocess.run(
            ["gcc", "-w", "--coverage", "-O0", *flags, test, leave + ".o", *LIBRARIES.split(), "-Wl,--wrap=_exit", "-o", program, "-lm", "-no-pie",
             "-Wl,-z,lazy", "-Wl,--unresolved-symbols=ignore-all"],
            cwd=directory, stderr=subprocess.PIPE, text=True)
        if compiled.returncode != 0:
            return None
        notes = glob.glob(os.path.join(work, "*.gcno"))
        with open(test) as file:
            names = re.findall(r"static void (test_\w+)\(void\) \{", file.read())
        for name in names:
            subprocess.run([program, name], cwd=work, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=60)
        text = subprocess.run(["gcov", "-b", "-c", "-j", "--stdout", notes[0]], cwd=work,
                              stdout=subprocess.PIPE).stdout
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
        start = time.time()
        result = subprocess.run(
            [everypath, "generate", source + "::" + function, "--contexts", contexts, "--mode",
             mode, "--unit-time", str(seconds), "--time", str(seconds), "--json", "--out", out,
             "--no-config", "--clang", clang(), "--link", LIBRARIES],
            cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        spent = time.time() - start
        row = {"seconds": spent, "covered": 0, "goals": 0, "unreachable": 0, "gcov": None}
        try:
            module = json.loads(result.stdout)["modules"][0]
        except (json.JSONDecodeError, IndexError):
            row["error"] = result.stderr.strip()[:200]
            return row
        goals = [goal for goal in module["goals"] if goal["function"] == function]
        row["goals"] = len(goals)
        row["covered"] = sum(goal["verdict"] == "covered" for goal in goals)
        row["unreachable"] = sum(goal["verdict"] == "unreachable" for goal in goals)
        tests = glob.glob(os.path.join(out, "test_*.c"))
        tests = [test for test in tests if not test.endswith("_bugs.c")]
        if tests:
            flags = flags_of(contexts, source)
            row["gcov"] = gcov(tests[0], directory, flags, os.path.basename(source), function)
        return row


def flags_of(contexts, source):
    with open(os.path.join(contexts, "compilations")) as file:
        for line in file:
            parts = line.rstrip("\n").split("\t")
            if parts[0] == source:
                return parts[2:]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", default=os.path.join(ROOT, "target", "release", "everypath"))
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("functions", nargs="*", default=[])
    options = parser.parse_args()
    functions = options.functions or list(FUNCTIONS)
    modes = options.modes.split(",")
    everypath = os.path.abspath(options.everypath)
    directory = build(fetch())
    contexts = os.path.join(CACHE, "contexts")
    carved = carve(everypath, directory, contexts, functions)
    by_name = {one["function"]: one for one in carved["functions"]}
    print("Carving: the command took %.1f s; in programs that record, %.2f s of %.2f s were recording.\n"
          % (carved["command_seconds"], carved["recording_seconds"], carved["program_seconds"]))
    print("Branch coverage in percent by gcov, and seconds in all.\n")
    print("| function | contexts (set aside) | bytes | " + " | ".join(modes) + " | seconds |")
    print("|---|---|---|" + "---|" * (len(modes) + 1))
    sums = {mode: [] for mode in modes}
    for function in functions:
        one = by_name[function]
        cells, seconds = [], 0
        for mode in modes:
            row = generate(everypath, directory, contexts, function, mode, options.time)
            seconds += row["seconds"]
            if row["gcov"] and row["gcov"][1]:
                percent = 100 * row["gcov"][0] / row["gcov"][1]
            else:
                percent = 0.0
            sums[mode].append(percent)
            own = 100 * row["covered"] / max(1, row["goals"])
            cells.append("%.1f (%.1f)" % (percent, own))
            if "error" in row:
                print(function, mode, row["error"], file=sys.stderr)
        mean = one["bytes"] // max(1, one["kept"])
        print("| %s | %d (%d) | %d | %s | %.0f |"
              % (function, one["kept"], len(one["set_aside"]), mean, " | ".join(cells), seconds),
              flush=True)
    means = ["%.1f" % (sum(sums[mode]) / len(functions)) for mode in modes]
    print("| **mean** | | | " + " | ".join(means) + " | |")
    print("\nIn brackets: the sides of conditions that Everypath itself counts, `&&`, `||` and cases apart.")


if __name__ == "__main__":
    main()
