#!/usr/bin/env python3
"""Ten functions each of three C libraries, as their Debian source packages have them,
nothing edited. The tests are compiled and run once more by this script.

    bench/c/libraries/run.py [--everypath PROGRAM] [--time SECONDS] [LIBRARY...]
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import debian

# The functions by source file, and what the library is linked from.
LIBRARIES = {
    "cjson": {
        "marker": "cJSON.c",
        "cmake": ["-DENABLE_CJSON_TEST=Off", "-DBUILD_SHARED_LIBS=Off"],
        "archive": "libcjson.a",
        "functions": {
            "cJSON.c": [
                "parse_hex4",
                "utf16_literal_to_utf8",
                "buffer_skip_whitespace",
                "parse_number",
                "case_insensitive_strcmp",
                "cJSON_Minify",
                "cJSON_GetArrayItem",
                "cJSON_Compare",
                "cJSON_DetachItemViaPointer",
                "cJSON_InsertItemInArray",
            ],
        },
    },
    "jansson": {
        "marker": "jansson.pc.in",
        "cmake": [
            "-DJANSSON_BUILD_DOCS=Off",
            "-DJANSSON_WITHOUT_TESTS=On",
            "-DJANSSON_EXAMPLES=Off",
        ],
        "archive": "lib/libjansson.a",
        "functions": {
            "src/utf.c": [
                "utf8_encode",
                "utf8_check_first",
                "utf8_check_full",
                "utf8_iterate",
                "utf8_check_string",
            ],
            "src/strbuffer.c": ["strbuffer_append_bytes", "strbuffer_pop"],
            "src/value.c": ["json_array_insert_new", "json_equal", "json_integer_set"],
        },
    },
    "zlib": {
        "marker": "inftrees.c",
        # What its configure finds out here.
        "cflags": ["-DHAVE_UNISTD_H"],
        "functions": {
            "adler32.c": ["adler32_z", "adler32_combine"],
            "crc32.c": ["crc32_z", "crc32_combine64"],
            "inftrees.c": ["inflate_table"],
            "inflate.c": ["inflateReset2", "inflateSync", "inflateSetDictionary"],
            "deflate.c": ["deflateBound", "deflateTune"],
        },
    },
}


def build(name, library):
    """The source, flags for the command line, and what is linked."""
    source = debian.fetch(name, library["marker"])
    directory = os.path.join(os.path.dirname(source), "build")
    if "cmake" not in library:
        flags = ["-I" + source, *library["cflags"]]
        archive = compile_all(source, directory, flags)
        return source, ["--cflags=" + " ".join(flags)], archive
    archive = os.path.join(directory, library["archive"])
    if not os.path.exists(archive):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        debian.run(
            [
                "cmake",
                "-S",
                source,
                "-B",
                directory,
                "-DCMAKE_C_COMPILER=" + debian.clang(),
                "-DCMAKE_EXPORT_COMPILE_COMMANDS=On",
                *library["cmake"],
            ],
            **quiet,
        )
        debian.run(["cmake", "--build", directory, "-j2"], **quiet)
    return source, ["--compile-commands", directory], archive


def compile_all(source, directory, flags):
    """An archive of all sources, for what one of them calls of the others."""
    archive = os.path.join(directory, "library.a")
    if not os.path.exists(archive):
        os.makedirs(directory, exist_ok=True)
        sources = glob.glob(os.path.join(source, "*.c"))
        debian.run([debian.clang(), "-w", "-c", "-O1", *flags, *sources], cwd=directory)
        objects = glob.glob(os.path.join(directory, "*.o"))
        debian.run(["ar", "rcs", archive, *objects])
    return archive


def flags_of(directory, source):
    """The flags of a source in a compilation database, and where it is compiled."""
    with open(os.path.join(directory, "compile_commands.json")) as file:
        for entry in json.load(file):
            if os.path.join(entry["directory"], entry["file"]) == source:
                words = entry["command"].split()
                flags = [word for word in words if word.startswith(("-I", "-D"))]
                return flags, entry["directory"]
    return [], directory


def passes(out, flags, archive):
    """Whether the written tests compile with gcc and pass; None if there are none."""
    failing = ("_bugs.c", "_possible.c")
    tests = [
        path for path in glob.glob(os.path.join(out, "test_*.c")) if not path.endswith(failing)
    ]
    if not tests:
        return None
    program = os.path.join(out, "program")
    compiled = subprocess.run(
        ["gcc", "-w", *flags, tests[0], *archive.split(), "-lm", "-o", program],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if compiled.returncode != 0:
        print(compiled.stderr[:600], file=sys.stderr)
        return False
    ran = subprocess.run(
        [program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=out, timeout=120
    )
    return ran.returncode == 0


def explore(everypath, source, function, options, archive, seconds):
    with tempfile.TemporaryDirectory() as out:
        start = time.time()
        link = ["--link", archive] if archive else []
        result = subprocess.run(
            [
                everypath,
                "generate",
                source + "::" + function,
                "--unit-time",
                str(seconds),
                "--time",
                str(seconds),
                "--json",
                "--no-config",
                "--clang",
                debian.clang(),
                "--out",
                out,
                *options,
                *link,
            ],
            capture_output=True,
            text=True,
        )
        row = {"seconds": time.time() - start, "exit": result.returncode}
        try:
            module = json.loads(result.stdout)["modules"][0]
        except (json.JSONDecodeError, IndexError, KeyError):
            row["error"] = (result.stderr.strip() or "no output")[:300]
            return row
        goals = [goal for goal in module["goals"] if goal["function"] == function]
        row["goals"] = len(goals)
        for verdict in ("covered", "unreachable"):
            row[verdict] = sum(goal["verdict"] == verdict for goal in goals)
        kinds = [test["kind"] for test in module["tests"]]
        row["tests"], row["bugs"] = kinds.count("kept"), kinds.count("bug")
        row["dropped"] = [test["note"] for test in module["tests"] if test["kind"] == "dropped"]
        row["warnings"] = module["warnings"]
        row["missed"] = [
            (goal["line"], goal["description"], goal["reason"])
            for goal in goals
            if goal["verdict"] not in ("covered", "unreachable")
        ]
        if options[0].startswith("--cflags="):
            flags = options[0].split("=", 1)[1].split()
        else:
            flags, _ = flags_of(options[1], source)
        row["passes"] = passes(out, flags, archive)
        return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", default=None)
    parser.add_argument("--time", type=float, default=10)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--function", default=None)
    parser.add_argument("libraries", nargs="*", default=[])
    options = parser.parse_args()
    everypath = os.path.abspath(options.everypath or debian.everypath())
    print(
        "| library | function | sides covered | proved unreachable | of | tests | bug tests | dropped | pass again | seconds |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    sums = {"covered": 0, "unreachable": 0, "goals": 0, "tests": 0}
    broken = 0
    for name in options.libraries or list(LIBRARIES):
        library = LIBRARIES[name]
        source, flags, archive = build(name, library)
        version = re.sub(r"^\D*", "", os.path.basename(source))
        for file, functions in library["functions"].items():
            for function in functions:
                if options.function not in (None, function):
                    continue
                path = os.path.realpath(os.path.join(source, file))
                row = explore(everypath, path, function, flags, archive, options.time)
                if "error" in row:
                    broken += 1
                    print(
                        "| {} {} | `{}` | failed: {} |".format(
                            name, version, function, row["error"]
                        )
                    )
                    continue
                for key in sums:
                    sums[key] += row[key]
                again = {None: "–", True: "yes", False: "**no**"}[row["passes"]]
                broken += row["passes"] is False
                print(
                    "| %s %s | `%s` | %d | %d | %d | %d | %d | %d | %s | %.1f |"
                    % (
                        name,
                        version,
                        function,
                        row["covered"],
                        row["unreachable"],
                        row["goals"],
                        row["tests"],
                        row["bugs"],
                        len(row["dropped"]),
                        again,
                        row["seconds"],
                    ),
                    flush=True,
                )
                if options.verbose:
                    for word in [*row["missed"], *row["dropped"], *row["warnings"]]:
                        print("   ", word, file=sys.stderr)
    print("| **all** | | %(covered)d | %(unreachable)d | %(goals)d | %(tests)d | | | | |" % sums)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
