"""Whether a module may ask about its surroundings, as its source tells."""

import ast

# Modules whose answers are the same everywhere: they know nothing of time, chance or the
# machine.
CERTAIN = {
    "__future__",
    "abc",
    "array",
    "ast",
    "base64",
    "binascii",
    "bisect",
    "cmath",
    "collections",
    "colorsys",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "decimal",
    "deal",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "graphlib",
    "hashlib",
    "heapq",
    "html",
    "icontract",
    "io",
    "itertools",
    "json",
    "keyword",
    "math",
    "numbers",
    "operator",
    "re",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "types",
    "typing",
    "typing_extensions",
    "unicodedata",
    "warnings",
    "zlib",
}
# Names of what every module has that say something about the machine or the process.
UNCERTAIN_NAMES = {
    "__file__",
    "__import__",
    "__loader__",
    "__spec__",
    "eval",
    "exec",
    "hash",
    "id",
    "open",
}


def is_uncertain(tree, own):
    """Whether a module may ask for chance, time or the machine's state, so that
    its answers may be others elsewhere; `own` are the user's modules."""
    known = CERTAIN | own
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [] if node.level else [node.module or ""]
        else:
            if isinstance(node, ast.Name) and node.id in UNCERTAIN_NAMES:
                return True
            continue
        if any(name.split(".")[0] not in known for name in names):
            return True
    return False
