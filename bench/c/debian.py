"""Source packages of Debian for the benches, fetched through the machine's own apt
configuration into bench/.cache, and what the benches build them with."""

import glob
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CACHE = os.path.join(ROOT, "bench", ".cache", "debian")


def run(command, **options):
    return subprocess.run(command, check=True, **options)


def fetch(package, marker):
    """The directory of a source package: the one that holds the marker."""
    cache = os.path.join(CACHE, package)
    os.makedirs(cache, exist_ok=True)
    pattern = os.path.join(cache, "*", marker)
    if not glob.glob(pattern):
        parts, lists = os.path.join(CACHE, "sources.d"), os.path.join(CACHE, "lists")
        for directory in (parts, lists):
            os.makedirs(directory, exist_ok=True)
        write_sources(parts)
        options = [
            "-o",
            "Dir::Etc::sourcelist=" + os.path.join(parts, "sources.list"),
            "-o",
            "Dir::Etc::sourceparts=" + parts,
            "-o",
            "Dir::State::lists=" + lists,
        ]
        run(["apt-get", "-qq", *options, "update"])
        run(["apt-get", "-qq", *options, "source", package], cwd=cache)
    return os.path.dirname(glob.glob(pattern)[0])


def write_sources(parts):
    """The machine's sources, asked for source packages."""
    for path in glob.glob("/etc/apt/sources.list.d/*.sources"):
        with open(path) as file:
            text = re.sub(r"^Types:.*$", "Types: deb-src", file.read(), flags=re.M)
        with open(os.path.join(parts, os.path.basename(path)), "w") as file:
            file.write(text)
    lines = []
    for path in ["/etc/apt/sources.list", *glob.glob("/etc/apt/sources.list.d/*.list")]:
        if os.path.exists(path):
            with open(path) as file:
                lines += [
                    re.sub(r"^deb ", "deb-src ", line) for line in file if line.startswith("deb ")
                ]
    with open(os.path.join(parts, "sources.list"), "w") as file:
        file.writelines(lines)


def clang():
    names = ["clang"] + ["clang-%d" % version for version in range(19, 13, -1)]
    return next(name for name in names if shutil.which(name))


def everypath():
    """The built program: the release if there is one."""
    for profile in ("release", "debug"):
        path = os.path.join(ROOT, "target", profile, "everypath")
        if os.path.exists(path):
            return path
    raise SystemExit("build everypath first: cargo build --release")
