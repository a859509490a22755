"""Contracts of a unit: leading asserts, docstrings, icontract, deal."""

import ast
import inspect
import textwrap


class Contracts:
    """Preconditions and postconditions that are found in the source."""

    def __init__(self, function, hooks):
        self.assert_lines = set()
        self.before = []
        self.after = []
        function = inspect.unwrap(function)
        definition = find_definition(function)
        if definition is not None:
            self.find_asserts(definition)
        self.find_docstring(function)

    def find_asserts(self, definition):
        parameters = {
            a.arg
            for a in definition.args.args + definition.args.kwonlyargs + definition.args.posonlyargs
        }
        body = definition.body
        if ast.get_docstring(definition) is not None:
            body = body[1:]
        for statement in body:
            if not isinstance(statement, ast.Assert):
                break
            names = {n.id for n in ast.walk(statement.test) if isinstance(n, ast.Name)}
            if not names & parameters:
                break
            last = getattr(statement, "end_lineno", statement.lineno)
            self.assert_lines.update(range(statement.lineno, last + 1))

    def find_docstring(self, function):
        """Lines `pre: expression` and `post: expression` of a docstring."""
        for line in (inspect.getdoc(function) or "").splitlines():
            for prefix, clauses in (("pre:", self.before), ("post:", self.after)):
                text = line.strip()
                if text.startswith(prefix):
                    expression = text[len(prefix) :].strip()
                    try:
                        code = compile(expression, "<contract>", "eval")
                    except SyntaxError:
                        continue
                    clauses.append((expression, code, function.__globals__))

    def first_broken(self, clauses, names):
        for text, code, namespace in clauses:
            if not eval(code, namespace, names):  # the user's own contract
                return text
        return None

    def is_precondition(self, error, function):
        """Whether an error says that the caller broke the contract."""
        kind = type(error).__name__
        if kind in ("PreContractError",):
            return True
        if isinstance(error, AssertionError) and self.assert_lines:
            frames = []
            trace = error.__traceback__
            while trace is not None:
                frames.append((trace.tb_frame.f_code, trace.tb_lineno))
                trace = trace.tb_next
            if frames:
                code, line = frames[-1]
                return code is function.__code__ and line in self.assert_lines
        return False


def is_violation(error):
    """Whether an error comes from a contract library's check of the unit."""
    return any(
        base.__name__
        in ("ViolationError", "PostContractError", "InvContractError", "ContractError")
        and base.__module__.split(".")[0] in ("icontract", "deal", "_exceptions")
        for base in type(error).__mro__
    ) or type(error).__module__.startswith(("icontract", "deal"))


def find_definition(function):
    try:
        lines, start = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return None
    try:
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except SyntaxError:
        return None
    definition = tree.body[0]
    if not isinstance(definition, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    ast.increment_lineno(definition, start - 1)
    return definition
