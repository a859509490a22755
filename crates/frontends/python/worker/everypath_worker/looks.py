"""What expressions are, by their looks."""

import ast

# Calls that answer with a boolean.
BOOLEAN_CALLS = {
    "all",
    "any",
    "bool",
    "endswith",
    "isalnum",
    "isalpha",
    "isdecimal",
    "isdigit",
    "isdisjoint",
    "isinstance",
    "islower",
    "isspace",
    "issubset",
    "issuperset",
    "isupper",
    "startswith",
}


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def is_boolean(node):
    """Whether an expression is a boolean by its looks."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_boolean, node.values))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", None))
        return name in BOOLEAN_CALLS
    return isinstance(node, ast.Compare)


def makes_keys(node):
    """Whether a node says that the module works with sets or compares dictionaries."""
    if isinstance(node, ast.Name):
        return node.id in ("set", "frozenset", "Set", "FrozenSet", "AbstractSet", "Counter")
    if isinstance(node, ast.Attribute):
        return node.attr in ("Set", "FrozenSet", "AbstractSet", "Counter", "keys")
    if isinstance(node, ast.Compare):
        return any(isinstance(side, ast.Dict) for side in (node.left, *node.comparators))
    return isinstance(node, (ast.Set, ast.SetComp, ast.DictComp))
