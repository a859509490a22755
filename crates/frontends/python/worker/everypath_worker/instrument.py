"""Rewrites the user's modules as they are imported.

Branches report their goals; calls, subscripts, membership tests, negations and
f-strings go through hooks, because Python itself would not ask a proxy there.
Line numbers stay as they are. Only the bodies of functions are rewritten: what
runs on import is the user's own code.
"""

import ast
import operator

from .looks import is_boolean, is_none, makes_keys
from .places import has_blocks, runs

HOOKS = (
    "branch",
    "operand",
    "answer",
    "hit",
    "call",
    "getitem",
    "setitem",
    "delitem",
    "contains",
    "negation",
    "identity",
    "format_part",
    "join_parts",
    "make_set",
    "make_dict",
    "dict_of",
    "unpack_dict",
    "keywords",
    "keyed_operation",
)

# Questions that a value of no certain type answers itself: the hook, how many arguments.
QUESTIONS = {"isinstance": ("is_instance", 2), "callable": ("is_callable", 1)}

# Operations that sets and dictionaries have too, by their names in `operator`.
KEYED = {
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.Sub: operator.sub,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


# These look at the caller's frame, or are rewritten by the compiler.
UNHOOKED_CALLS = {
    "super",
    "locals",
    "globals",
    "vars",
    "dir",
    "eval",
    "exec",
    "issubclass",
    "callable",
    "id",
}

# Methods that builtin types have: a call of such a name may end in C.
BUILTIN_METHODS = {
    name
    for kind in (str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float)
    for name in dir(kind)
}


class Goal:
    """Something to cover: one side of a branch, or a place."""

    __slots__ = ("kind", "file", "line", "column", "description", "function", "condition")

    def __init__(self, kind, file, line, column, description, function, condition=None):
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.description = description
        self.function = function
        # What it is a side of, and whether that holds.
        self.condition = condition

    def as_json(self):
        return {name: getattr(self, name) for name in self.__slots__}


def place_key(kind, node):
    """What a goal is found by: its kind, and where its syntax is."""
    end = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    return (kind, type(node).__name__, node.lineno, node.col_offset, *end)


def shorten(node, limit=60):
    """The source of an expression, cut to a readable length."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def place_missing(tree):
    """Gives nodes without a place that of the node around them. What Python has for it takes
    twice as long."""
    pending = [(tree, (1, 0, 1, 0))]
    while pending:
        node, place = pending.pop()
        if node._attributes:
            if getattr(node, "end_col_offset", None) is None or not hasattr(node, "lineno"):
                node.lineno = getattr(node, "lineno", place[0])
                node.col_offset = getattr(node, "col_offset", place[1])
                if getattr(node, "end_lineno", None) is None:
                    node.end_lineno = place[2]
                if getattr(node, "end_col_offset", None) is None:
                    node.end_col_offset = place[3]
            place = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                pending.extend((item, place) for item in value if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST):
                pending.append((value, place))


class Rewriter(ast.NodeTransformer):
    """Rewrites one module; appends its goals to a list. Code has them from a first number on."""

    def __init__(self, file, goals, places, first=0):
        self.file = file
        self.goals = goals
        self.places = places
        self.first = first
        self.scope = []
        self.depth = 0
        self.functions = set()
        self.methods = set()
        self.entries = {}
        # The goals by their kind and the place of their syntax.
        self.numbers = {}

    def rewrite(self, tree):
        self.keyed = False
        for node in ast.walk(tree):
            self.keyed = self.keyed or makes_keys(node)
            if isinstance(node, ast.ClassDef):
                for item in node.body:
                    if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        self.methods.add(item.name)
        for node in tree.body:
            if (
                isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
                and not node.decorator_list
            ):
                self.functions.add(node.name)
        self.methods -= BUILTIN_METHODS
        tree = self.visit(tree)
        place_missing(tree)
        return tree

    # Making nodes.

    def hook(self, name, arguments, place):
        call = ast.Call(ast.Name("_ep_" + name, ast.Load()), arguments, [])
        return ast.copy_location(call, place)

    def goal(self, kind, place, description, condition=None):
        function = ".".join(self.scope) or "<module>"
        line, column = place.lineno, place.col_offset
        self.goals.append(Goal(kind, self.file, line, column, description, function, condition))
        self.numbers.setdefault(place_key(kind, place), []).append(len(self.goals) - 1)
        return len(self.goals) - 1

    def sides(self, kind, node):
        """The goals of both sides of a condition; the first of them."""
        text, whole = shorten(node), ast.unparse(node)
        goal = self.goal(kind, node, f"`{text}` is true", (whole, True))
        self.goal(kind, node, f"`{text}` is false", (whole, False))
        return goal

    def number(self, goal, place):
        """A goal in the code."""
        return ast.copy_location(ast.Constant(self.first + goal), place)

    def hit(self, goal, place):
        hook = self.hook("hit", [self.number(goal, place)], place)
        return ast.copy_location(ast.Expr(hook), place)

    def test(self, kind, node):
        """A test as a branch with two goals."""
        if isinstance(node, ast.Constant):
            return self.visit(node)
        goal = self.sides(kind, node)
        return self.hook("branch", [self.number(goal, node), self.visit(node)], node)

    # Definitions: only what runs when they are called is rewritten.

    def visit_FunctionDef(self, node):
        self.scope.append(node.name)
        self.depth += 1
        name = ".".join(self.scope)
        entry = self.goal("entry", node, f"`{name}` is entered")
        self.entries[name] = entry
        body = self.statements(node.body)
        at = 1 if ast.get_docstring(node, clean=False) is not None else 0
        first = node.body[min(at, len(node.body) - 1)]
        body.insert(at, self.hit(entry, first))
        node.body = body
        self.depth -= 1
        self.scope.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.scope.append(node.name)
        node.body = [self.visit(item) for item in node.body]
        self.scope.pop()
        return node

    def visit_Lambda(self, node):
        self.depth += 1
        node.body = self.visit(node.body)
        self.depth -= 1
        return node

    def visit_AnnAssign(self, node):
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    # Statements.

    def statements(self, body):
        result = []
        leads = True
        for statement in body:
            if self.depth and runs(statement):
                for kind, description in self.places.goals_at(statement, leads):
                    goal = self.goal(kind, statement, description)
                    result.append(self.hit(goal, statement))
                # What comes after a statement with blocks of its own is another block.
                leads = has_blocks(statement)
            changed = self.visit(statement)
            result.extend(changed if isinstance(changed, list) else [changed])
        return result

    def visit_If(self, node):
        if self.depth:
            node.test = self.test("branch", node.test)
        else:
            node.test = self.visit(node.test)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def visit_While(self, node):
        if not self.depth:
            return self.generic_visit(node)
        node.test = self.test("branch", node.test)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def visit_For(self, node):
        if not self.depth:
            return self.generic_visit(node)
        text = f"for {shorten(node.target, 20)} in {shorten(node.iter, 40)}"
        goal = self.goal("branch", node, f"loop `{text}` runs its body")
        self.goal("branch", node, f"loop `{text}` ends")
        node.iter = self.visit(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.hit(goal, node.body[0]), *self.statements(node.body)]
        node.orelse = [self.hit(goal + 1, node), *self.statements(node.orelse)]
        return node

    def visit_With(self, node):
        node.items = [self.visit(item) for item in node.items]
        node.body = self.statements(node.body)
        return node

    visit_AsyncWith = visit_With

    def visit_Try(self, node):
        node.body = self.statements(node.body)
        for handler in node.handlers:
            if self.depth:
                caught = shorten(handler.type, 40) if handler.type is not None else "anything"
                goal = self.goal("branch", handler, f"`except {caught}` is taken")
                handler.body = [self.hit(goal, handler.body[0]), *self.statements(handler.body)]
            else:
                handler.body = self.statements(handler.body)
        node.orelse = self.statements(node.orelse)
        node.finalbody = self.statements(node.finalbody)
        return node

    visit_TryStar = visit_Try

    def visit_Match(self, node):
        node.subject = self.visit(node.subject)
        if self.depth:
            node.subject = self.hook("matched", [node.subject], node.subject)
        for case in node.cases:
            if not self.depth:
                continue
            goal = self.goal("branch", case.pattern, f"`case {shorten(case.pattern, 40)}` is taken")
            if case.guard is not None:
                case.guard = self.test("condition", case.guard)
            case.body = [self.hit(goal, case.body[0]), *self.statements(case.body)]
        last = node.cases[-1]
        irrefutable = (
            isinstance(last.pattern, ast.MatchAs)
            and last.pattern.pattern is None
            and last.guard is None
        )
        if self.depth and not irrefutable:
            goal = self.goal(
                "branch", node, f"no case of `match {shorten(node.subject, 40)}` is taken"
            )
            pattern = ast.copy_location(ast.MatchAs(None, None), node)
            node.cases.append(ast.match_case(pattern, None, [self.hit(goal, node)]))
        return node

    def visit_Assert(self, node):
        if self.depth:
            node.test = self.test("condition", node.test)
        if node.msg is not None:
            node.msg = self.visit(node.msg)
        return node

    def visit_Assign(self, node):
        node.value = self.visit(node.value)
        if len(node.targets) == 1 and self.depth and self.hookable(node.targets[0]):
            target = node.targets[0]
            # The value is evaluated before the target, as Python does.
            temporary = ast.copy_location(ast.Name("_ep_value", ast.Store()), node)
            first = ast.copy_location(ast.Assign([temporary], node.value), node)
            value = ast.copy_location(ast.Name("_ep_value", ast.Load()), node)
            call = self.hook(
                "setitem", [self.visit(target.value), self.visit(target.slice), value], node
            )
            return [first, ast.copy_location(ast.Expr(call), node)]
        node.targets = [self.visit(target) for target in node.targets]
        return node

    def visit_AugAssign(self, node):
        node.value = self.visit(node.value)
        if not (self.depth and self.hookable(node.target)):
            return node
        target = node.target

        def name(text, context):
            return ast.copy_location(ast.Name(text, context), node)

        def assign(text, value):
            return ast.copy_location(ast.Assign([name(text, ast.Store())], value), node)

        load = ast.Load()
        pair = [name("_ep_container", load), name("_ep_key", load)]
        return [
            assign("_ep_container", self.visit(target.value)),
            assign("_ep_key", self.visit(target.slice)),
            assign("_ep_item", self.hook("getitem", list(pair), node)),
            ast.copy_location(
                ast.AugAssign(name("_ep_item", ast.Store()), node.op, node.value), node
            ),
            ast.copy_location(
                ast.Expr(self.hook("setitem", [*pair, name("_ep_item", load)], node)), node
            ),
        ]

    def visit_Delete(self, node):
        if self.depth and len(node.targets) == 1 and self.hookable(node.targets[0]):
            target = node.targets[0]
            arguments = [self.visit(target.value), self.visit(target.slice)]
            return ast.copy_location(ast.Expr(self.hook("delitem", arguments, node)), node)
        return self.generic_visit(node)

    def hookable(self, target):
        return isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice)

    # Expressions.

    def visit_IfExp(self, node):
        if self.depth:
            node.test = self.test("branch", node.test)
        node.body = self.visit(node.body)
        node.orelse = self.visit(node.orelse)
        return node

    def visit_comprehension(self, node):
        node.iter = self.visit(node.iter)
        if self.depth:
            node.ifs = [self.test("condition", test) for test in node.ifs]
        return node

    def visit_BoolOp(self, node):
        if not self.depth:
            return self.generic_visit(node)
        values = []
        for value in node.values[:-1]:
            if isinstance(value, ast.Constant):
                values.append(value)
                continue
            goal = self.sides("condition", value)
            number = self.number(goal, value)
            values.append(self.hook("operand", [number, self.visit(value)], value))
        values.append(self.visit(node.values[-1]))
        node.values = values
        return node

    def visit_Return(self, node):
        if not self.depth or not is_boolean(node.value):
            return self.generic_visit(node)
        # Both answers are worth a test.
        goal = self.sides("condition", node.value)
        number = self.number(goal, node.value)
        node.value = self.hook("answer", [number, self.visit(node.value)], node.value)
        return node

    def visit_UnaryOp(self, node):
        node.operand = self.visit(node.operand)
        if self.depth and isinstance(node.op, ast.Not):
            return self.hook("negation", [node.operand], node)
        return node

    def keyed_operation(self, op, left, right, node):
        """The operation through a hook, if it may be one of sets or dictionaries."""
        literal = (ast.Constant, ast.List, ast.Tuple, ast.JoinedStr)
        if not self.keyed or isinstance(left, literal) or isinstance(right, literal):
            return None
        function = ast.Name("_ep_operator_" + type(op).__name__, ast.Load())
        return self.hook("keyed_operation", [ast.copy_location(function, node), left, right], node)

    def visit_BinOp(self, node):
        plain = isinstance(node.left, ast.Constant) or isinstance(node.right, ast.Constant)
        node = self.generic_visit(node)
        if self.depth and type(node.op) in KEYED and not plain:
            return self.keyed_operation(node.op, node.left, node.right, node) or node
        return node

    def visit_Compare(self, node):
        node = self.generic_visit(node)
        if not self.depth or len(node.ops) != 1:
            return node
        op, left, right = node.ops[0], node.left, node.comparators[0]
        if type(op) in KEYED:
            return self.keyed_operation(op, left, right, node) or node
        if isinstance(op, (ast.In, ast.NotIn)):
            result = self.hook("contains", [left, right], node)
        elif isinstance(op, (ast.Is, ast.IsNot)) and is_none(right):
            result = self.hook("is_none", [left], node)
        elif isinstance(op, (ast.Is, ast.IsNot)) and any(
            isinstance(side, ast.Constant) and isinstance(side.value, bool)
            for side in (left, right)
        ):
            sides = [self.hook("boolean", [side], node) for side in (left, right)]
            result = self.hook("identity", sides, node)
        else:
            return node
        if isinstance(op, (ast.NotIn, ast.IsNot)):
            result = self.hook("negation", [result], node)
        return result

    def visit_Call(self, node):
        direct = not self.depth
        if isinstance(node.func, ast.Name):
            direct = direct or node.func.id in UNHOOKED_CALLS or node.func.id in self.functions
        elif isinstance(node.func, ast.Attribute):
            # Of any other object, a method of this name may be one in C.
            own = isinstance(node.func.value, ast.Name) and node.func.value.id in ("self", "cls")
            direct = direct or (own and node.func.attr in self.methods)
        node = self.generic_visit(node)
        if self.depth and isinstance(node.func, ast.Name) and node.func.id not in self.functions:
            hook, arguments = QUESTIONS.get(node.func.id, (None, 0))
            if hook and len(node.args) == arguments and not node.keywords:
                return self.hook(hook, node.args, node)
        for keyword in node.keywords:
            if keyword.arg is None and self.depth:
                keyword.value = self.hook("keywords", [keyword.value], keyword.value)
        if direct:
            return node
        call = ast.Call(ast.Name("_ep_call", ast.Load()), [node.func, *node.args], node.keywords)
        return ast.copy_location(call, node)

    def visit_Subscript(self, node):
        plain = isinstance(node.slice, ast.Slice) or (
            isinstance(node.slice, (ast.Constant, ast.UnaryOp))
            and not isinstance(getattr(node.slice, "value", None), (str, bytes))
        )
        loads = isinstance(node.ctx, ast.Load)
        node = self.generic_visit(node)
        if self.depth and loads and not plain:
            return self.hook("getitem", [node.value, node.slice], node)
        return node

    def visit_JoinedStr(self, node):
        if not self.depth:
            return node
        return self.hook("join_parts", [self.part(value) for value in node.values], node)

    def part(self, value):
        if isinstance(value, ast.Constant):
            return value
        conversion = chr(value.conversion) if value.conversion != -1 else ""
        spec = ast.copy_location(ast.Constant(""), value)
        if value.format_spec is not None:
            spec = self.visit(value.format_spec)
        arguments = [
            self.visit(value.value),
            ast.copy_location(ast.Constant(conversion), value),
            spec,
        ]
        return self.hook("format_part", arguments, value)

    def visit_Set(self, node):
        node = self.generic_visit(node)
        if not self.depth or any(isinstance(item, ast.Starred) for item in node.elts):
            return node
        return self.hook("make_set", node.elts, node)

    def visit_Dict(self, node):
        node = self.generic_visit(node)
        if not self.depth or not node.keys:
            return node
        if None in node.keys:
            items = [
                ast.Tuple([value] if key is None else [key, value], ast.Load())
                for key, value in zip(node.keys, node.values)
            ]
            return self.hook("unpack_dict", items, node)
        if all(isinstance(key, ast.Constant) for key in node.keys):
            return node
        items = [part for pair in zip(node.keys, node.values) for part in pair]
        return self.hook("make_dict", items, node)

    def visit_SetComp(self, node):
        node = self.generic_visit(node)
        if not self.depth:
            return node
        items = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        return self.hook(
            "make_set", [ast.copy_location(ast.Starred(items, ast.Load()), node)], node
        )

    def visit_DictComp(self, node):
        node = self.generic_visit(node)
        if not self.depth:
            return node
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        return self.hook(
            "dict_of", [ast.copy_location(ast.ListComp(pair, node.generators), node)], node
        )
