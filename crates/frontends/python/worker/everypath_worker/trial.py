"""Runs one test file under the real pytest and reports each test as a line.

This runs outside any worker, in the user's Python, as `python -m pytest` would.
"""

import importlib.abc
import importlib.machinery
import inspect
import marshal
import os
import re
import sys
from json import dumps, loads

# A test may put something in its place, and is over only after it was told of.
from os import write
from typing import Any

from . import world

# pytest takes a millisecond for a test that takes a microsecond.
MOST_UNDER_PYTEST = 400

TEST = re.compile(r"^(?:async )?def (test\w*)", re.MULTILINE)

# More of why a test failed is not told.
LONGEST_REASON = 300

# What a run of generated tests has no use for.
ARGUMENTS = [
    "-q",
    "--no-header",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:doctest",
    "-p",
    "no:junitxml",
    "-p",
    "no:stepwise",
    "-p",
    "no:pastebin",
    "-p",
    "no:xdist",
    "-p",
    "no:randomly",
    "-p",
    "no:cov",
    "-p",
    "no:_cov",
    "-p",
    "no:logging",
    "-p",
    "no:threadexception",
    "-p",
    "no:unraisableexception",
    "-p",
    "no:faulthandler",
    "--capture=no",
    "-o",
    "addopts=",
    # Rewriting makes failures readable, which nobody reads here, and takes
    # most of the time of a large suite.
    "--assert=plain",
]


class Reporter:
    """A plugin that writes what happens.

    Of two processes that run a file, each runs every test: one half under
    pytest, the other half by a plain call, which takes a fraction of the time.
    So each test is run both ways, by different processes. Of a very large suite
    only the first tests are run so; the others are called plainly by both.
    """

    def __init__(self, outgoing):
        self.outgoing = outgoing
        # Tests that took an earlier process down.
        self.lost = set()
        # Which half is called plainly, and the tests of it.
        self.half = 0
        self.plain = set()
        # How many tests there are so far, whether one of them needs pytest, and
        # those that pytest was not given.
        self.count = 0
        self.fixtures = False
        self.beyond = []
        # Where the file is for now, which is nobody's business.
        self.private = ""

    def send_failure(self, name, reason):
        if self.private:
            reason = reason.replace(self.private + os.sep, "")
        self.send("failed", name, reason[:LONGEST_REASON])

    def send(self, kind, *content):
        line = {kind: content[0] if len(content) == 1 else list(content)}
        data = memoryview(dumps(line).encode() + b"\n")
        while data:
            data = data[write(self.outgoing, data) :]

    def pytest_pycollect_makeitem(self, collector, name, obj):
        if not (name.startswith("test") and inspect.isfunction(obj)):
            return None
        self.count += 1
        if self.count <= MOST_UNDER_PYTEST or self.fixtures or inspect.signature(obj).parameters:
            return None
        self.beyond.append((name, obj))
        return []

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if item.name not in self.lost]
        # A test with fixtures, be it the user's own for all tests, needs pytest.
        self.plain = {
            item.nodeid
            for number, item in enumerate(items)
            if number % 2 == self.half and not getattr(item, "fixturenames", True)
        }

    def pytest_runtest_protocol(self, item, nextitem):
        if item.nodeid not in self.plain:
            return None
        self.call(item.nodeid.split("::")[-1], item.obj)
        # It was run: pytest's own way is not asked.
        return True

    def pytest_sessionfinish(self):
        for name, test in self.beyond:
            if name not in self.lost:
                self.call(name, test)

    def call(self, name, test):
        self.send("started", name)
        try:
            test()
        except BaseException as error:  # pytest's own outcomes are among them
            self.send_failure(name, f"{type(error).__name__}: {error}")
        else:
            self.send("passed", name)

    def pytest_collectreport(self, report):
        if report.failed:
            self.send("collection", last_line(report))

    def pytest_runtest_logstart(self, nodeid, location):
        self.send("started", nodeid.split("::")[-1])

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::")[-1]
        if report.failed:
            self.send_failure(name, last_line(report))
        elif report.when == "call":
            self.send("passed", name)
        elif report.skipped:
            self.send("failed", name, "it was skipped")


class FixtureWatch:
    """Sees whether tests get fixtures that they did not ask for."""

    def __init__(self, reporter):
        self.reporter = reporter

    def pytest_pycollect_makeitem(self, collector, name, obj):
        outcome = yield
        made = outcome.get_result()
        for item in made if isinstance(made, list) else [made]:
            if getattr(item, "fixturenames", None):
                self.reporter.fixtures = True


def last_line(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    text = crash.message if crash is not None else str(report.longrepr)
    lines = [line for line in text.splitlines() if line.strip()]
    if crash is not None:
        return lines[0][:300] if lines else ""
    return lines[-1][:300] if lines else ""


class Compiled(importlib.abc.MetaPathFinder):
    """Gives pytest one file, compiled already in pieces."""

    def __init__(self, path, pieces):
        self.path = path
        self.pieces = pieces

    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin == self.path:
            spec.loader = Pieces(name, self.path, self.pieces)
        return spec


class Pieces(importlib.machinery.SourceFileLoader):
    """Loads a file whose code is there."""

    def __init__(self, name, path, pieces):
        super().__init__(name, path)
        self.pieces = pieces

    def exec_module(self, module):
        for piece in self.pieces:
            exec(piece, module.__dict__)


def compiled(reporter, request):
    """The code of a large file, which takes as long to compile as to run: each
    of the two processes compiles a half for both. None if that cannot be."""
    with open(request["file"], encoding="utf-8") as file:
        text = file.read()
    cut = text.find("\n\n\ndef test_", len(text) // 2)
    if cut < 0 or "\nfrom __future__" in text:
        return None
    # Empty lines keep the second half where it is in the file.
    halves = text[: cut + 1], "\n" * text.count("\n", 0, cut + 1) + text[cut + 1 :]
    own = request["half"]
    try:
        pieces: list[Any] = [None, None]
        pieces[own] = compile(halves[own], request["file"], "exec", dont_inherit=True)
    except SyntaxError:
        return None
    with open(request["piece"], "wb") as file:
        marshal.dump(pieces[own], file)
    reporter.send("compiled", request["piece"])
    other = loads(sys.stdin.readline() or "null")
    if other is None:
        return None
    with open(other, "rb") as file:
        pieces[1 - own] = marshal.load(file)
    return pieces


def blocks(text):
    """Where each piece of a file begins that stands for itself: the lines at the margin that
    follow an empty one."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for number, line in enumerate(lines[1:], 1):
        if line[0] not in " \t\r\n)]}" and not lines[number - 1].strip():
            starts.append(number)
    ends = [*starts[1:], len(lines)]
    return lines, list(zip(starts, ends))


def without_broken(reporter, path):
    """The code of a file without the tests that are no Python, each of which is told as one
    that failed; None if there is none of them."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        compile(text, path, "exec", dont_inherit=True)
        return None
    except (SyntaxError, ValueError):
        pass
    lines, pieces = blocks(text)
    for start, end in pieces:
        tested = TEST.search("".join(lines[start:end]))
        try:
            compile("".join(lines[start:end]), path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            if tested is not None:
                reporter.send_failure(tested[1], f"{type(error).__name__}: {error}")
                lines[start:end] = ["\n"] * (end - start)
    try:
        return [compile("".join(lines), path, "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return None


def main():
    outgoing = world.away(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    reporter = Reporter(outgoing)
    world.forget()
    try:
        import pytest
    except ImportError as error:
        reporter.send("missing", str(error))
        return
    # pytest is loaded before the file is there.
    request = loads(sys.stdin.readline() or "null")
    if request is None:
        return
    pieces = compiled(reporter, request) if request["piece"] else None
    os.dup2(null, 0)
    path = request["file"]
    reporter.private = os.path.dirname(path)
    if pieces is None:
        pieces = without_broken(reporter, path)
    reporter.lost.update(request["lost"])
    reporter.half = request["half"]
    if request["home"]:
        # What stands beside the file where it will be can be imported there.
        sys.path.append(request["home"])
    sys.argv = ["pytest", os.path.basename(path)]
    if pieces is not None:
        sys.meta_path.insert(0, Compiled(path, pieces))
    pytest.hookimpl(hookwrapper=True)(FixtureWatch.pytest_pycollect_makeitem)
    end = pytest.main([*ARGUMENTS, path], plugins=[reporter, FixtureWatch(reporter)])
    reporter.send("ended", int(end))
