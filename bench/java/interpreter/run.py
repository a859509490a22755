#!/usr/bin/env python3
"""Measures the Java interpreter: boot, bytecodes a second without and with symbols, and
the time from the start of `everypath` to the tests of a simple class on disk.

Usage: bench/java/interpreter/run.py [JDK...]; writes RESULTS.md beside itself.
"""

import pathlib
import platform
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def jdks(named):
    if named:
        return [pathlib.Path(name) for name in named]
    found = sorted(pathlib.Path("/usr/lib/jvm").glob("*/lib/modules"))
    real = {}
    for modules in found:
        real.setdefault(modules.resolve(), modules.parents[1])
    return list(real.values())


def first_tests(everypath, jdk):
    """The seconds of one run of the command, without that of JUnit."""
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([jdk / "bin/javac", "-g", "-d", work, HERE / "Parking.java"], check=True)
        clock = time.monotonic()
        subprocess.run(
            [
                everypath,
                "generate",
                "Parking.class",
                "--no-config",
                "--jdk",
                jdk,
                "--out",
                "out",
                "--run-tests",
                "false",
                "--quiet",
            ],
            cwd=work,
            check=True,
        )
        seconds = time.monotonic() - clock
        assert (pathlib.Path(work) / "out/ParkingTest.java").is_file()
        return seconds


def main():
    for built in (["everypath-jvm", "--example", "measure_machine"], ["everypath"]):
        command = ["cargo", "build", "--release", "-q", "-p", *built]
        subprocess.run(command, cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--no-deps"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    import json

    release = pathlib.Path(json.loads(metadata)["target_directory"]) / "release"
    program = release / "examples/measure_machine"
    lines = [
        "# The Java interpreter\n",
        f"Measured by `bench/java/interpreter/run.py` on {platform.machine()}, best of three.",
        "The last column is the time from the start of the command to the tests of a simple class on",
        "disk, observed in two JVMs but not yet run by JUnit.\n",
        "| JDK | boot to first bytecode | bytecodes a second | with symbols | first tests |",
        "|---|---|---|---|---|",
    ]
    for jdk in jdks(sys.argv[1:]):
        with tempfile.TemporaryDirectory() as classes:
            subprocess.run([jdk / "bin/javac", "-g", "-d", classes, HERE / "Work.java"], check=True)
            rows = [
                [
                    float(word)
                    for word in subprocess.run(
                        [program, jdk, classes], check=True, capture_output=True, text=True
                    ).stdout.split()
                ]
                for _ in range(3)
            ]
        boot = min(row[0] for row in rows)
        plain = max(row[1] for row in rows)
        symbolic = max(row[2] for row in rows)
        tests = min(first_tests(release / "everypath", jdk) for _ in range(3))
        lines.append(
            f"| {jdk.name} | {boot:.0f} ms | {plain:.1f} million | {symbolic:.1f} million | {tests:.2f} s |"
        )
    text = "\n".join(lines) + "\n"
    (HERE / "RESULTS.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
