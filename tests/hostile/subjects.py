"""The subjects, and what their first lines say about them.

    # hostile: what it tries, in a sentence
    # refused: deletes a file | removes a file       one of these is in what the tool says
    # exit: 0 4                                      its exit code is one of these (0)
    # needs: namespaces                              left out where there are none
    # seconds: 40                                    it may take that long, import and all

`//` begins the lines in Java and C. In the text, `${CANARY}` and other names stand for
what a world has (see `world.py`).
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUFFIXES = {"python": ".py", "java": ".java", "c": ".c"}
LINE = re.compile(r"^\s*(?:#|//)\s*(hostile|refused|exit|needs|seconds):\s*(.+?)\s*$")


@dataclass
class Subject:
    """A small program that tries something."""

    name: str
    language: str
    path: Path
    tries: str = ""
    refused: list = field(default_factory=list)
    exits: tuple = (0,)
    needs_namespaces: bool = False
    seconds: int = 60


def read(path):
    """A subject, by its first lines."""
    language = path.parent.name
    subject = Subject(f"{language}/{path.stem}", language, path)
    for line in path.read_text().splitlines():
        found = LINE.match(line)
        if found is None:
            break
        key, value = found.groups()
        if key == "hostile":
            subject.tries = value
        elif key == "refused":
            subject.refused = [part.strip() for part in value.split("|")]
        elif key == "exit":
            subject.exits = tuple(int(code) for code in value.split())
        elif key == "needs":
            subject.needs_namespaces = value == "namespaces"
        else:
            subject.seconds = int(value)
    if not subject.tries:
        raise SystemExit(f"{path}: its first line does not say what it tries")
    return subject


def every(only):
    """The subjects whose names hold one of these words; all of them without words."""
    found = []
    for language, suffix in SUFFIXES.items():
        for path in sorted((HERE / language).glob("*" + suffix)):
            subject = read(path)
            if not only or any(word in subject.name for word in only):
                found.append(subject)
    return found
