#!/usr/bin/env python3
"""Makes suites for sources, and looks for this machine in everything that is written.

The sources are copied to a directory, and the tool runs with a home, a user, a temporary
directory, variables and (as root) a host with names that are nowhere else. None of them may
be in a test, a report or a message. By default: the examples and the small programs of the
tests. Prints what was found; exits with 1 if that is anything.
"""

import argparse
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = ("examples", "tests/truth", "tests/surroundings", "tests/python", "tests/java", "tests/c")
ENDINGS = (".py", ".java", ".c")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "sources", nargs="*", help="files or directories [default: those in the tree]"
    )
    parser.add_argument("--everypath", default=str(ROOT / "target/release/everypath"))
    parser.add_argument("--seconds", default="4", help="for each source")
    return parser.parse_args()


def copied(sources, place):
    """Copies of the sources, directories as a whole: they may need each other."""
    found = []
    for number, source in enumerate(sources):
        target = place / f"{number}" / source.name
        if source.is_dir():
            shutil.copytree(source, target)
            found += [path for path in sorted(target.rglob("*")) if path.suffix in ENDINGS]
        else:
            target.parent.mkdir()
            shutil.copy(source, target)
            found.append(target)
    return found


def named_host(name):
    """What lets a command run on a host with a name, if somebody lets us."""
    for spaces in (["--uts"], ["--uts", "--user", "--map-root-user"]):
        command = ["unshare", *spaces, "sh", "-c", f'hostname {name} && exec "$@"', "sh"]
        if subprocess.run([*command, "true"], capture_output=True).returncode == 0:
            return command
    return []


def written(output, ended):
    """Everything that was written, with what it is."""
    yield "standard output", ended.stdout.decode(errors="replace")
    yield "standard error", ended.stderr.decode(errors="replace")
    for path in sorted(output.rglob("*")):
        if path.is_file():
            yield path.name, path.name + "\n" + path.read_text(errors="replace")


def main():
    options = parse()
    sources = [Path(source).resolve() for source in options.sources]
    executable = str(Path(options.everypath).resolve())
    mark = secrets.token_hex(4)
    with tempfile.TemporaryDirectory() as directory:
        # The name of a place that the user himself gave may be in messages.
        root = Path(directory)
        places = {name: root / f"{name}{mark}" for name in ("home", "temporary", "work")}
        for place in places.values():
            place.mkdir()
        names = [f"{name}{mark}" for name in ("home", "temporary", "user", "host", "secret")]
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        environment = os.environ | {
            "HOME": str(places["home"]),
            "TMPDIR": str(places["temporary"]),
            "USER": f"user{mark}",
            "LOGNAME": f"user{mark}",
            "HOSTNAME": f"host{mark}",
            "DATABASE_PASSWORD": f"secret{mark}",
            "XDG_CACHE_HOME": str(cache),
        }
        host = named_host(f"host{mark}")
        counts = {"sources": 0, "suites": 0, "texts": 0, "found": 0}
        for source in copied(sources or [ROOT / name for name in SOURCES], places["work"]):
            output = Path(tempfile.mkdtemp(dir=root, prefix="output"))
            command = [*host, executable, "generate", source.name, "--out", str(output)]
            command += ["--json", "--html", str(output / "report.html"), "--no-config"]
            command += ["--time", options.seconds, "--unit-time", "1"]
            ended = subprocess.run(
                command, cwd=source.parent, env=environment, capture_output=True, timeout=600
            )
            counts["sources"] += 1
            counts["suites"] += ended.returncode == 0
            for what, text in written(output, ended):
                counts["texts"] += 1
                # Tests say where their subject is, relatively; nothing else of its place.
                wanted = [*names, str(source.parent)] if what.endswith(ENDINGS) else names
                for name in wanted:
                    place = text.find(name)
                    if place >= 0:
                        counts["found"] += 1
                        around = text[max(0, place - 60) : place + 40]
                        print(f"{source.name}: {what} tells {name}: {around!r}", flush=True)
            shutil.rmtree(output)
        print(
            "canaries: {sources} sources, {suites} suites, {texts} texts, {found} canaries found".format(
                **counts
            )
        )
        return 1 if counts["found"] or not counts["suites"] else 0


if __name__ == "__main__":
    sys.exit(main())
