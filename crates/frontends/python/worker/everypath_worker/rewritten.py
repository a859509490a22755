"""Modules of the user's as they are rewritten. That of a large package takes longer than to
explore one module of it, so what was made of a source is kept.

Only a process that runs nothing of the user's keeps anything (`main`): a worker, in which the
user's code runs, could be made to keep something else. It says which files it had to rewrite.
"""

import ast
import contextlib
import hashlib
import json
import marshal
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from types import CodeType
from typing import NamedTuple, Optional

from .depth import room_for_trees
from .instrument import Goal, Rewriter
from .places import Places

# Goals are numbered from here on in code that may be kept, whatever goals there are before them
# when it is loaded. No number of a program's own is near it.
FIRST = 0x9E3779B97F4A7C15F39CC0605CEDC8341082276BF3A27251

# Sources that are kept at the most; then the oldest half of them goes.
MOST = 4000


class Rewritten(NamedTuple):
    """What became of a source."""

    code: CodeType
    goals: list[tuple]
    # The goals of functions, and all goals by the places of their syntax, from zero.
    entries: dict[str, int]
    numbers: dict[tuple, list[int]]

    def goals_of(self, file: str) -> list[Goal]:
        return [Goal(kind, file, *rest) for kind, *rest in self.goals]


def rewrite(source: bytes, file: str, kinds: Iterable[str]) -> Rewritten:
    tree = ast.parse(source, file)
    with room_for_trees():
        goals: list[Goal] = []
        rewriter = Rewriter(file, goals, Places(kinds, source, tree), FIRST)
        tree = rewriter.rewrite(tree)
        code = compile(tree, file, "exec", dont_inherit=True)
    plain = [
        (goal.kind, goal.line, goal.column, goal.description, goal.function, goal.condition)
        for goal in goals
    ]
    return Rewritten(code, plain, rewriter.entries, rewriter.numbers)


def numbered(code: CodeType, first: int, count: int) -> CodeType:
    """Code whose goals, so many of them, are numbered from another one on."""
    constants: list[object] = []
    changed = False
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constants.append(numbered(constant, first, count))
        elif type(constant) is int and FIRST <= constant < FIRST + count:
            constants.append(constant - FIRST + first)
        else:
            constants.append(constant)
        changed = changed or constants[-1] is not constant
    return code.replace(co_consts=tuple(constants)) if changed else code


class Kept:
    """A directory of what was made of sources before."""

    def __init__(self, directory: str, kinds: Iterable[str]) -> None:
        self.directory = directory
        self.kinds = kinds

    def place(self, source: bytes, file: str) -> str:
        words = "\0".join([*self.kinds, file, ""]).encode("utf-8", "surrogateescape")
        return os.path.join(self.directory, hashlib.sha256(words + source).hexdigest() + ".pyc")

    def find(self, source: bytes, file: str, read: Callable[[str], bytes]) -> Optional[Rewritten]:
        try:
            return Rewritten(*marshal.loads(read(self.place(source, file))))
        except (OSError, ValueError, EOFError, TypeError):
            return None

    def keep(self, source: bytes, file: str) -> None:
        """All of it, or nothing."""
        place = self.place(source, file)
        if os.path.exists(place):
            return
        data = marshal.dumps(tuple(rewrite(source, file, self.kinds)))
        with tempfile.NamedTemporaryFile(dir=self.directory, delete=False) as new:
            new.write(data)
        os.replace(new.name, place)

    def forget_old(self) -> None:
        entries = sorted(os.scandir(self.directory), key=lambda entry: entry.stat().st_mtime)
        if len(entries) > MOST:
            for entry in entries[: len(entries) // 2]:
                os.unlink(entry.path)


def main() -> None:
    """Rewrites files that a worker has named, and keeps that."""
    wanted = json.load(sys.stdin)
    directory = wanted["directory"]
    os.makedirs(directory, exist_ok=True)
    kept = Kept(directory, wanted["kinds"])
    for file in wanted["files"]:
        # What cannot be kept is rewritten by each worker.
        with contextlib.suppress(OSError, SyntaxError, ValueError), open(file, "rb") as opened:
            kept.keep(opened.read(), file)
    kept.forget_old()
