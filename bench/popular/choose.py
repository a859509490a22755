"""Modules of packages that many people install, chosen by chance.

`packages.txt` is a list of a hundred packages that are written in Python and are among those
that are downloaded most. Of as many of them as are asked for, one module each is taken: by a
seed, of those that have something to branch on, and none that only tests or vendors.
"""

import ast
import importlib.metadata
import random
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

LEFT_OUT = {"tests", "testing", "test", "_vendor", "vendor", "_vendored", "conftest", "__main__"}
BRANCHES = (ast.If, ast.For, ast.While, ast.IfExp, ast.Try, ast.comprehension)
FEWEST, MOST = 10, 400


def branches(path: Path) -> int:
    """How many statements of a file choose where it goes on."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return 0
    return sum(isinstance(node, BRANCHES) for node in ast.walk(tree))


def is_compiled(path: Path) -> bool:
    return any(path.with_name(path.stem + kind).exists() for kind in EXTENSION_SUFFIXES)


def modules(package: str) -> list[str]:
    """The modules of an installed package that are worth a suite, in order."""
    found = []
    for file in importlib.metadata.files(package) or ():
        parts = file.with_suffix("").parts
        if file.suffix != ".py" or not all(part.isidentifier() for part in parts):
            continue
        # Some packages bring a module compiled along with its source, which nobody runs then.
        if is_compiled(Path(str(file.locate()))):
            continue
        if LEFT_OUT & set(parts) or any(part.startswith("test_") for part in parts):
            continue
        if FEWEST <= branches(Path(str(file.locate()))) <= MOST:
            found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(found)


def chosen(packages: list[str], count: int, seed: int) -> list[str]:
    """One module each of some packages."""
    chance = random.Random(seed)
    order = chance.sample(packages, len(packages))
    result = []
    for package in order:
        candidates = modules(package)
        if candidates and len(result) < count:
            result.append(chance.choice(candidates))
    return result


if __name__ == "__main__":
    names = Path(__file__).with_name("packages.txt").read_text().split()
    print("\n".join(chosen(names, int(sys.argv[1]), int(sys.argv[2]))))
