"""The units of a module: functions, methods, constructors, properties."""

import ast
import functools
import inspect
import operator

from . import shapes
from .classes import INVARIANT_NAMES, find_class_node, home_of, parameters_of

# Special methods that a test may call for their own sake.
SKIPPED_SPECIALS = {
    "__init__",
    "__new__",
    "__post_init__",
    "__init_subclass__",
    "__class_getitem__",
    "__subclasshook__",
    "__getattr__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__del__",
    "__reduce__",
    "__getstate__",
    "__setstate__",
    "__repr__",
    "__hash__",
    "__set_name__",
    "__enter__",
    "__exit__",
    "__dir__",
    "__sizeof__",
    "__format__",
}


# Special methods whose other operand is mostly of the same class, whatever
# their hints say.
BINARY_SPECIALS = {
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__add__",
    "__sub__",
    "__mul__",
    "__and__",
    "__or__",
    "__xor__",
    "__radd__",
    "__rsub__",
    "__rmul__",
}


def other_operand(hints, cls):
    """An object of the same class, or something quite different."""
    own = hints.shape(cls, f"{cls.__qualname__}(other)")
    return shapes.Union([own, shapes.Integer(), shapes.Text(), shapes.NONE], open_ended=True)


class Unit:
    """One thing to test."""

    def __init__(self, name, kind, cls, attribute, function, parameters):
        self.name = name
        self.kind = kind
        self.cls = cls
        self.attribute = attribute
        self.function = function
        self.parameters = parameters
        self.private = any(
            part.startswith("_") and not part.startswith("__") for part in name.split(".")
        )
        self.goals = []
        self.promises = []
        self.entry = None
        self.returns = None
        self.premises = []
        self.contracts = None
        # What it takes by names that its parameters do not say: `**options`.
        self.keywords_name, self.keywords = None, None

    def find_callee(self, module):
        """What a function's test calls: a name of the module, or a part of what it names."""
        return operator.attrgetter(self.attribute)(module)

    @property
    def has_receiver(self):
        return self.kind in ("method", "property")

    def as_json(self, invariant, lazy):
        return {
            "name": self.name,
            "kind": self.kind,
            "class": self.cls.__qualname__ if self.cls else None,
            "attribute": self.attribute,
            "private": self.private,
            "invariant": invariant,
            "lazy": lazy,
            "goals": self.goals,
            # The second goal of each pair says that the promise is broken.
            "promises": [goal + 1 for goal in self.promises],
            "entry": self.entry,
            "premises": self.premises,
        }


def uncached(callee):
    """The function behind a cache, which would need the hash of a proxy."""
    return getattr(callee, "__wrapped__", callee) if hasattr(callee, "cache_info") else callee


def function_of(member):
    """The plain function behind a class's member, and its kind."""
    if isinstance(member, staticmethod):
        return member.__func__, "static"
    if isinstance(member, classmethod):
        return member.__func__, "class"
    if isinstance(member, property):
        return member.fget, "property"
    if isinstance(member, functools.cached_property):
        return member.func, "property"
    if inspect.isfunction(inspect.unwrap(member)) if callable(member) else False:
        return member, "method"
    return None, None


def is_stub(tree, function):
    """Whether a function has no body worth a test: abstract, overloads, `...`."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return getattr(function, "__isabstractmethod__", False) or code is None


def find_units(module, hints, invariant_name):
    """Every unit that the module itself defines, in source order."""
    units = []
    file = getattr(module, "__file__", None)
    decorated = decorated_functions(hints.trees[module.__name__])
    for name, member in list(vars(module).items()):
        if isinstance(member, type):
            # Another name for a class makes no other units, and a protocol does nothing itself.
            is_own = home_of(hints.trees, member) == module.__name__
            is_protocol = getattr(member, "_is_protocol", False)
            if is_own and name == member.__name__ and not is_protocol:
                units.extend(units_of_class(member, hints, invariant_name))
        elif callable(member) and inspect.isfunction(inspect.unwrap(member)):
            if not is_own_function(module, member, name) or is_stub(None, member):
                continue
            parameters = parameters_of(member, hints, name, None)
            units.append(Unit(name, "function", None, name, inspect.unwrap(member), parameters))
        elif name in decorated:
            attribute, function = kept_function(member, name, file)
            if function is not None:
                parameters = parameters_of(function, hints, name, None)
                path = f"{name}.{attribute}"
                units.append(Unit(name, "function", None, path, function, parameters))
    for unit in units:
        unit.keywords_name, unit.keywords = hints.guesses.keywords(unit.function)
    units.sort(
        key=lambda unit: getattr(getattr(unit.function, "__code__", None), "co_firstlineno", 0)
    )
    return units


def is_own_function(module, member, name):
    """Whether a module defines a function under this name, whatever the function says."""
    if name != getattr(member, "__name__", name):
        return False
    code = inspect.unwrap(member).__code__
    is_here = code.co_filename == getattr(module, "__file__", None) and code.co_name == name
    return is_here or getattr(member, "__module__", None) == module.__name__


def decorated_functions(tree):
    """The names of the functions of a module that decorators may have made something else
    of."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {n.name for n in tree.body if isinstance(n, functions) and n.decorator_list}


def kept_function(member, name, file):
    """Where a decorator's object keeps the function that it was made of, such as the
    `callback` of a command, and the function."""
    for attribute, value in sorted(getattr(member, "__dict__", {}).items()):
        value = inspect.unwrap(value) if callable(value) else value
        if inspect.isfunction(value) and not attribute.startswith("_"):
            if value.__code__.co_filename == file and value.__code__.co_name == name:
                return attribute, value
    return None, None


def units_of_class(cls, hints, invariant_name):
    import enum
    import sys

    home = home_of(hints.trees, cls)
    file = getattr(sys.modules.get(home), "__file__", None)
    result = []
    for name, member in list(vars(cls).items()):
        function, kind = function_of(member)
        if function is None or is_stub(None, function):
            continue
        if name in INVARIANT_NAMES or name == invariant_name:
            continue
        special = name.startswith("__") and name.endswith("__")
        if special and name in SKIPPED_SPECIALS and name != "__init__":
            continue
        if getattr(inspect.unwrap(function), "__module__", home) not in (home, cls.__module__):
            # Put there by a metaclass or borrowed from elsewhere.
            continue
        code = inspect.unwrap(function).__code__
        if find_class_node(hints.trees, cls) is not None and code.co_filename != file:
            # Made by @dataclass, NamedTuple and the like: nothing of the user's to cover.
            continue
        owner = f"{cls.__qualname__}.{name}"
        skip = kind in ("method", "property", "class")
        parameters = parameters_of(function, hints, owner, None, skip_first=skip)
        if name in BINARY_SPECIALS and len(parameters) == 1 and not parameters[0].is_precise():
            parameters[0].shape = other_operand(hints, cls)
        if name == "__init__":
            if inspect.isabstract(cls) or issubclass(cls, enum.Enum):
                continue
            kind = "constructor"
        result.append(Unit(owner, kind, cls, name, inspect.unwrap(function), parameters))
    new = vars(cls).get("__new__")
    new = inspect.unwrap(new.__func__) if isinstance(new, staticmethod) else None
    if inspect.isfunction(new) and new.__code__.co_filename == file:
        if cls.__init__ is object.__init__ and not inspect.isabstract(cls):
            parameters = hints.model(cls).parameters()
            name = f"{cls.__qualname__}.__new__"
            result.append(Unit(name, "constructor", cls, "__new__", new, parameters))
    if "__post_init__" in vars(cls) and "__init__" in vars(cls):
        model = hints.model(cls)
        function = vars(cls)["__post_init__"]
        result.append(
            Unit(
                f"{cls.__qualname__}.__init__",
                "constructor",
                cls,
                "__init__",
                function,
                model.parameters(),
            )
        )
    for value in list(vars(cls).values()):
        if isinstance(value, type) and value.__qualname__.startswith(cls.__qualname__ + "."):
            result.extend(units_of_class(value, hints, invariant_name))
    return result


def called_names(tree):
    """For each function of a module, the names that it calls or reads."""
    result = {}

    def walk(node, scope):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = ".".join([*scope, child.name])
                names = set()
                for inner in ast.walk(child):
                    if isinstance(inner, ast.Name):
                        names.add(inner.id)
                    elif isinstance(inner, ast.Attribute):
                        names.add(inner.attr)
                result[name] = names
                walk(child, [*scope, child.name])
            elif isinstance(child, ast.ClassDef):
                walk(child, [*scope, child.name])
            else:
                walk(child, scope)

    walk(tree, [])
    return result


def by_last_name(calls):
    """The functions of a module by the last part of their names."""
    result = {}
    for function in calls:
        result.setdefault(function.split(".")[-1], []).append(function)
    return result


def reachable(calls, by_last, start):
    """The functions of a module that one of them may reach by name."""
    inside: dict[str, list[str]] = {}
    for function in calls:
        holder, _, _ = function.rpartition(".")
        while holder:
            inside.setdefault(holder, []).append(function)
            holder, _, _ = holder.rpartition(".")
    reached, pending = set(), [start]
    while pending:
        function = pending.pop()
        if function in reached or function not in calls:
            continue
        reached.add(function)
        pending.extend(inside.get(function, ()))
        for name in calls[function]:
            pending.extend(by_last.get(name, ()))
            pending.extend(f for f in by_last.get("__init__", ()) if f == f"{name}.__init__")
    return reached


def without_invariant_helpers(units, tree, invariants):
    """The units that do something else than helping an invariant."""
    calls = called_names(tree)
    by_last = by_last_name(calls)
    helpers = set()
    for invariant in invariants:
        helpers |= reachable(calls, by_last, invariant)
    used = set()
    for unit in units:
        if not unit.private:
            used |= reachable(calls, by_last, unit.name)
    return [unit for unit in units if not (unit.private and unit.name in helpers - used)]


def assign_goals(units, goals, tree, file):
    """Gives each unit the goals of its function and of those it may reach."""
    by_function = {}
    for number, goal in enumerate(goals):
        if goal.file == file:
            by_function.setdefault(goal.function, []).append(number)
    calls = called_names(tree)
    by_last = by_last_name(calls)
    for unit in units:
        own = unit.name
        if unit.kind == "constructor" and own not in calls:
            own = own.replace("__init__", "__post_init__")
        reached = reachable(calls, by_last, own)
        unit.goals = sorted(
            number for function in reached for number in by_function.get(function, ())
        )
        unit.entry = next((n for n in by_function.get(own, ()) if goals[n].kind == "entry"), None)
        if unit.entry is not None:
            # All branches may be covered by runs that raise: one that returns is worth a test.
            entered = goals[unit.entry]
            place = entered.file, entered.line, entered.column
            unit.returns = len(goals)
            goals.append(type(entered)("condition", *place, f"`{own}` returns", entered.function))
            unit.goals.append(unit.returns)
