"""Boolean observers: methods and properties that say something of their object
and change nothing. Together they partition the states of a class. Arguments of
observers are inputs beside those of the unit, and an observer with a
precondition has a third answer: that it may not be asked."""

import ast
import inspect
import math
import textwrap

from . import shapes
from .classes import parameters_of
from .contracts import Contracts
from .instrument import Goal
from .units import function_of

# Observers that would make more partitions than this are not asked.
MOST = 64

NO, YES, REFUSED = range(3)

PURE_CALLS = {
    "abs",
    "all",
    "any",
    "bool",
    "dict",
    "divmod",
    "enumerate",
    "filter",
    "float",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "id",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "ord",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
}

# Methods of builtin types that change nothing.
PURE_METHODS = {
    "copy",
    "count",
    "endswith",
    "find",
    "get",
    "index",
    "isalnum",
    "isalpha",
    "isdecimal",
    "isdigit",
    "isdisjoint",
    "islower",
    "isnumeric",
    "isspace",
    "issubset",
    "issuperset",
    "isupper",
    "items",
    "join",
    "keys",
    "lower",
    "split",
    "startswith",
    "strip",
    "upper",
    "values",
}


class Purity:
    """Which methods of a class change nothing, by their source."""

    def __init__(self, cls, tree):
        self.methods = {}
        for base in reversed(cls.__mro__):
            node = next(
                (
                    n
                    for n in ast.walk(tree)
                    if isinstance(n, ast.ClassDef) and n.name == base.__name__
                ),
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
                # Errors are made to be raised.
                return node.func.id in PURE_CALLS or node.func.id.endswith(("Error", "Exception"))
            if isinstance(node.func, ast.Attribute):
                name = node.func.attr
                return self.is_pure(name) if name in self.methods else name in PURE_METHODS
            return False
        return not isinstance(
            node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)
        )


class Observer:
    """A boolean method or property that is asked about receivers."""

    def __init__(self, name, is_property, function, parameters):
        self.name = name
        self.is_property = is_property
        self.parameters = parameters
        self.contracts = Contracts(function, None)
        self.may_refuse = bool(self.contracts.before) or raises(function)

    @property
    def answers(self):
        """How many answers it has."""
        return 3 if self.may_refuse else 2

    def arguments(self, source):
        """The values it is asked with; no parameter of a unit has such slots."""
        return [p.build(source, f"{self.name}().{p.name}") for p in self.parameters]

    def answer(self, receiver, arguments):
        names = {p.name: value for p, value in zip(self.parameters, arguments)}
        try:
            if (
                self.contracts.first_broken(self.contracts.before, {**names, "self": receiver})
                is not None
            ):
                return REFUSED
            value = getattr(receiver, self.name)
            return YES if (value if self.is_property else value(*arguments)) else NO
        except MemoryError:
            raise
        except Exception:
            return REFUSED

    def shown(self, arguments=None):
        """How it is asked: with these arguments, or with its parameters' names."""
        if self.is_property:
            return self.name
        asked = (p.name for p in self.parameters) if arguments is None else map(written, arguments)
        return f"{self.name}({', '.join(asked)})"


def written(value):
    """A number or a text as a test writes it."""
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)


class Partition:
    """The observers of a class, and the goal of each combination of answers."""

    def __init__(self, cls, observers, first):
        self.cls = cls
        self.observers = observers
        self.first = first

    @property
    def count(self):
        count = 1
        for observer in self.observers:
            count *= observer.answers
        return count

    def goal_of(self, receiver, source):
        """The goal of the combination that a receiver shows, or None where an
        observer without a precondition gives no answer."""
        index, weight = 0, 1
        for observer in self.observers:
            answer = observer.answer(receiver, observer.arguments(source))
            if answer >= observer.answers:
                return None
            index += answer * weight
            weight *= observer.answers
        return self.first + index

    def description(self, index):
        said = []
        for observer in self.observers:
            name = f"`{observer.shown() if observer.parameters else observer.name}`"
            said.append((f"not {name}", name, f"{name} not to be asked")[index % observer.answers])
            index //= observer.answers
        return " and ".join(said)

    def as_json(self):
        return {
            "class": self.cls.__qualname__,
            "first": self.first,
            "observers": [observer.shown() for observer in self.observers],
            "answers": [observer.answers for observer in self.observers],
        }


def observers_of(cls, tree, invariant, hints, with_arguments):
    """The boolean observers of a class, those without arguments first."""
    purity = Purity(cls, tree)
    found = []
    for base in reversed(cls.__mro__):
        for name, member in vars(base).items():
            function, kind = function_of(member)
            if function is None or kind not in ("method", "property") or name.startswith("_"):
                continue
            if name == invariant or any(name == known.name for known in found):
                continue
            if not answers_yes_or_no(function) or not purity.is_pure(name):
                continue
            owner = f"{cls.__qualname__}.{name}"
            parameters = parameters_of(function, hints, owner, None, skip_first=True)
            if parameters and not (with_arguments and all(map(is_plain, parameters))):
                continue
            found.append(Observer(name, kind == "property", inspect.unwrap(function), parameters))
    return sorted(found, key=lambda observer: bool(observer.parameters))


def answers_yes_or_no(function):
    function = inspect.unwrap(function)
    hint = getattr(function, "__annotations__", {}).get("return")
    return hint in (bool, "bool") and getattr(function, "__code__", None) is not None


def is_plain(parameter):
    """Whether its values are numbers and texts, which a test can write down."""
    shape = parameter.shape
    shape = getattr(shape, "shape", shape)
    plain = (shapes.Integer, shapes.Boolean, shapes.Floating, shapes.Text)
    return parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and isinstance(shape, plain)


def raises(function):
    """Whether a function's own code names an error, or asserts something."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return False
    return any(isinstance(node, (ast.Raise, ast.Assert)) for node in ast.walk(tree))


def partition_of(cls, tree, invariant, goals, file, line, hints, with_arguments):
    """Makes a goal of each combination; None if the class has no observers."""
    partition = Partition(cls, [], len(goals))
    for observer in observers_of(cls, tree, invariant, hints, with_arguments):
        if partition.count * observer.answers <= MOST:
            partition.observers.append(observer)
        else:
            hints.warnings.append(
                f"{cls.__qualname__}: there are {partition.count} partitions without "
                f"{observer.shown()}, which is not asked"
            )
    if not partition.observers:
        return None
    for index in range(partition.count):
        goals.append(
            Goal("partition", file, line, 0, partition.description(index), cls.__qualname__)
        )
    return partition
