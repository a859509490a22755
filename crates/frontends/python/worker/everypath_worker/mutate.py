"""The mutants of a module: small changes of its functions and constants that a good
suite notices.

Each is a change of one node of the tree, made in place and taken back: what compiles it
is `mutated.py`. What could not be noticed in any way is left out: texts that document,
types, what runs on import.
"""

import ast

from .looks import is_none
from .substitutes import ARITHMETIC, RELATIONS, SIGNS, TWINS

# A text is marked with these, so that nothing else says the same.
MARK = "XX"
LONGEST = 40

# A number from which on its half is tried as well.
LARGE = 10

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Mutant:
    """One change. `lines` are those one of which runs before it can make a difference."""

    __slots__ = ("owner", "classes", "line", "column", "lines", "operator", "change", "edit")

    def __init__(self, owner, classes, node, lines, operator, change, edit):
        # The function or the assignment that is changed, and the classes it is in.
        self.owner = owner
        self.classes = classes
        self.line = node.lineno
        self.column = node.col_offset
        self.lines = lines
        self.operator = operator
        self.change = change
        self.edit = edit

    @property
    def function(self):
        own = (self.owner.name,) if isinstance(self.owner, FUNCTIONS) else ()
        return ".".join((*(cls.name for cls in self.classes), *own)) or "<module>"

    def as_json(self):
        return {
            "function": self.function,
            "line": self.line,
            "column": self.column,
            "operator": self.operator,
            "change": self.change,
        }


class Edit:
    """A field of a node that holds something else for a while."""

    __slots__ = ("node", "field", "index", "new", "old")

    def __init__(self, node, field, index, new):
        self.node, self.field, self.index, self.new = node, field, index, new

    def __enter__(self):
        if self.index is None:
            self.old = getattr(self.node, self.field)
            setattr(self.node, self.field, self.new)
        else:
            body = getattr(self.node, self.field)
            self.old = body[self.index]
            body[self.index] = self.new

    def __exit__(self, *_):
        if self.index is None:
            setattr(self.node, self.field, self.old)
        else:
            getattr(self.node, self.field)[self.index] = self.old


def mutants_of(tree):
    """All mutants of a module, in the order of its source."""
    maker = Maker(tree)
    maker.module(tree.body, ())
    return sorted(maker.found, key=lambda mutant: (mutant.line, mutant.column))


def shown(node):
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


class Maker:
    """Walks a module and makes the mutants of what it meets."""

    def __init__(self, tree):
        self.found = []
        self.uses = {}
        self.owner = None
        self.classes = ()
        self.lines = range(0)
        self.note_uses(tree)

    def note_uses(self, tree):
        """The lines of functions that read a name: what a constant is noticed by."""
        for function in ast.walk(tree):
            if isinstance(function, FUNCTIONS):
                for node in ast.walk(function):
                    if not isinstance(node, (ast.Name, ast.Attribute)):
                        continue
                    name = node.id if isinstance(node, ast.Name) else node.attr
                    if isinstance(node.ctx, ast.Load):
                        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                        self.uses.setdefault(name, set()).update(lines)

    def add(self, place, operator, change, node, field, index, new):
        new = ast.copy_location(new, place) if isinstance(new, ast.AST) else new
        if isinstance(new, ast.AST):
            ast.fix_missing_locations(new)
        edit = Edit(node, field, index, new)
        self.found.append(
            Mutant(self.owner, self.classes, place, self.lines, operator, change, edit)
        )

    # What is outside of functions.

    def module(self, body, classes):
        for statement in body:
            if isinstance(statement, FUNCTIONS):
                self.function(statement, classes)
            elif isinstance(statement, ast.ClassDef):
                self.module(statement.body, (*classes, statement))
            elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
                self.constant(statement, classes)
            elif isinstance(statement, (ast.If, ast.Try)) and not is_guard(statement):
                self.module([*statement.body, *statement.orelse], classes)

    def constant(self, statement, classes):
        """The values that a module or class gives a name which its functions read."""
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if len(names) != 1 or names[0].startswith("__") or statement.value is None:
            return
        lines = self.uses.get(names[0])
        if not lines or not is_data(statement.value):
            return
        self.owner, self.classes, self.lines = statement, classes, lines
        self.child(statement, "value", None, statement.value)

    def function(self, function, classes):
        self.owner, self.classes = function, classes
        self.lines = range(function.body[0].lineno, function.end_lineno + 1)
        for field in ("defaults", "kw_defaults"):
            first = len(self.found)
            for index, node in enumerate(getattr(function.args, field)):
                self.child(function.args, field, index, node)
            for mutant in self.found[first:]:
                mutant.operator = "default"
        self.lines = range(0)
        self.body(function, "body", function.body)

    # Statements.

    def body(self, holder, field, body):
        for index, statement in enumerate(body):
            if index == 0 and is_documentation(statement):
                continue
            outer = self.lines
            self.lines = range(statement.lineno, head_end(statement) + 1)
            self.statement(holder, field, index, statement)
            self.lines = outer

    def statement(self, holder, field, index, node):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self.body(node, "body", node.body)
            return
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass)):
            return
        if isinstance(node, ast.Expr):
            if isinstance(node.value, (ast.Call, ast.Await)):
                text = shown(node.value)
                self.add(node, "call", f"{text} removed", holder, field, index, ast.Pass())
        elif isinstance(node, ast.Assign) or (isinstance(node, ast.AnnAssign) and node.value):
            self.assignment(node)
        elif isinstance(node, ast.AugAssign):
            self.augmented(holder, field, index, node)
        elif isinstance(node, ast.Return):
            if node.value is not None and not is_none(node.value):
                change = f"return {shown(node.value)} → return None"
                self.add(node, "return", change, node, "value", None, none())
        elif isinstance(node, ast.Raise):
            self.raised(node)
        elif isinstance(node, ast.Break):
            self.add(node, "jump", "break → continue", holder, field, index, ast.Continue())
        elif isinstance(node, ast.Continue):
            self.add(node, "jump", "continue → break", holder, field, index, ast.Break())
        elif isinstance(node, (ast.If, ast.While)):
            self.condition(node)
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.child(node, "value", None, node.value)
            return
        self.children(node)

    def assignment(self, node):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if is_none(node.value):
            new, text = ast.Constant(""), '""'
        else:
            new, text = none(), "None"
        change = f"{shown(target)} = {shown(node.value)} → {shown(target)} = {text}"
        self.add(node, "assignment", change, node, "value", None, new)

    def augmented(self, holder, field, index, node):
        sign = SIGNS[type(node.op)]
        for other in ARITHMETIC[type(node.op)]:
            change = f"{sign}= → {SIGNS[other]}="
            self.add(node, "arithmetic", change, node, "op", None, other())
        plain = ast.Assign([node.target], node.value)
        self.add(node, "assignment", f"{sign}= → =", holder, field, index, plain)

    def raised(self, node):
        error = node.exc
        kind = error.func if isinstance(error, ast.Call) else error
        if not isinstance(kind, ast.Name):
            return
        other = "TypeError" if kind.id != "TypeError" else "ValueError"
        holder, name = (error, "func") if isinstance(error, ast.Call) else (node, "exc")
        new = ast.Name(other, ast.Load())
        self.add(node, "exception", f"{kind.id} → {other}", holder, name, None, new)

    def condition(self, node):
        """What is no comparison has its opposite as a mutant; those have relations."""
        test = node.test
        if isinstance(test, (ast.Constant, ast.Compare)):
            return
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return
        change = f"{shown(test)} → not {shown(test)}"
        self.add(test, "condition", change, node, "test", None, ast.UnaryOp(ast.Not(), test))

    # Expressions.

    def children(self, node):
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                if value and isinstance(value[0], ast.stmt):
                    self.body(node, field, value)
                    continue
                for index, item in enumerate(value):
                    self.child(node, field, index, item)
            else:
                self.child(node, field, None, value)

    def child(self, node, field, index, child):
        if not isinstance(child, ast.AST) or field in ("annotation", "returns", "type_comment"):
            return
        if isinstance(child, ast.ExceptHandler) or type(child).__name__ == "match_case":
            # What is caught, and the pattern, stay as they are.
            guard = getattr(child, "guard", None)
            self.child(child, "guard", None, guard)
            self.body(child, "body", getattr(child, "body", []))
            return
        if type(child).__name__.startswith("Match"):
            return
        make = getattr(self, "of_" + type(child).__name__, None)
        if make is not None:
            make(node, field, index, child)
        if isinstance(child, ast.Call) and is_type_test(child):
            return
        self.children(child)

    def of_Constant(self, node, field, index, child):
        value = child.value

        def replaced(operator, other):
            change = f"{shown(child)} → {other!r}"
            self.add(child, operator, change, node, field, index, ast.Constant(other))

        if isinstance(value, bool):
            replaced("constant", not value)
        elif isinstance(value, (int, float)):
            replaced("constant", value + 1)
            if not (isinstance(node, ast.UnaryOp) and value == 1):
                replaced("constant", value - 1)
            if abs(value) > 1:
                replaced("constant", type(value)(0))
            if isinstance(value, int) and abs(value) >= LARGE:
                # Beside a large number there may be nothing to see of it.
                replaced("constant", value // 2)
        elif isinstance(value, str):
            mark = MARK + value + MARK
            replaced("text", mark)
            swapped = value.swapcase()
            if swapped != value and not isinstance(node, ast.JoinedStr):
                replaced("text", swapped)
        elif isinstance(value, bytes):
            replaced("text", MARK.encode() + value + MARK.encode())
        elif value is None and not isinstance(node, (ast.Compare, ast.Return)):
            replaced("constant", "")

    def of_BinOp(self, node, field, index, child):
        if is_formatting(child):
            return
        sign = SIGNS[type(child.op)]
        for other in ARITHMETIC[type(child.op)]:
            self.add(child, "arithmetic", f"{sign} → {SIGNS[other]}", child, "op", None, other())

    def of_UnaryOp(self, node, field, index, child):
        if isinstance(child.op, ast.UAdd):
            return
        change = f"{shown(child)} → {shown(child.operand)}"
        operator = "condition" if isinstance(child.op, ast.Not) else "arithmetic"
        self.add(child, operator, change, node, field, index, child.operand)

    def of_BoolOp(self, node, field, index, child):
        other = ast.Or if isinstance(child.op, ast.And) else ast.And
        change = f"{SIGNS[type(child.op)]} → {SIGNS[other]}"
        self.add(child, "connective", change, child, "op", None, other())

    def of_Compare(self, node, field, index, child):
        for at, op in enumerate(child.ops):
            for other in RELATIONS[type(op)]:
                change = f"{SIGNS[type(op)]} → {SIGNS[other]}"
                self.add(child, "relation", change, child, "ops", at, other())

    def of_IfExp(self, node, field, index, child):
        self.condition(child)

    def of_comprehension(self, node, field, index, child):
        for at, test in enumerate(child.ifs):
            if not isinstance(test, (ast.Compare, ast.Constant, ast.UnaryOp)):
                new = ast.UnaryOp(ast.Not(), test)
                change = f"{shown(test)} → not {shown(test)}"
                self.add(test, "condition", change, child, "ifs", at, new)

    def of_Lambda(self, node, field, index, child):
        if not isinstance(child.body, ast.Constant):
            change = f"{shown(child.body)} → None"
            self.add(child, "return", change, child, "body", None, none())

    def of_Subscript(self, node, field, index, child):
        place = child.slice
        if isinstance(child.ctx, ast.Load) and isinstance(place, (ast.Name, ast.BinOp)):
            new = ast.BinOp(place, ast.Add(), ast.Constant(1))
            change = f"[{shown(place)}] → [{shown(new)}]"
            self.add(place, "index", change, child, "slice", None, new)

    def of_Call(self, node, field, index, child):
        if is_type_test(child):
            return
        function = child.func
        name = getattr(function, "attr", getattr(function, "id", None))
        if name in TWINS and not (name in ("split", "rsplit") and len(child.args) < 2):
            part = "attr" if isinstance(function, ast.Attribute) else "id"
            change = f"{name} → {TWINS[name]}"
            self.add(child, "call", change, function, part, None, TWINS[name])
        if isinstance(node, ast.Raise):
            return
        arguments = child.args
        plain = not any(isinstance(argument, ast.Starred) for argument in arguments)
        for at, argument in enumerate(arguments):
            # What else is in an expression has mutants of its own.
            if not isinstance(argument, (ast.Name, ast.Attribute)):
                continue
            change = f"{shown(argument)} → None"
            self.add(argument, "arguments", change, child, "args", at, none())
        for at, keyword in enumerate(child.keywords):
            if keyword.arg is None:
                continue
            if isinstance(keyword.value, (ast.Name, ast.Attribute)):
                change = f"{shown(keyword)} → {keyword.arg}=None"
                self.add(keyword.value, "arguments", change, keyword, "value", None, none())
            rest = [*child.keywords[:at], *child.keywords[at + 1 :]]
            change = f"{shown(keyword)} removed"
            self.add(keyword.value, "arguments", change, child, "keywords", None, rest)
        if plain and len(arguments) > 1:
            # Of those before the last one, none can be left out.
            change = f"{shown(arguments[-1])} removed"
            self.add(arguments[-1], "arguments", change, child, "args", None, arguments[:-1])
            for at in range(len(arguments) - 1):
                if name in ("min", "max") or ast.dump(arguments[at]) == ast.dump(arguments[at + 1]):
                    continue
                one, other = arguments[at : at + 2]
                swapped = [*arguments[:at], other, one, *arguments[at + 2 :]]
                change = f"{shown(one)}, {shown(other)} → {shown(other)}, {shown(one)}"
                self.add(one, "arguments", change, child, "args", None, swapped)


def none():
    return ast.Constant(None)


def is_documentation(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def is_formatting(node):
    """Whether `%` formats a text: what stands for it then always fails."""
    left = node.left
    return (
        isinstance(node.op, ast.Mod)
        and isinstance(left, ast.Constant)
        and isinstance(left.value, (str, bytes))
    )


def is_type_test(node):
    """Calls whose arguments are types: what they become fails whatever the input is."""
    return isinstance(node.func, ast.Name) and node.func.id in (
        "isinstance",
        "issubclass",
        "super",
        "cast",
        "TypeVar",
    )


def is_guard(statement):
    """Whether what is below runs for type checkers or as a program only."""
    if not isinstance(statement, ast.If):
        return False
    parts = ast.walk(statement.test)
    names = {getattr(node, "id", getattr(node, "attr", None)) for node in parts}
    return bool(names & {"TYPE_CHECKING", "__name__"})


def is_data(node):
    """Whether an expression of a module is data, which can be made again at any time."""
    calls = (child for child in ast.walk(node) if isinstance(child, ast.Call))
    allowed = {"frozenset", "set", "dict", "tuple", "list", "compile", "Decimal", "Fraction"}
    allowed |= {"timedelta", "range", "sorted"}
    return all(getattr(c.func, "id", getattr(c.func, "attr", None)) in allowed for c in calls)


def head_end(statement):
    """The last line of a statement without its blocks."""
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        return max(statement.lineno, body[0].lineno - 1)
    return statement.end_lineno
