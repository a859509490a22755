"""Boolean observers: methods and properties without arguments that say
something of their object and change nothing. Together they partition the
states of a class."""

import ast
import inspect

from .instrument import Goal
from .units import function_of

# With more of them than this there are too many partitions to ask for.
MOST = 6

PURE_CALLS = {
    "abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset",
    "getattr", "hasattr", "hash", "id", "int", "isinstance", "issubclass", "iter", "len", "list",
    "map", "max", "min", "ord", "range", "repr", "reversed", "round", "set", "sorted", "str",
    "sum", "tuple", "type", "zip",
}

# Methods of builtin types that change nothing.
PURE_METHODS = {
    "copy", "count", "endswith", "find", "get", "index", "isalnum", "isalpha", "isdecimal",
    "isdigit", "isdisjoint", "islower", "isnumeric", "isspace", "issubset", "issuperset",
    "isupper", "items", "join", "keys", "lower", "split", "startswith", "strip", "upper", "values",
}


class Purity:
    """Which methods of a class change nothing, by their source."""

    def __init__(self, cls, tree):
        self.methods = {}
        for base in reversed(cls.__mro__):
            node = next(
                (n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == base.__name__),
                None,
            )
            for item in node.body if node is not None else ():
                if isinstance(item, ast.FunctionDef):
                    self.methods[item.name] = item
        self.known = {}

    def is_pure(self, name):
        if name not in self.known:
            # A method that calls itself is what the rest of it is.
            self.known[name] = True
            node = self.methods.get(name)
            self.known[name] = node is not None and all(map(self.allows, ast.walk(node)))
        return self.known[name]

    def allows(self, node):
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                return node.func.id in PURE_CALLS
            if isinstance(node.func, ast.Attribute):
                name = node.func.attr
                return self.is_pure(name) if name in self.methods else name in PURE_METHODS
            return False
        return not isinstance(
            node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
        )


class Partition:
    """The observers of a class, and the goal of each combination of answers."""

    def __init__(self, cls, observers, first):
        self.cls = cls
        self.observers = observers
        self.first = first

    def goal_of(self, receiver):
        """The goal of the combination that a receiver shows, or None where an
        observer gives no answer."""
        index = 0
        for bit, (name, is_property) in enumerate(self.observers):
            try:
                value = getattr(receiver, name)
                answer = bool(value if is_property else value())
            except MemoryError:
                raise
            except Exception:
                return None
            index |= int(answer) << bit
        return self.first + index

    def as_json(self):
        return {
            "class": self.cls.__qualname__,
            "first": self.first,
            "observers": [name if prop else f"{name}()" for name, prop in self.observers],
        }


def observers_of(cls, tree, invariant):
    """Names of the boolean observers of a class, and whether they are properties."""
    purity = Purity(cls, tree)
    found = []
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            function, kind = function_of(member)
            if function is None or kind not in ("method", "property") or name.startswith("_"):
                continue
            if name == invariant or any(name == known for known, _ in found):
                continue
            if not answers_yes_or_no(function) or not purity.is_pure(name):
                continue
            found.append((name, kind == "property"))
    return found


def answers_yes_or_no(function):
    function = inspect.unwrap(function)
    hint = getattr(function, "__annotations__", {}).get("return")
    if hint not in (bool, "bool"):
        return False
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    only_self = code.co_argcount == 1 and code.co_kwonlyargcount == 0
    return only_self and not code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)


def partition_of(cls, tree, invariant, goals, file, line, warnings):
    """Makes a goal of each combination; None if the class has no observers."""
    observers = observers_of(cls, tree, invariant)
    if not observers:
        return None
    if len(observers) > MOST:
        left = ", ".join(name for name, _ in observers[MOST:])
        warnings.append(f"{cls.__qualname__}: partitions are made by {MOST} observers, not by {left}")
        observers = observers[:MOST]
    partition = Partition(cls, observers, len(goals))
    for index in range(2 ** len(observers)):
        answers = [
            ("" if index >> bit & 1 else "not ") + f"`{name}`"
            for bit, (name, _) in enumerate(observers)
        ]
        goals.append(Goal("partition", file, line, 0, " and ".join(answers), cls.__qualname__))
    return partition
