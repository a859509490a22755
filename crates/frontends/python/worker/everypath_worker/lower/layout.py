"""How objects look: every class has a place for each attribute that any code
assigns, and places for what sequences hold. All have the same places, so that
code need not know of which class an object is."""

import ast
import dataclasses
import struct

from .builder import BOOL, FLOAT, INT, INT_WIDTH, PARTS, REF, TAG_WIDTH, bits, floating, unknown

BITS = {"Scalar": {"BitVec": INT_WIDTH}}
TAG = {"Scalar": {"BitVec": TAG_WIDTH}}
# Lengths are small: narrow ones keep what is computed from them simple.
LENGTH_WIDTH = 16
LENGTH = {"Scalar": {"BitVec": LENGTH_WIDTH}}
FLOAT_SORT = {"Scalar": "Float64"}
BOOL_SORT = {"Scalar": "Bool"}
# The kinds of the registers of a value.
KINDS = ("Reference", {"Scalar": TAG}, {"Scalar": BITS}, {"Scalar": FLOAT_SORT})
# Arrays hold the parts of the elements of sequences, one part each.
ARRAYS = ("references", "tags", "integers", "floats")
LARGE = "reads an integer beyond 64 bits"


def parts(kind, ref="Null", integer=0, number=0.0):
    """The constants of the registers of a value."""
    number = floating(struct.unpack("<Q", struct.pack("<d", number))[0])
    return [ref, bits(TAG_WIDTH, kind), bits(INT_WIDTH, integer), number]


def plain_parts(value):
    """The constants of a number or None; None for anything else."""
    if value is None:
        return parts(REF)
    if isinstance(value, bool):
        return parts(BOOL, integer=int(value))
    if type(value) is int:
        if -(1 << 63) <= value < 1 << 63:
            return parts(INT, integer=value)
        return parts(REF, ref=unknown(LARGE))
    if type(value) is float:
        return parts(FLOAT, number=value)
    return None


def assigned_names(trees):
    """The names of all attributes that code assigns."""
    names = []
    for tree in trees.values():
        for class_name, node in nodes_with_class(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.append(mangled(node.attr, class_name))
    return names


def nodes_with_class(tree, class_name=None):
    """All nodes of a tree, with the class around them."""
    for node in ast.iter_child_nodes(tree):
        yield class_name, node
        inner = node.name if isinstance(node, ast.ClassDef) else class_name
        yield from nodes_with_class(node, inner)


def mangled(name, class_name):
    """A name as Python spells it inside a class."""
    if class_name is None or not name.startswith("__") or name.endswith("__"):
        return name
    stripped = class_name.lstrip("_")
    return f"_{stripped}{name}" if stripped else name


class Layout:
    """The places of all objects."""

    def __init__(self, trees, models, classes):
        # Members of enums have these.
        names = [*assigned_names(trees), "value", "name"]
        for model in models:
            names.extend(model.fields)
        for cls in classes:
            if dataclasses.is_dataclass(cls):
                names.extend(field.name for field in dataclasses.fields(cls))
        self.attributes = {name: number * PARTS for number, name in enumerate(dict.fromkeys(names))}
        self.length = len(self.attributes) * PARTS
        self.arrays = range(self.length + 1, self.length + 1 + len(ARRAYS))

    def fields(self, open_places):
        """The fields of a class; `open_places` says what those of attributes
        may hold in an object of the input."""
        result = []
        nothing = [{"Fixed": constant} for constant in parts(0)]
        for name in self.attributes:
            places = open_places.get(name, nothing)
            for suffix, kind, place in zip(("", ".tag", ".int", ".float"), KINDS, places):
                result.append({"name": name + suffix, "kind": kind, "open": place})
        length = {"Fixed": bits(LENGTH_WIDTH, 0)}
        result.append({"name": "(length)", "kind": {"Scalar": LENGTH}, "open": length})
        for name in ARRAYS:
            result.append({"name": f"({name})", "kind": "Reference", "open": {"Fixed": "Null"}})
        return result

    def contents(self, attributes, length=0, arrays=()):
        """The contents of an object that is there from the beginning."""
        result = []
        for name in self.attributes:
            result.extend(attributes.get(name) or parts(0))
        result.append(bits(LENGTH_WIDTH, length))
        result.extend(arrays or ["Null"] * len(ARRAYS))
        return result
