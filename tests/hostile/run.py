#!/usr/bin/env python3
"""Runs hostile subjects under the tool: nothing outside may change.

Each gets a world with canaries: files, secrets, listeners, a process, names (`world.py`),
and where it can be had (root, or user namespaces) a temporary directory, network, host
name and processes of its own, so that what gets through hurts nobody. Prints a table;
exits with 1 if anything changed outside, or the tool did not end as the subject's first
lines say it does.
"""

import argparse
import concurrent.futures
import json
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import subjects

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Namespaces of processes, mounts, network, host name and shared memory.
SPACES = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--mount"]
SPACES += ["--net", "--uts", "--ipc"]


def namespaces():
    """The command that isolates, or nothing if the machine does not let us."""
    for command in (SPACES, [*SPACES, "--user", "--map-root-user"]):
        ended = subprocess.run([*command, "true"], capture_output=True)
        if ended.returncode == 0:
            return command
    return []


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORD", help="names that hold this"
    )
    parser.add_argument("--jobs", type=int, default=1, help="subjects at the same time")
    parser.add_argument("--as", dest="user", default="", help="run the tool as this user (by root)")
    parser.add_argument(
        "--everypath", default="", help="the executable [default: the newest build]"
    )
    parser.add_argument(
        "--python", default="", help="the Python with pytest [default: the active one]"
    )
    parser.add_argument(
        "--plain", action="store_true", help="without namespaces, as where there are none"
    )
    parser.add_argument("--show", action="store_true", help="print what the tool wrote, too")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file, too")
    return parser.parse_args()


def executable(given):
    if given:
        return str(Path(given).resolve())
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [
        path for path in (target / "release/everypath", target / "debug/everypath") if path.exists()
    ]
    if not built:
        raise SystemExit("hostile: nothing is built: cargo build -p everypath")
    return str(max(built, key=lambda path: path.stat().st_mtime))


def interpreter(given):
    if given:
        return given
    active = os.environ.get("VIRTUAL_ENV")
    return str(Path(active) / "bin/python") if active else shutil.which("python3")


def owner(name):
    if not name:
        return os.getuid(), os.getgid()
    if os.getuid() != 0:
        raise SystemExit("hostile: only root can run the tool as somebody else")
    known = pwd.getpwnam(name)
    return known.pw_uid, known.pw_gid


def run(subject, isolate, arguments):
    """Runs one subject in a process of its own."""
    arguments = dict(arguments, subject=str(subject.path), environment={})
    command = [*isolate, sys.executable, str(HERE / "stage.py"), json.dumps(arguments)]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=subject.seconds + 300, cwd="/"
        )
        return json.loads(ended.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        fault = "the stage did not end"
    except (IndexError, ValueError):
        fault = "the stage failed: " + ended.stderr.strip()[-600:]
    return {"name": subject.name, "changes": [], "faults": [fault], "exit": None} | {
        "seconds": 0,
        "memory": 0,
        "disk": 0,
    }


def tell(result, show):
    state = "CHANGED" if result["changes"] else "fault" if result["faults"] else "ok"
    print(
        f"{result['name']:<34} {state:<8} exit {result['exit']!s:<5}"
        f"{result['seconds']:>6} s {result['memory']:>6} MB {result['disk']:>5} MB",
        flush=True,
    )
    for line in result["changes"] + result["faults"]:
        print(f"    {line}", flush=True)
    if show:
        for name, text in result.get("texts", {}).items():
            print(f"--- {name}\n{text}", flush=True)


def main():
    options = parse()
    chosen = subjects.every(options.only)
    isolate = [] if options.plain else namespaces()
    if not isolate:
        print("hostile: no namespaces can be had here; what needs them is left out", flush=True)
        chosen = [subject for subject in chosen if not subject.needs_namespaces]
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    arguments = {
        "everypath": executable(options.everypath),
        "python": interpreter(options.python),
        # In a namespace of users, this one is root.
        "owner": (0, 0) if "--user" in isolate else owner(options.user),
        "isolated": bool(isolate),
        "cache": str(Path(cache, "everypath")),
        "show": options.show,
    }
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda subject: run(subject, isolate, arguments), chosen):
            tell(result, options.show)
            results.append(result)
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    changed = sum(bool(result["changes"]) for result in results)
    faulty = sum(bool(result["faults"]) and not result["changes"] for result in results)
    print(
        f"hostile: {len(results)} subjects, {changed} changed something outside, {faulty} ended otherwise than stated"
    )
    return 1 if changed or faulty or not results else 0


if __name__ == "__main__":
    sys.exit(main())
