#!/usr/bin/env python3
"""Makes suites for sources, and looks for this machine in everything that is written.

The sources are copied to a directory, and the tool runs with a home, a user, a temporary
directory, variables and (as root) a host with names that are nowhere else. None of them may
be in a test, a report or a message. By default: the examples and the small programs of the
tests. Prints what was found; exits with 1 if that is anything.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from planted import Planted, found, written_below

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
    yield from written_below(output)


def main():
    options = parse()
    sources = [Path(source).resolve() for source in options.sources]
    executable = str(Path(options.everypath).resolve())
    with tempfile.TemporaryDirectory() as directory:
        # The name of a place that the user himself gave may be in messages.
        root = Path(directory)
        planted = Planted(root)
        environment = planted.environment()
        work = root / f"work{planted.mark}"
        work.mkdir()
        host = named_host(planted.host)
        counts = {"sources": 0, "suites": 0, "texts": 0, "found": 0}
        for source in copied(sources or [ROOT / name for name in SOURCES], work):
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
                is_test = what.endswith(ENDINGS)
                wanted = [*planted.names, str(source.parent)] if is_test else planted.names
                for name, around in found(wanted, text):
                    counts["found"] += 1
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
