"""Expressions: each gives a value, and tests go one of two ways."""

import ast

from .builder import BOOL, FLOAT, INT, REF, Unsupported
from .operators import truth_of_number

CONTAINERS = {ast.Dict: "a dictionary", ast.DictComp: "a dictionary"}
PLACES = {"Add": "BvAdd", "Sub": "BvSub"}


class Expressions:
    """The part of a function's lowering that knows expressions."""

    def value(self, node):
        """The value of an expression. Where it is not followed, runs end when
        they come there, and not before."""
        write = getattr(self, f"value_{type(node).__name__}", None)
        try:
            if write is None:
                what = CONTAINERS.get(type(node), f"the expression {type(node).__name__}")
                raise Unsupported(f"uses {what}")
            return write(node)
        except Unsupported as error:
            self.end_at(node, error)
            return self.b.none()

    def end_at(self, node, error):
        """Ends runs at what is not followed."""
        line = "" if self.is_runtime else f" in line {node.lineno}"
        self.b.unsupported(f"{error}{line}")

    def value_Constant(self, node):
        if node.value is Ellipsis or isinstance(node.value, (bytes, complex)):
            raise Unsupported(f"uses a literal of {type(node.value).__name__}")
        return self.known_value(node.value)

    def value_Name(self, node):
        return self.load(node.id)

    def value_NamedExpr(self, node):
        value = self.b.copy(self.value(node.value))
        self.store(node.target.id, value)
        return value

    def value_Tuple(self, node):
        return self.sequence(tuple, self.items(node.elts))

    def value_List(self, node):
        return self.sequence(list, self.items(node.elts))

    def value_Set(self, node):
        made = self.sequence(set, [])
        for item in self.items(node.elts):
            self.add_to(made, item)
        return made

    def items(self, nodes):
        if any(isinstance(node, ast.Starred) for node in nodes):
            raise Unsupported("unpacks a sequence into another")
        return [self.b.copy(self.value(node)) for node in nodes]

    def value_JoinedStr(self, node):
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.shown(self.value(part.value))
        return self.b.opaque("looks at a text that it formats")

    def shown(self, value):
        """Objects have code of their own that shows them."""
        b = self.b
        plain = b.block()
        shows, asks = self.lost("formats an object"), b.block()
        b.branch(b.has_tag(value, REF), asks, plain)
        b.at(asks)
        nothing = b.register()
        b.emit("IsNull", to=nothing, reference=value.ref)
        known = b.either(nothing, self.is_instance_of(value, str))
        b.branch(known, plain, shows)
        b.at(plain)

    # Operators.

    def value_BinOp(self, node):
        left = self.b.copy(self.value(node.left))
        return self.binary(type(node.op).__name__, left, self.value(node.right), False)

    def binary(self, op, left, right, in_place):
        if op == "Mod" and left.known is not None and isinstance(left.known.object, str):
            self.shown(right)
            return self.b.opaque("looks at a text that it formats")
        whole = {INT, BOOL}
        if self.is_runtime and op in PLACES:
            # Places and lengths, which are small.
            return self.b.integer(self.b.apply(PLACES[op], left.int, right.int))
        if (
            left.kind in whole
            and right.kind in whole
            and op in ("Add", "Sub", "BitAnd", "BitOr", "BitXor")
        ):
            return self.numbers.whole(op, left, right)
        return self.apply_operator(("binary", op, in_place), left, right)

    def value_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return self.branched(node)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            if type(node.operand.value) in (int, float):
                return self.known_value(-node.operand.value)
        value = self.value(node.operand)
        if isinstance(node.op, ast.USub):
            return self.apply_operator(("negative",), value)
        if isinstance(node.op, ast.Invert):
            return self.apply_operator(("inverted",), value)
        b = self.b
        b.require(b.negation(b.has_tag(value, REF)), self.lost("applies + to an object"))
        return self.binary("Add", value, self.known_value(0), False)

    def value_Compare(self, node):
        if len(node.ops) == 1:
            left = self.b.copy(self.value(node.left))
            return self.comparison(node.ops[0], left, self.value(node.comparators[0]))
        # The first comparison that is not true is the value.
        b = self.b
        result, done = b.fresh(), b.block()
        left = b.copy(self.value(node.left))
        for number, (op, comparator) in enumerate(zip(node.ops, node.comparators)):
            right = b.copy(self.value(comparator))
            answer = self.comparison(op, left, right)
            b.move(result, answer)
            if number + 1 < len(node.ops):
                following = b.block()
                b.branch(self.truth(answer), following, done)
                b.at(following)
            left = right
        b.jump(done)
        b.at(done)
        return result

    def comparison(self, op, left, right):
        b = self.b
        name = type(op).__name__
        if name in ("Is", "IsNot"):
            condition = self.identity(left, right)
            return b.from_condition(b.negation(condition) if name == "IsNot" else condition)
        if name in ("In", "NotIn"):
            answer = self.contains(left, right)
            return answer if name == "In" else b.from_condition(b.negation(self.truth(answer)))
        if self.is_runtime and name == "NotEq":
            return b.from_condition(b.negation(b.same(left.int, right.int)))
        if (
            self.is_runtime
            or left.kind in (INT, BOOL)
            and right.kind in (INT, BOOL)
            and name != "NotEq"
        ):
            return b.from_condition(self.numbers.compare(name, left, right))
        if name == "NotEq":
            if self.program.has_special("__ne__"):
                raise Unsupported("compares by __ne__")
            answer = self.apply_operator(("equal",), left, right)
            return b.from_condition(b.negation(self.truth(answer)))
        if name == "Eq":
            return self.apply_operator(("equal",), left, right)
        return self.apply_operator(("compare", name), left, right)

    def identity(self, left, right):
        """The condition that two values are the same object."""
        b = self.b
        for one, other in ((left, right), (right, left)):
            if other.known is None:
                continue
            if other.known.object is None:
                nothing = b.register()
                b.emit("IsNull", to=nothing, reference=one.ref)
                return b.both(b.has_tag(one, REF), nothing)
            if isinstance(other.known.object, bool):
                return b.both(b.has_tag(one, BOOL), b.same(one.int, other.int))
        alike = b.same(left.tag, right.tag)
        numbers = b.both(alike, b.either(b.has_tag(left, INT), b.has_tag(left, FLOAT)))
        b.require(b.negation(numbers), self.lost("compares numbers by their identity"))
        same = b.register()
        b.emit("Same", to=same, left=left.ref, right=right.ref)
        return b.both(b.both(alike, same), b.same(left.int, right.int))

    # Tests.

    def truth(self, value):
        """The condition that a value is true."""
        b = self.b
        if value.kind == REF or value.kind is None:
            answer = self.apply_operator(("truth",), value)
            return b.negation(b.same(answer.int, b.zero()))
        return truth_of_number(b, value)

    def test(self, kind, node, then, otherwise):
        """A test with goals for both of its sides."""
        goals = self.goals_of(kind, node)
        if not goals:
            return self.decide(node, then, otherwise)
        sides = []
        for goal, block in ((goals[0], then), (goals[0] + 1, otherwise)):
            sides.append(
                self.b.elsewhere(lambda goal=goal, block=block: self.covering(goal, block))
            )
        return self.decide(node, *sides)

    def covering(self, goal, block):
        self.b.cover(goal)
        self.b.jump(block)

    def decide(self, node, then, otherwise):
        """Goes one way if an expression is true, another if not."""
        b = self.b
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.decide(node.operand, otherwise, then)
        if isinstance(node, ast.BoolOp):
            for value in node.values[:-1]:
                following = b.block()
                sides = (
                    (following, otherwise) if isinstance(node.op, ast.And) else (then, following)
                )
                self.test("condition", value, *sides)
                b.at(following)
            return self.decide(node.values[-1], then, otherwise)
        if isinstance(node, ast.Constant):
            return b.jump(then if node.value else otherwise)
        return b.branch(self.truth(self.value(node)), then, otherwise)

    def branched(self, node):
        """The answer of a test as a value."""
        b = self.b
        result, done, yes, no = b.fresh(), b.block(), b.block(), b.block()
        self.decide(node, yes, no)
        for block, answer in ((yes, True), (no, False)):
            b.at(block)
            b.move(result, self.known_value(answer))
            b.jump(done)
        b.at(done)
        result.kind = BOOL
        return result

    def value_BoolOp(self, node):
        b = self.b
        result, done = b.fresh(), b.block()
        for value in node.values[:-1]:
            operand = b.copy(self.value(value))
            b.move(result, operand)
            following = b.block()
            goals = self.goals_of("condition", value)
            sides = (following, done) if isinstance(node.op, ast.And) else (done, following)
            if goals:
                sides = [
                    b.elsewhere(lambda goal=goal, block=block: self.covering(goal, block))
                    for goal, block in ((goals[0], sides[0]), (goals[0] + 1, sides[1]))
                ]
            b.branch(self.truth(operand), *sides)
            b.at(following)
        b.move(result, self.value(node.values[-1]))
        b.jump(done)
        b.at(done)
        return result

    def value_IfExp(self, node):
        b = self.b
        result, done, yes, no = b.fresh(), b.block(), b.block(), b.block()
        self.test("branch", node.test, yes, no)
        for block, side in ((yes, node.body), (no, node.orelse)):
            b.at(block)
            b.move(result, self.value(side))
            b.jump(done)
        b.at(done)
        return result

    def value_Lambda(self, node):
        return self.b.opaque("calls a lambda")

    def value_Attribute(self, node):
        return self.attribute(self.value(node.value), self.name_of(node.attr))

    def value_Subscript(self, node):
        if isinstance(node.slice, ast.Slice):
            return self.slice(self.b.copy(self.value(node.value)), node.slice)
        container = self.b.copy(self.value(node.value))
        return self.item(container, self.value(node.slice))
