"""Runs inputs on a module with each of its mutants, in one process: nothing is imported
again, the code of a function is exchanged. A mutant is killed by an input if a test of it
would see a difference, or if it does not end within a multiple of the original's work.

It reads a request, a line of JSON, loads the module and lists its mutants. Then it reads a
line for each input, and answers with a line for the original and one for each mutant as
it goes, so that a mutant that takes the process down is known.
"""

import __future__

import ast
import contextlib
import gc
import sys
import types
from json import loads

from . import world
from .channel import open_channel
from .deadline import RunTimeout
from .modules import LoadError
from .mutate import FUNCTIONS, mutants_of
from .observe import Observer
from .sandbox import Sandbox

# What a mutant may do, in lines: so many times what the original does, and some more.
TIMES = 4
MORE = 1000

# What a description says of a case that no assertion is about.
NOT_SEEN = {"id", "unit", "call", "receiver", "arguments", "before", "recipes", "questions"}

# The ends that a test shows.
SHOWN = {"returned", "raised"}


class Lines:
    """Counts the lines of the user's own code that run, notes which, and ends a run that
    goes on for too long. It counts what the clock cannot, the same on every machine."""

    def __init__(self, files):
        self.files = files
        self.seen = set()
        self.count = 0
        self.most = sys.maxsize

    def begin(self, most):
        self.seen = set()
        self.count = 0
        self.most = most

    def trace(self, frame, event, argument):
        return self.line if frame.f_code.co_filename in self.files else None

    def line(self, frame, event, argument):
        if event == "line":
            self.count += 1
            self.seen.add((frame.f_code.co_filename, frame.f_lineno))
            if self.count > self.most:
                raise RunTimeout
        return self.line


class Mutated(Observer):
    """A module that can be any of its mutants."""

    def load(self):
        ready = super().load()
        self.file = self.module.__file__
        self.tree = self.hints.trees[self.module.__name__]
        self.flags = future_flags(self.tree)
        self.lines = Lines({module.__file__ for module in self.modules})
        self.functions = functions_of(self.file)
        self.variant = contextlib.nullcontext
        self.changes = {}
        self.mutants = [
            mutant for mutant in mutants_of(self.tree) if self.functions_of(mutant) is not None
        ]
        ready["mutants"] = [mutant.as_json() for mutant in self.mutants]
        return ready

    def functions_of(self, mutant):
        """The functions that run the code which a mutant changes: none for a constant, and
        `None` if nobody can reach them."""
        owner = mutant.owner
        if not isinstance(owner, FUNCTIONS):
            return []
        first = min([owner.lineno, *(each.lineno for each in owner.decorator_list)])
        return self.functions.get((owner.name, first))

    def look(self, case, most):
        """What a test of a case sees, or `None` if there is none of it."""
        self.lines.begin(most)
        # What a mutant teaches of making structures is not true.
        recipes, calls = dict(self.recipes), dict(self.known.calls)
        sys.settrace(self.lines.trace)
        try:
            report = self.run(case)
        finally:
            sys.settrace(None)
        if self.variant is not contextlib.nullcontext:
            self.recipes, self.known.calls = recipes, calls
        kind = report.get("outcome", {}).get("kind")
        if kind == "timed_out":
            return kind
        if kind not in SHOWN:
            return None
        return {name: value for name, value in report.items() if name not in NOT_SEEN}

    def answer(self, request, send):
        """Which of some mutants an input kills."""
        case = request["case"]
        world.begin_case(case["id"])
        self.variant = contextlib.nullcontext
        expected = self.look(case, sys.maxsize)
        work = self.lines.count
        lines = {line for file, line in self.lines.seen if file == self.file}
        shows = isinstance(expected, dict) and not self.chance.was_asked()
        reached = [
            number
            for number in request["mutants"]
            if shows and not lines.isdisjoint(self.mutants[number].lines)
        ]
        send({"work": work, "reached": reached})
        for number in reached:
            changed = self.changed(self.mutants[number])
            if changed is None:
                send({"mutant": number, "work": 0, "end": "equivalent"})
                continue
            self.variant = changed
            found = self.look(case, work * TIMES + MORE)
            killed = found is not None and not looks_alike(found, expected)
            send({"mutant": number, "work": self.lines.count, "end": ENDS[killed]})
        self.process.restore()

    def changed(self, mutant):
        """What makes the module a mutant for a while; `None` if it is the same to the
        compiler, or cannot be made."""
        if mutant not in self.changes:
            try:
                self.changes[mutant] = self.change(mutant)
            except Exception:
                self.changes[mutant] = None
        return self.changes[mutant]

    def change(self, mutant):
        if not isinstance(mutant.owner, FUNCTIONS):
            return self.other_constant(mutant)
        functions = self.functions_of(mutant)
        if mutant.operator == "default":
            return other_defaults(mutant, functions)
        with mutant.edit:
            code = self.compiled(mutant)
        old = functions[0].__code__
        if code is None or code == old or len(code.co_freevars) != len(old.co_freevars):
            return None
        return lambda: Exchanged(functions, "__code__", old, code)

    def compiled(self, mutant):
        """The code of a function as it is now, compiled in classes of the same names."""
        body = [mutant.owner]
        for cls in reversed(mutant.classes):
            body = [ast.copy_location(ast.ClassDef(cls.name, [], [], body, [], **TYPES), cls)]
        tree = ast.Module(body, [])
        module = compile(tree, self.file, "exec", flags=self.flags, dont_inherit=True)
        return code_in(module, [*(cls.name for cls in mutant.classes), mutant.owner.name])

    def other_constant(self, mutant):
        owner = mutant.owner
        holder = self.module
        for cls in mutant.classes:
            holder = getattr(holder, cls.name, None)
        target = owner.targets[0] if isinstance(owner, ast.Assign) else owner.target
        if not hasattr(holder, target.id):
            return None
        old = getattr(holder, target.id)
        names = {**vars(self.module), **vars(holder)}
        with mutant.edit:
            expression = ast.Expression(owner.value)
            code = compile(expression, self.file, "eval", flags=self.flags, dont_inherit=True)
            new = eval(code, names)
        if type(new) is type(old) and type(old) in (int, float, str) and new == old:
            return None
        return lambda: Exchanged([holder], target.id, old, new)


def looks_alike(one, other):
    """Whether a test sees no difference: to `==`, 2.0 is 2."""
    if one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        if {one.get("t"), other.get("t")} == {"int", "float"}:
            return float(one["v"]) == float(other["v"])
        return one.keys() == other.keys() and all(looks_alike(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(looks_alike, one, other))
    return False


ENDS = {True: "killed", False: "survived"}

# What a definition of a class has besides, by version.
TYPES = {"type_params": []} if "type_params" in ast.ClassDef._fields else {}


class Exchanged:
    """An attribute of functions, of a module or of a class that is something else for a
    while."""

    def __init__(self, holders, name, old, new):
        self.holders, self.name, self.old, self.new = holders, name, old, new

    def __enter__(self):
        for holder in self.holders:
            setattr(holder, self.name, self.new)

    def __exit__(self, *_):
        for holder in self.holders:
            setattr(holder, self.name, self.old)


def other_defaults(mutant, functions):
    """Functions with another default of a parameter."""
    parameters, function = mutant.owner.args, functions[0]
    if mutant.edit.node is not parameters:
        return None
    new = mutant.edit.new.value
    if mutant.edit.field == "defaults":
        old = function.__defaults__
        changed = [*old]
        changed[mutant.edit.index] = new
        return lambda: Exchanged(functions, "__defaults__", old, tuple(changed))
    name = parameters.kwonlyargs[mutant.edit.index].arg
    named = function.__kwdefaults__
    return lambda: Exchanged(functions, "__kwdefaults__", named, {**named, name: new})


def functions_of(file):
    """The functions of a file by their names and first lines, wherever they are."""
    found = {}
    for value in gc.get_objects():
        if type(value) is types.FunctionType and value.__code__.co_filename == file:
            key = (value.__code__.co_name, value.__code__.co_firstlineno)
            found.setdefault(key, []).append(value)
    return found


def code_in(code, names):
    """The code of a definition in that of a module."""
    for name in names:
        inner = (each for each in code.co_consts if isinstance(each, types.CodeType))
        code = next((each for each in inner if each.co_name == name), None)
        if code is None:
            return None
    return code


def future_flags(tree):
    """What the module asks of the compiler."""
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def main():
    request, incoming, send = open_channel()
    mutated = Mutated(request, Sandbox(request.get("allow", ()), request.get("memory")))
    try:
        send(mutated.load())
    except LoadError as error:
        send({"error": str(error)})
        return
    for line in incoming:
        mutated.answer(loads(line), send)
