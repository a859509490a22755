"""Types and patterns as values of the input.

Where a hint is `type`: the classes that the module speaks of, and, where it looks into hints,
hints of each form. Where it is a pattern: those that the module has.
"""

import ast
import builtins
import collections.abc
import dataclasses
import re
import types
import typing

MOST_NAMED = 12
MOST_CLASSES = 4
MOST_PATTERNS = 8
# What only code asks for that takes hints apart.
PARTS_OF_HINTS = {"__origin__", "__args__", "get_origin", "get_args", "get_type_hints"}
# One of each form.
HINTS = (
    typing.Optional[int],
    typing.Union[int, str],
    list[int],
    dict[str, int],
    tuple[int, str],
    tuple[int, ...],
    set[int],
    typing.Literal["a", "b"],
    typing.Callable[[int], str],
    type[int],
    typing.Any,
    list,
    dict,
    tuple,
    dataclasses.InitVar[int],
)
WRITTEN_CLASSES = (
    types.GenericAlias,
    getattr(types, "UnionType", types.GenericAlias),
    dataclasses.InitVar,
    re.Pattern,
)
# What the words of a hint or pattern may name.
NAMESPACE = {
    "collections": collections,
    "dataclasses": dataclasses,
    "re": re,
    "typing": typing,
}


def type_values(tree, names, classes):
    """The types that a module may be asked about; `names` is what it binds, `classes` are
    the user's."""
    spoken = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    spoken += [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    found = [names.get(name, getattr(builtins, name, None)) for name in dict.fromkeys(spoken)]
    named = [value for value in found if isinstance(value, type)][:MOST_NAMED]
    hints = HINTS if PARTS_OF_HINTS & set(spoken) else ()
    # Generic forms are equal to themselves only by comparison, and not all can be hashed.
    result = [int, str]
    for value in (*named, *classes[:MOST_CLASSES], *hints):
        if value not in result:
            result.append(value)
    return result


def patterns(names, text):
    """The patterns for texts or bytes that a module has, and a plain one."""
    found = [one for one in names.values() if isinstance(one, re.Pattern)]
    found = [one for one in found if isinstance(one.pattern, text)]
    plain = re.compile("a" if text is str else b"a")
    return list(dict.fromkeys([plain, *found[:MOST_PATTERNS]]))


def is_written(kind):
    """Whether values of a class are written as they are printed: hints, patterns."""
    return kind.__module__ == "typing" or kind in WRITTEN_CLASSES


def described_as_written(value):
    """The description of a hint or pattern; None if a test cannot write it."""
    text = repr(value)
    try:
        is_same = eval(text, dict(NAMESPACE)) == value
    except Exception:
        return None
    imports = [name for name in NAMESPACE if name + "." in text]
    return {"t": "expression", "text": text, "imports": imports} if is_same is True else None
