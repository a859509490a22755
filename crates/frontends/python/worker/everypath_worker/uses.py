"""What code does with a value decides what it may be, where no hint says it."""

from __future__ import annotations

import ast
import functools
import inspect

from .infer import is_name, questions, vote

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# What every object has says nothing.
COMMON = set(dir(object()))


def definition_of(tree, function):
    """The syntax of a function, or None."""
    function = inspect.unwrap(function)
    line = getattr(getattr(function, "__code__", None), "co_firstlineno", None)
    for node in definitions(tree).get(getattr(function, "__name__", None), ()):
        if line is None or min([node.lineno, *(d.lineno for d in node.decorator_list)]) == line:
            return node
    return None


@functools.cache
def definitions(tree):
    """The functions of a module by name."""
    found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            found.setdefault(node.name, []).append(node)
    return found


class Value:
    """A value that a function is given, or a part of one."""

    def __init__(self, definition, means):
        self.definition = definition
        names = {
            node.targets[0].id
            for node in ast.walk(definition)
            if isinstance(node, ast.Assign)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)
            and means(node.value)
        }
        self.means = lambda node: means(node) or (isinstance(node, ast.Name) and node.id in names)

    def is_asked_for(self):
        """Whether the code itself finds out which of several types it has."""
        return any(self.means(subject) for subject, _ in questions(self.definition))

    def may_be_none(self):
        return any(
            isinstance(node, ast.Compare)
            and self.means(node.left)
            and any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops)
            and any(isinstance(s, ast.Constant) and s.value is None for s in node.comparators)
            for node in ast.walk(self.definition)
        )

    def builtin(self):
        """The builtin type that most of its uses speak for, or None."""
        votes = {}
        for node in ast.walk(self.definition):
            kind = vote(node, self.means)
            if kind is not None:
                votes[kind] = votes.get(kind, 0) + 1
        return max(votes, key=lambda kind: votes[kind]) if votes else None

    def members(self):
        """The attributes that are read of it, in order, and whether each is called."""
        found = {}
        called = {id(node.func) for node in ast.walk(self.definition) if isinstance(node, ast.Call)}
        for node in ast.walk(self.definition):
            if isinstance(node, ast.Attribute) and self.means(node.value):
                if isinstance(node.ctx, ast.Load) and node.attr not in COMMON:
                    found[node.attr] = found.get(node.attr, False) or id(node) in called
        return found


def keys(definition, name):
    """The texts by which a function looks something up in a parameter, and what it finds."""
    found = {}
    for node in ast.walk(definition):
        key = key_of(node, name)
        if key is not None and key not in found:
            found[key] = Value(definition, lambda node, key=key: key_of(node, name) == key)
    return found


def key_of(node, name):
    """The key of an expression that looks one up: `options["key"]`, `options.get("key")`."""
    key: ast.expr | None
    if isinstance(node, ast.Subscript) and is_name(node.value, name):
        key = node.slice
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and is_name(node.func.value, name)
        and node.func.attr in ("get", "pop", "setdefault")
        and node.args
    ):
        key = node.args[0]
    elif isinstance(node, ast.Compare) and is_name(node.comparators[0], name):
        key = node.left if isinstance(node.ops[0], (ast.In, ast.NotIn)) else None
    else:
        return None
    value = key.value if isinstance(key, ast.Constant) else None
    return value if isinstance(value, str) and value.isidentifier() else None


def parameter(definition, name):
    """The value of a parameter."""
    return Value(definition, lambda node: is_name(node, name))


def kept_parameter(tree, definition, name):
    """The value of a parameter that a constructor keeps in a field, as the methods of its
    class use it; None of any other."""
    fields = {
        target.attr
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and is_name(node.value, name)
        for target in node.targets
        if isinstance(target, ast.Attribute) and is_name(target.value, "self")
    }
    holder = next(
        (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and definition in n.body), None
    )
    if definition.name != "__init__" or holder is None or not fields:
        return None
    return Value(
        holder,
        lambda node: (
            isinstance(node, ast.Attribute) and node.attr in fields and is_name(node.value, "self")
        ),
    )
