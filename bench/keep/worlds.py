"""The worlds that a written suite is run in. Two of them have little in common."""

import os
import shutil
import subprocess
import time
from calendar import timegm
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent / ".cache" / "keep"

# How long a suite may take, in seconds.
LONGEST = 300


@dataclass(frozen=True)
class World:
    """What surrounds a run of a suite."""

    name: str
    # When the processes begin, in UTC; None for now.
    moment: Optional[str] = None
    zone: str = "UTC"
    # The locale, and its language and country for those who take no locale.
    locale: str = "C.UTF-8"
    language: str = "en"
    country: str = "US"
    user: str = "root"
    host: Optional[str] = None
    home: str = "/root"
    # A directory of this name is made for the run; None for that of the suite.
    directory: Optional[str] = None
    processors: Optional[int] = None
    # `written`, `reversed` or the seed of a random one.
    order: str = "written"
    hash_seed: str = "random"
    variables: dict[str, str] = field(default_factory=dict)

    def surroundings(self) -> dict[str, str]:
        """All variables of the environment; nothing of this process' own but what finds programs."""
        kept = {
            name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ
        }
        made = {
            "TZ": self.zone,
            "LC_ALL": self.locale,
            "LANG": self.locale,
            "LOCPATH": str(CACHE / "locales"),
            "USER": self.user,
            "LOGNAME": self.user,
            "HOME": self.home,
            "PYTHONHASHSEED": self.hash_seed,
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if self.locale.startswith("C"):
            del made["LOCPATH"]
        if self.moment:
            instant = timegm(time.strptime(self.moment, "%Y-%m-%dT%H:%M:%S"))
            made["KEEP_AHEAD"] = str(instant - int(time.time()))
        if self.host:
            made["KEEP_HOST"] = self.host
            made["HOSTNAME"] = self.host
        return {**kept, **made, **self.variables}

    def preload(self) -> dict[str, str]:
        """The library that tells another time and host, if there is one to tell."""
        return {"LD_PRELOAD": str(library())} if self.moment or self.host else {}

    def run(
        self, words: list[str], suite: Path, more: dict[str, str]
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command in this world, from the directory of a suite or that of the world."""
        if self.processors and shutil.which("taskset"):
            words = ["taskset", "-c", f"0-{self.processors - 1}", *words]
        environment = {**self.surroundings(), **more}
        directory = self.working_directory(suite)
        options = {"capture_output": True, "text": True, "errors": "replace", "timeout": LONGEST}
        try:
            return subprocess.run(words, cwd=directory, env=environment, **options)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(words, 124, "", "it did not end")

    def working_directory(self, suite: Path) -> Path:
        if self.directory is None:
            return suite
        made = CACHE / "elsewhere" / self.directory
        made.mkdir(parents=True, exist_ok=True)
        return made


WORLDS = [
    World("as written"),
    World("a year to come", moment="2031-07-04T13:37:11", zone="Pacific/Kiritimati", host="quay"),
    World("a leap day's end", moment="2024-02-29T23:59:30", zone="America/St_Johns"),
    World(
        "the last century",
        moment="1999-12-31T23:59:20",
        zone="Asia/Kathmandu",
        locale="C",
        language="de",
        country="CH",
        variables={"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ),
    World(
        "abroad",
        moment="2025-03-30T01:30:00",
        zone="Europe/Istanbul",
        locale="tr_TR.UTF-8",
        language="tr",
        country="TR",
        hash_seed="1",
    ),
    World(
        "elsewhere",
        user="zoë",
        home="/nonexistent",
        host="a-very-long-name.of.a.host.example",
        directory="a place with spaces é",
        order="reversed",
        hash_seed="0",
        variables={"TMPDIR": "/var/tmp", "LANGUAGE": "fr:de", "CI": "true", "SHELL": "/bin/false"},
    ),
    World("one processor", processors=1, order="7", hash_seed="4242"),
    World(
        "a bare terminal",
        order="reversed",
        hash_seed="7",
        locale="C",
        directory="bare",
        language="ar",
        country="EG",
        variables={
            "COLUMNS": "20",
            "LINES": "5",
            "TERM": "dumb",
            "NO_COLOR": "1",
            "DEBUG": "1",
            "PYTHONOPTIMIZE": "",
            "PYTHONDEVMODE": "1",
        },
    ),
]


def library() -> Path:
    """The compiled library, made once."""
    built = CACHE / "surroundings.so"
    source = HERE / "surroundings.c"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-shared", "-fPIC", "-O1", source, "-o", built], check=True)
    return built


def locales() -> None:
    """The locales that the machine need not have, made once from Debian's package of them."""
    folder = CACHE / "locales"
    for name in sorted({world.locale for world in WORLDS if not world.locale.startswith("C")}):
        if (folder / name).exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        sources = folder / "sources"
        if not sources.exists():
            subprocess.run(["apt-get", "-qq", "download", "locales"], cwd=folder, check=True)
            subprocess.run(["dpkg", "-x", next(folder.glob("*.deb")), sources], check=True)
        region, _, charset = name.partition(".")
        command = ["localedef", "-i", region, "-f", charset, str(folder / name)]
        path = str(sources / "usr" / "share" / "i18n")
        subprocess.run(command, env={**os.environ, "I18NPATH": path}, check=True)
