"""Goals that are met where a statement begins: lines, blocks, and the places
that the user marked with a comment `# everypath: goal NAME`."""

import ast
import io
import re
import tokenize

MARKER = re.compile(r"#\s*everypath:\s*goal\s+(\S+)")


def runs(statement):
    """Whether a statement does anything that can be seen to run."""
    if isinstance(statement, (ast.Global, ast.Nonlocal)):
        return False
    return not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))


def has_blocks(statement):
    """Whether a statement has blocks that run with it."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return False
    return hasattr(statement, "body") or hasattr(statement, "cases")


def statements_in_functions(tree):
    """The lines on which statements of functions begin, ascending."""
    lines = set()
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for node in ast.walk(function):
                if isinstance(node, ast.stmt) and node is not function and runs(node):
                    lines.add(node.lineno)
    return sorted(lines)


def markers(source, tree):
    """The names of marked goals, by the line of the statement they mean: the
    one on the comment's line, or the next."""
    if b"everypath:" not in source:
        return {}
    lines = statements_in_functions(tree)
    found = {}
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        match = MARKER.match(token.string) if token.type == tokenize.COMMENT else None
        if match is None:
            continue
        line = next((line for line in lines if line >= token.start[0]), None)
        if line is not None:
            found.setdefault(line, []).append(match.group(1))
    return found


class Places:
    """The places of one module that are wanted."""

    def __init__(self, kinds, source, tree):
        self.kinds = kinds
        self.markers = markers(source, tree) if "goal" in kinds else {}

    def goals_at(self, statement, leads):
        """Kind and description of the goals at a statement; `leads` says
        whether it is the first of its block."""
        line = statement.lineno
        found = []
        if "line" in self.kinds:
            found.append(("line", f"line {line} runs"))
        if "block" in self.kinds and leads:
            found.append(("block", f"the block that begins in line {line}"))
        # A marker is taken by the first statement of its line.
        for name in self.markers.pop(line, ()):
            found.append(("goal", f"goal {name}"))
        return found
