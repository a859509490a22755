"""The characters that input texts of a module may have. Those of ASCII, so that they can be read,
unless the module speaks of others: then up to where those are that it speaks of."""

import ast
from collections.abc import Iterator

ASCII = 0x7F
# Letters of Latin with all their marks: what most code means that means more than ASCII.
LATIN = 0x2FF
# All of the first plane but for what encodes others, and all planes.
PLANE = 0xD7FF
ALL = 0x10FFFF

# What is asked of a text by code that knows of other characters.
ASKING = {"isascii", "normalize", "unicodedata", "UnicodeError", "UnicodeEncodeError"}


def alphabet_of(tree: ast.Module) -> int:
    """The last character."""
    last = max(spoken_of(tree), default=ASCII)
    return next(most for most in (ASCII, LATIN, PLANE, ALL) if last <= most)


def spoken_of(tree: ast.Module) -> Iterator[int]:
    """Characters beyond ASCII that code speaks of."""
    prose = set(map(id, docstrings(tree)))
    numbers = []
    counts_characters = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in prose:
            if isinstance(node.value, str) and not node.value.isascii():
                yield ord(max(node.value))
            elif type(node.value) is int and ASCII < node.value <= ALL:
                numbers.append(node.value)
        elif isinstance(node, (ast.Name, ast.Attribute, ast.alias)):
            name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)
            name = name or getattr(node, "name", "")
            counts_characters = counts_characters or name in ("ord", "chr")
            if name in ASKING:
                yield LATIN
    if counts_characters:
        # Numbers of characters, as they are compared.
        yield from numbers


def docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """What says what code does: it is no part of that."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
