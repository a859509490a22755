"""Premises: what every run of a unit takes for granted, because it is no input.

Found in the source, by names: the functions that a unit may reach, and what they mention.
"""

import ast
import enum
import functools
import inspect
import re
import sys
import types

from .sharing import Sharing, is_plain, unwrapped
from .units import by_last_name, called_names, reachable

# Methods that change the container they are called on.
CHANGING = {
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "reverse",
    "setdefault",
    "sort",
    "update",
}

# Modules whose answers are those of a machine, a user, a clock or chance.
WORLD = {
    "asyncio",
    "concurrent",
    "gc",
    "getpass",
    "locale",
    "multiprocessing",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "select",
    "shutil",
    "socket",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib.request",
    "uuid",
    "weakref",
    "zoneinfo",
}

# Hints that any class can meet: inputs are those of one.
ABSTRACT = {
    "Collection",
    "Container",
    "Generator",
    "Hashable",
    "Iterable",
    "Iterator",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "Sequence",
    "Sized",
}

# What such modules have that is the same everywhere.
PURE = re.compile(
    r"os\.path\.(basename|commonprefix|dirname|join|normcase|normpath|sep|split|splitext)"
    r"|os\.(fspath|linesep|sep|PathLike)|pathlib\.Pure\w+|random\.Random"
    r"|time\.(struct_time|sleep)|urllib\.parse.*|uuid\.UUID|sys\.(exc_info|exit|intern)"
    r"|threading\.(Lock|RLock)"
)

# Functions of other modules that ask the clock.
CLOCKS = {"now", "today", "utcnow", "fromtimestamp", "localtime"}

BUILTINS = {"open", "input", "id", "hash", "__file__", "globals", "locals", "vars"}

# Values that nobody can change.
FIXED = (
    int,
    float,
    complex,
    str,
    bytes,
    tuple,
    frozenset,
    type(None),
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.ModuleType,
    types.GenericAlias,
    functools.partial,
    re.Pattern,
    enum.Enum,
    range,
    property,
)
TABLES = (list, dict, set, bytearray)


def premise(kind, of=""):
    """A premise as the engine reads it."""
    return [kind, of]


class ModuleFacts:
    """What one module has that changes, and what it asks of the world."""

    def __init__(self, tree, module):
        self.module = module
        self.calls = called_names(tree)
        self.by_last = by_last_name(self.calls)
        self.top = set(vars(module)) if module is not None else set()
        self.aliases = aliases(tree)
        self.changed = changed_names(tree, self.top)
        # For each function: what it asks of the world, and whether it compares objects.
        self.asked = {}
        self.compares = set()
        self.remembers = {}
        self.look(tree, [])
        # What the constants of the module were made of that the world answered.
        self.derived = {}
        self.look_at_constants(tree.body)

    def look_at_constants(self, body):
        """Finds what the world had a say in when the module was imported."""
        for statement in body:
            if isinstance(statement, ast.ClassDef):
                self.look_at_constants(statement.body)
            elif not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                nodes = list(ast.walk(statement))
                asked = {what for node in nodes if (what := self.world(node)) is not None}
                for name in {node.id for node in nodes if isinstance(node, ast.Name)}:
                    asked |= self.derived.get(name, set())
                    for function in reachable(self.calls, self.by_last, name):
                        asked |= self.asked.get(function, set())
                for node in nodes if asked else ():
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                        self.derived.setdefault(node.id, set()).update(asked)

    def look(self, node, scope):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = ".".join([*scope, child.name])
                self.asked[name] = {
                    asked for inner in ast.walk(child) if (asked := self.world(inner)) is not None
                }
                if any(map(compares_objects, ast.walk(child))):
                    self.compares.add(name)
                defaults = [*child.args.defaults, *child.args.kw_defaults]
                if any(isinstance(d, (ast.List, ast.Dict, ast.Set, ast.Call)) for d in defaults):
                    self.remembers[name] = f"the default of a parameter of `{child.name}`"
                self.look(child, [*scope, child.name])
            elif isinstance(child, ast.ClassDef):
                self.look(child, [*scope, child.name])
            else:
                self.look(child, scope)

    def world(self, node):
        """What a node asks of the world, in words."""
        if isinstance(node, ast.Name):
            if node.id in BUILTINS and node.id not in self.top:
                return f"`{node.id}`"
            origin = self.aliases.get(node.id)
            if origin is None or "." not in origin:
                return None
            return self.shown(origin)
        if not isinstance(node, ast.Attribute):
            return None
        name = dotted(node)
        if name is None:
            return None
        first, _, rest = name.partition(".")
        origin = self.aliases.get(first)
        if origin is None:
            return None
        return self.shown(f"{origin}.{rest}")

    def shown(self, name):
        if PURE.fullmatch(name):
            return None
        parts = name.split(".")
        if parts[0] == "datetime" and parts[-1] not in CLOCKS:
            return None
        if parts[0] == "pathlib" and len(parts) < 3:
            return None
        is_world = parts[0] in WORLD or parts[0] == "datetime" or ".".join(parts[:2]) in WORLD
        return f"`{name}`" if is_world and len(parts) > 1 else None

    def state(self, names):
        """The variables of the module, of those mentioned, that may have another value."""
        found = set()
        for name in names:
            if name in self.changed:
                found.add(self.changed[name])
            elif name in self.top:
                if not is_constant(vars(self.module)[name]):
                    found.add(name)
        return found

    def of(self, names, functions):
        """The premises of functions that mention some names."""
        result = [premise("state", f"`{name}`") for name in sorted(self.state(names))]
        result += [
            premise("state", self.remembers[function])
            for function in sorted(functions)
            if function in self.remembers
        ]
        asked = {what for function in functions for what in self.asked.get(function, ())}
        asked |= {what for name in names for what in self.derived.get(name, ())}
        result += [premise("world", what) for what in sorted(asked)]
        if self.compares & set(functions):
            result.append(premise("identity"))
        return result


def is_constant(value):
    """Whether a value is one that nobody changes, or a table that only functions which are
    known would."""
    try:
        return isinstance(value, (*FIXED, *TABLES)) or type(value).__module__ == "typing"
    except Exception:
        return False


def aliases(tree):
    """What the names that a module imports stand for."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                first = name.name.split(".")[0]
                found[name.asname or first] = name.name if name.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                found[name.asname or name.name] = f"{node.module}.{name.name}"
    return found


def dotted(node):
    """The name of an attribute of an attribute of a name; None of anything else."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None


def first_attribute(node):
    """The attribute of the name that a chain of attributes and subscripts begins with."""
    while not isinstance(node.value, ast.Name):
        node = node.value
    return getattr(node, "attr", "")


def compares_objects(node):
    """Whether a node asks if two values are one object, and not for a constant or class."""
    if not isinstance(node, ast.Compare):
        return False
    sides = [node.left, *node.comparators]
    return any(
        isinstance(op, (ast.Is, ast.IsNot))
        and not any(is_single(side) for side in sides[place : place + 2])
        for place, op in enumerate(node.ops)
    )


def is_single(node):
    """Whether there is one object only that an expression can be."""
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, bool) or node.value is ...
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return bool(name) and (name.isupper() or name.lstrip("_")[:1].isupper())


def changed_names(tree, top):
    """The variables that functions of a module change: the name that code mentions, and
    what they are called."""
    found = {}
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}

    def base(node):
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        return node.id if isinstance(node, ast.Name) else None

    def change(node, local):
        name = base(node)
        if not isinstance(node, (ast.Attribute, ast.Subscript)) or name is None:
            return
        if name in ("cls", *classes):
            attribute = first_attribute(node)
            if attribute:
                found[attribute] = f"{name}.{attribute}" if name != "cls" else attribute
        elif name in top and name not in local:
            found[name] = name

    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        arguments = function.args
        local = {a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
        shared = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Global):
                shared.update(node.names)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                local.add(node.id)
        local -= shared
        found.update((name, name) for name in shared)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
                targets = [node.target]
            elif isinstance(node, ast.Delete):
                targets = node.targets
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in CHANGING
            ):
                if isinstance(node.func.value, ast.Name):
                    if node.func.value.id in top - local:
                        found[node.func.value.id] = node.func.value.id
                    continue
                targets = [node.func.value]
            else:
                continue
            for target in targets:
                for part in getattr(target, "elts", [target]):
                    change(part, local)
    return found


def may_be_changed(cls):
    """Whether callers may change objects of a class by plain means."""
    if issubclass(cls, (enum.Enum, tuple)):
        return False
    parameters = getattr(cls, "__dataclass_params__", None)
    return not (parameters is not None and parameters.frozen)


def has_public_attributes(cls, tree):
    """Whether a class gives its objects attributes that callers may assign."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            for inner in ast.walk(node):
                target = getattr(inner, "target", None)
                targets = getattr(inner, "targets", [target] if target is not None else [])
                for each in targets:
                    name = dotted(each) if isinstance(each, ast.Attribute) else None
                    if name and name.startswith("self.") and not name.startswith("self._"):
                        return True
                    if isinstance(inner, ast.AnnAssign) and isinstance(each, ast.Name):
                        return True
    return False


def assign_premises(units, name, trees, receiver_of):
    """Gives each unit what its runs take for granted. `receiver_of` is the shape of a unit's
    receiver; one that is filled lazily may be any that its class allows, and has none."""

    @functools.cache
    def facts(module):
        return ModuleFacts(trees[module], sys.modules.get(module))

    @functools.cache
    def of_module(module):
        """The premises of all that a module does."""
        there = facts(module)
        return there.of(set().union(*there.calls.values()), there.calls)

    own = facts(name)
    owners = owners_of(own.module, trees)
    for unit in units:
        start = unit.name
        if unit.kind == "constructor" and start not in own.calls:
            start = start.replace("__init__", "__post_init__")
        reached = reachable(own.calls, own.by_last, start)
        names = set().union(*(own.calls[function] for function in reached))
        found = own.of(names, reached)
        # Of other modules of the user's, all that they do may be reached.
        for other in sorted({owners[each] for each in names if each in owners} - {name}):
            found += of_module(other)
        # A bool is an int, and a text may be of a subclass.
        asks_for_types = bool(names & {"isinstance", "type", "issubclass"})
        left_out = of_input(unit, trees[name], receiver_of(unit), asks_for_types)
        left_out += [premise("objects", each) for each in sorted(names & ABSTRACT)]
        unit.premises = [*unique(found), *left_out]


def owners_of(module, trees):
    """The modules of the user's that the names of a module are, or come from."""
    owners = {}
    for name, value in vars(module).items() if module is not None else ():
        try:
            is_module = inspect.ismodule(value)
            owner = value.__name__ if is_module else getattr(value, "__module__", None)
        except Exception:
            # A proxy for something that is not there now.
            continue
        if isinstance(owner, str) and owner in trees:
            owners[name] = owner
    return owners


def of_input(unit, tree, receiver, asks_for_types):
    """What the shapes of an input leave out. A receiver is one that is made by calls."""
    sharing = Sharing()
    for parameter in unit.parameters:
        sharing.look(parameter.shape, parameter.name)
        if not parameter.hinted:
            sharing.guesses.add(parameter.name)
    if unit.keywords is not None:
        sharing.guesses.add(f"**{unit.keywords_name}")
    if receiver is not None:
        sharing.look(receiver, "self")
        sharing.classes.discard(unit.cls)
    found = [premise("guess", f"`{name}`") for name in sorted(sharing.guesses)]
    if sharing.containers > 1:
        found.append(premise("apart", "containers"))
    classes = {cls.__name__ for cls in sharing.classes if may_be_changed(cls)}
    if receiver is not None and may_be_changed(unit.cls) and has_public_attributes(unit.cls, tree):
        classes.add(unit.cls.__name__)
    if asks_for_types and any(is_plain(unwrapped(p.shape)) for p in unit.parameters):
        classes.add("builtin types")
    found += [premise("objects", cls) for cls in sorted(classes)]
    found += [premise("answers", f"`{name}`") for name in sorted(sharing.functions)]
    return found


def unique(premises):
    return [list(each) for each in dict.fromkeys(map(tuple, premises))]
