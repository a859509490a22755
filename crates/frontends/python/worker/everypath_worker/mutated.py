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
import enum
import gc
import sys
import types
from json import loads
from typing import Any

from . import world
from .channel import open_channel
from .deadline import RunTimeout
from .describe import Describer
from .modules import LoadError
from .mutate import FUNCTIONS, mutants_of
from .observation import Observation
from .observe import Observer
from .recipes import Repeater
from .sandbox import Sandbox

# What a mutant may do, in lines: so many times what the original does, and some more.
TIMES = 4
MORE = 1000

# And in seconds, since one line can do much where numbers grow without an end.
MORE_SECONDS = 0.1

# What a description says of a case that no assertion is about.
NOT_SEEN = {
    "id",
    "unit",
    "call",
    "receiver",
    "arguments",
    "world",
    "before",
    "recipes",
    "questions",
    "suspicion",
}

# The ends that a test shows. What a mutant breaks, it sees as well.
SHOWN = {"returned", "raised"}
BROKEN = "violated"

# The end of a run in which an input could not be made.
FAILED = "failed"

# The module as it is, and a mutant that is no other program.
ORIGINAL = contextlib.nullcontext
SAME = object()

# What a class knows of the fields that its methods were made for.
FIELDS = ("__dataclass_fields__", "__attrs_attrs__", "_fields", "model_fields")


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

    def __enter__(self):
        sys.settrace(self.trace)

    def __exit__(self, *_):
        sys.settrace(None)

    def trace(self, frame, event, argument):
        return self.line if frame.f_code.co_filename in self.files else None

    def line(self, frame, event, argument):
        if event == "line":
            self.count += 1
            self.seen.add((frame.f_code.co_filename, frame.f_lineno))
            if self.count > self.most:
                raise RunTimeout
        return self.line


class Counted(Observation):
    """A run whose lines are counted, where the user's code runs: what is ours would be slowed
    down as well."""

    def make_input(self):
        if not self.unit.has_receiver and not self.case["choices"]:
            return super().make_input()
        with self.observer.lines:
            return super().make_input()

    def call(self, receiver, positional, keywords):
        with self.observer.lines:
            return super().call(receiver, positional, keywords)

    def holds(self, receiver, invariant):
        with self.observer.lines:
            return super().holds(receiver, invariant)


class Variation(Counted):
    """A run of a case on a mutant: a test makes the same calls, whatever becomes of them,
    and only what comes out of the last one is looked at."""

    def reject_invalid(self, receiver, names, invariant):
        pass

    def needed(self, positional, keywords):
        return self.observer.passed

    def maker(self):
        return Repeater(self.source, self.observer.hints, self.observer.recipes)

    def describe_before(self, receiver, positional, keywords):
        self.before = Describer(self.identities)
        for value in (receiver, *positional, *keywords.values()):
            self.before.value(value)
        self.describe_world(self.before)

    def judge(self, error):
        return self.raised(error)


class Original(Counted):
    """A run of a case on the module as it is."""

    def needed(self, positional, keywords):
        self.observer.passed = super().needed(positional, keywords)
        return self.observer.passed


class Mutated(Observer):
    """A module that can be any of its mutants."""

    def load(self):
        ready = super().load()
        self.file = self.module.__file__
        self.tree = self.hints.trees[self.module.__name__]
        self.flags = future_flags(self.tree)
        self.lines = Lines({module.__file__ for module in self.modules})
        self.functions = functions_of(self.file)
        self.variant = ORIGINAL
        # The arguments that the test of the case passes, and the seconds that it takes.
        self.passed, self.used = None, 0.0
        self.changes = {}
        self.mutants = [mutant for mutant in mutants_of(self.tree) if self.can_be(mutant)]
        ready["mutants"] = [mutant.as_json() for mutant in self.mutants]
        return ready

    def can_be(self, mutant):
        """Whether the loaded module can become a mutant, and should: an invariant is there to
        find mistakes, and not to have them."""
        if isinstance(mutant.owner, FUNCTIONS):
            functions = self.functions_of(mutant)
            invariants = {model.invariant for model in self.hints.models.values()}
            return functions is not None and mutant.owner.name not in invariants
        holder, name = self.place_of(mutant)
        if not hasattr(holder, name):
            return False
        # Of such a class, members and methods were made from it.
        return not isinstance(holder, type) or not (
            isinstance(holder, enum.EnumMeta) or any(hasattr(holder, each) for each in FIELDS)
        )

    def place_of(self, mutant):
        """What holds the constant that a mutant changes, and its name there."""
        owner = mutant.owner
        holder = self.module
        for cls in mutant.classes:
            holder = getattr(holder, cls.name, None)
        target = owner.targets[0] if isinstance(owner, ast.Assign) else owner.target
        return holder, target.id

    def functions_of(self, mutant):
        """The functions that run the code which a mutant changes; `None` if nobody can
        reach them."""
        owner = mutant.owner
        first = min([owner.lineno, *(each.lineno for each in owner.decorator_list)])
        return self.functions.get((owner.name, first))

    def seconds(self):
        most = super().seconds()
        return most if self.variant is ORIGINAL else min(most, self.used * TIMES + MORE_SECONDS)

    def observation(self, unit, case, report):
        kind = Original if self.variant is ORIGINAL else Variation
        return kind(self, unit, case, report)

    def look(self, case, most):
        """What a test of a case sees, or `None` if there is none of it."""
        self.lines.begin(most)
        # What a mutant teaches of making structures is not true.
        recipes, calls = dict(self.recipes), dict(self.known.calls)
        try:
            report = self.run(case)
        except Exception:
            # A test does not get as far as its call.
            report = {"outcome": {"kind": FAILED}}
        if self.variant is not ORIGINAL:
            self.recipes, self.known.calls = recipes, calls
        kind = report.get("outcome", {}).get("kind")
        if kind in ("timed_out", FAILED):
            return kind
        if kind == BROKEN and self.variant is not ORIGINAL:
            return kind
        if kind not in SHOWN:
            return None
        return {name: value for name, value in report.items() if name not in NOT_SEEN}

    def answer(self, request, send):
        """Which of some mutants an input kills."""
        case = request["case"]
        world.begin_case(case["id"])
        self.variant = ORIGINAL
        expected = self.look(case, sys.maxsize)
        work, self.used = self.lines.count, self.deadline.used()
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
            if changed is None or changed is SAME:
                # Of one that cannot be made, nothing is known.
                send({"mutant": number, "work": 0, "end": "equivalent" if changed else "survived"})
                continue
            self.variant = changed
            found = self.look(case, work * TIMES + MORE)
            killed = found is not None and not looks_alike(found, expected)
            send({"mutant": number, "work": self.lines.count, "end": ENDS[killed]})
        self.process.restore()

    def changed(self, mutant):
        """What makes the module a mutant for a while; `SAME` if it is the same to the
        compiler, `None` if it cannot be made."""
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
        old = functions[0].__code__
        with mutant.edit:
            code = self.compiled(mutant)
            if code is not None and len(code.co_freevars) < len(old.co_freevars):
                # What a function was made with, it has to have.
                mutant.owner.body.append(never(old.co_freevars, mutant.owner))
                code = self.compiled(mutant)
                mutant.owner.body.pop()
        if code is None or len(code.co_freevars) != len(old.co_freevars):
            return None
        if code == old:
            return SAME
        return lambda: Exchanged(functions, "__code__", old, code)

    def compiled(self, mutant):
        """The code of a function as it is now, compiled in classes of the same names."""
        body = [mutant.owner]
        for cls in reversed(mutant.classes):
            body = [ast.copy_location(class_of(cls.name, body), cls)]
        tree = ast.Module(body, [])
        module = compile(tree, self.file, "exec", flags=self.flags, dont_inherit=True)
        return code_in(module, [*(cls.name for cls in mutant.classes), mutant.owner.name])

    def other_constant(self, mutant):
        owner = mutant.owner
        holder, name = self.place_of(mutant)
        old = getattr(holder, name)
        names = {**vars(self.module), **vars(holder)}
        with mutant.edit:
            expression = ast.Expression(owner.value)
            code = compile(expression, self.file, "eval", flags=self.flags, dont_inherit=True)
            new = eval(code, names)
        if type(new) is type(old) and type(old) in (int, float, str) and new == old:
            return SAME
        return lambda: Exchanged([holder], name, old, new)


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


def never(names, place):
    """A statement that speaks of names and never runs."""
    spoken: list[ast.stmt] = [ast.Expr(ast.Name(name, ast.Load())) for name in names]
    statement = ast.If(ast.Constant(False), spoken, [])
    return ast.fix_missing_locations(ast.copy_location(statement, place))


def class_of(name, body):
    """A class with nothing but a body."""
    fields = {"name": name, "bases": [], "keywords": [], "body": body, "decorator_list": []}
    kind: Any = ast.ClassDef
    # By version, it has more of them, which are lists, too.
    return kind(**{field: fields.get(field, []) for field in kind._fields})


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
