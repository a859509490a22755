"""Types where the user wrote none: from defaults, constants and use."""

import ast
import builtins
import inspect
import typing

LITERALS = (bool, int, float, str, bytes)

# Hints that are made, not written.
HINTS: dict[type, typing.Any] = {list: typing.List, set: typing.Set, dict: typing.Dict}

STRING_METHODS = {
    "strip",
    "lstrip",
    "rstrip",
    "split",
    "rsplit",
    "splitlines",
    "startswith",
    "endswith",
    "upper",
    "lower",
    "isdigit",
    "isalpha",
    "isalnum",
    "isspace",
    "encode",
    "title",
    "partition",
    "rpartition",
    "casefold",
    "capitalize",
    "zfill",
    "join",
    "format",
}
LIST_METHODS = {"append", "extend", "sort", "reverse", "insert"}
MAPPING_METHODS = {"items", "keys", "values", "setdefault"}


class Evidence:
    """What the source says about one attribute."""

    def __init__(self):
        self.nullable = False
        self.classes = []
        self.builtin = None
        self.parameter = None
        # The syntax of an annotation that an assignment has.
        self.annotation = None


def literal_type(node):
    """The type of a literal expression, or None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return literal_type(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, LITERALS):
        return type(node.value)
    if isinstance(node, ast.JoinedStr):
        return str
    if isinstance(node, (ast.List, ast.ListComp)):
        return typing.List[int]
    if isinstance(node, (ast.Dict, ast.DictComp)):
        return typing.Dict[str, int]
    if isinstance(node, (ast.Set, ast.SetComp)):
        return typing.Set[int]
    if isinstance(node, ast.Compare):
        return bool
    return None


def type_of(value):
    """The type of a value as a hint would say it, or None."""
    kind = type(value)
    if kind in LITERALS:
        return kind
    first = next(iter(value), "" if kind is dict else 0) if kind in (list, set, dict) else None
    if kind is list:
        return HINTS[list][type_of(first) or typing.Any]
    if kind is set:
        return HINTS[set][type_of(first) or int]
    if kind is dict:
        return HINTS[dict][type_of(first) or str, type_of(value.get(first, 0)) or typing.Any]
    return None


def field_evidence(tree, class_node):
    """Evidence on attributes: those the class's methods assign on `self`,
    and, for the same names, what the rest of the module assigns."""
    facts = {}
    if class_node is None:
        return facts
    own, annotations = {}, {}
    for item in class_node.body:
        if not isinstance(item, ast.FunctionDef):
            continue
        for node in ast.walk(item):
            for target, value in assignments(node):
                if isinstance(target.value, ast.Name) and target.value.id == "self":
                    own.setdefault(target.attr, []).append((value, item))
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
                target = node.target
                if isinstance(target.value, ast.Name) and target.value.id == "self":
                    own.setdefault(target.attr, [])
                    annotations.setdefault(target.attr, node.annotation)
    for name, values in own.items():
        fact = facts[name] = Evidence()
        fact.annotation = annotations.get(name)
        for value, function in values:
            learn(fact, value, function)
    if tree is not None:
        for node in ast.walk(tree):
            for target, value in assignments(node):
                if target.attr in facts:
                    learn(facts[target.attr], value, None)
    return facts


def assignments(node):
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Attribute):
                yield target, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        if isinstance(node.target, ast.Attribute):
            yield node.target, node.value


def learn(fact, value, function):
    if isinstance(value, ast.Constant) and value.value is None:
        fact.nullable = True
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        if value.func.id not in fact.classes:
            fact.classes.append(value.func.id)
    elif isinstance(value, ast.Name) and function is not None and function.name == "__init__":
        if value.id in {a.arg for a in function.args.args + function.args.kwonlyargs}:
            fact.parameter = value.id
    else:
        fact.builtin = fact.builtin or literal_type(value)


def is_name(node, name):
    return isinstance(node, ast.Name) and node.id == name


def vote(node, means):
    """What one use of a value says about its type; `means` tells where it is meant."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and means(node.comparators[0]):
            return None  # what holds a text may be much
        if any(means(side) for side in sides):
            for side in sides:
                kind = literal_type(side)
                if kind in LITERALS and not means(side):
                    return kind
            if any(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops):
                return int
    elif isinstance(node, ast.BinOp) and (means(node.left) or means(node.right)):
        other = node.right if means(node.left) else node.left
        kind = literal_type(other)
        if kind in LITERALS:
            return kind
        if not isinstance(node.op, (ast.Add, ast.Mod)):
            return int
    elif isinstance(node, ast.Attribute) and means(node.value):
        if node.attr in STRING_METHODS:
            return str
        if node.attr in LIST_METHODS:
            return typing.List[int]
        if node.attr in MAPPING_METHODS:
            return typing.Dict[str, int]
    elif isinstance(node, ast.Subscript) and means(node.value):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return typing.Dict[str, int]
        return typing.List[int]
    elif isinstance(node, (ast.For, ast.comprehension)) and means(node.iter):
        return typing.List[int]
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.args
        and means(node.args[0])
    ):
        return {
            "len": typing.List[int],
            "range": int,
            "abs": int,
            "ord": str,
            "int": str,
            "chr": int,
        }.get(node.func.id)
    return None


def questions(tree):
    """Where code finds out of which class a value is: the value, and the syntax
    of the class or classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and is_name(node.func, "isinstance") and len(node.args) == 2:
            yield tuple(node.args)
        elif (
            isinstance(node, ast.Compare)
            and isinstance(node.left, ast.Call)
            and is_name(node.left.func, "type")
        ):
            if len(node.left.args) == 1:
                yield node.left.args[0], node.comparators[0]
        elif hasattr(ast, "Match") and isinstance(node, ast.Match):
            for pattern in ast.walk(node):
                if isinstance(pattern, ast.MatchClass):
                    yield node.subject, pattern.cls


def asked_classes(tree, namespace):
    """The classes that a module asks values for, in the order in which it does."""
    found = []
    for _, syntax in questions(tree):
        for cls in named_classes(syntax, namespace):
            if cls not in found:
                found.append(cls)
    return found


def named_classes(syntax, namespace):
    if isinstance(syntax, ast.Tuple):
        return [cls for element in syntax.elts for cls in named_classes(element, namespace)]
    value = named(syntax, namespace)
    return [
        cls for cls in (value if isinstance(value, tuple) else (value,)) if isinstance(cls, type)
    ]


def named(syntax, namespace):
    """What a dotted name means in a module, or None; nothing of it is called."""
    if isinstance(syntax, ast.Name):
        return namespace.get(syntax.id, getattr(builtins, syntax.id, None))
    if isinstance(syntax, ast.Attribute):
        holder = named(syntax.value, namespace)
        if inspect.ismodule(holder) or isinstance(holder, type):
            return inspect.getattr_static(holder, syntax.attr, None)
    return None


def attributes(tree):
    """The names of all attributes that a module looks at."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
