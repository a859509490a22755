#!/usr/bin/env python3
"""What a run of a small C unit takes. Two units, one of instrumented code alone, one
that calls the C library, have a side that no path reaches: all their paths are run.

    bench/c/speed/run.py [--everypath PROGRAM] [--before PROGRAM] [--rounds N]

With --before, another build is measured in turns with it. RESULTS.md is written by it.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from debian import everypath as built

UNIT = """%s
int count(const unsigned char *s) {
    int n = 0;
    for (int i = 0; i < 10; i++)
        if (s[i] == 'a')
            n++;
    %s
    if (n > 10)
        return -1;
    return n;
}
"""
UNITS = {
    "alone": UNIT % ("", ""),
    "with a call of `getppid`": UNIT % ("#include <unistd.h>", "getppid();"),
}


def microseconds(everypath, text):
    """Microseconds for a run, and how many there were."""
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "count.c"), "w") as file:
            file.write(text)
        result = subprocess.run(
            [
                everypath,
                "generate",
                "count.c",
                "--json",
                "--no-config",
                "--patience",
                "100000",
                "--out",
                "out",
            ],
            cwd=work,
            capture_output=True,
            text=True,
        )
        module = json.loads(result.stdout)["modules"][0]
    runs = sum(unit["runs"] for unit in module["units"])
    return 1e6 * sum(unit["run_seconds"] for unit in module["units"]) / runs, runs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", default=None)
    parser.add_argument("--before", default=None)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    programs = {"now": os.path.abspath(options.everypath or built())}
    if options.before:
        programs["before"] = os.path.abspath(options.before)
    best = {}
    for _ in range(options.rounds):
        for when, program in programs.items():
            for unit, text in UNITS.items():
                found = microseconds(program, text)
                best[unit, when] = min(best.get((unit, when), found), found)
    head = ["unit", "runs", "µs a run"] + (["before", "ratio"] if options.before else [])
    lines = [
        "# What a run takes",
        "",
        "Written by `bench/c/speed/run.py`: the best of %d rounds, with the load of the machine "
        "at %.1f at the end. A run is all that the engine waits for: the input is handed over, "
        "the unit runs, its events become a trace." % (options.rounds, os.getloadavg()[0]),
        "",
        "| {} |".format(" | ".join(head)),
        "|" + "---|" * len(head),
    ]
    for unit in UNITS:
        now, runs = best[unit, "now"]
        cells = [unit, str(runs), f"{now:.0f}"]
        if options.before:
            before = best[unit, "before"][0]
            cells += [f"{before:.0f}", "%.1f" % (before / now)]
        lines.append("| {} |".format(" | ".join(cells)))
    text = "\n".join(lines) + "\n"
    with open(os.path.join(HERE, "RESULTS.md"), "w") as file:
        file.write(text)
    print(text)


if __name__ == "__main__":
    main()
