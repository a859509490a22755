"""Statements."""

import ast

from .builder import Unsupported


class Loop:
    """A loop around a statement: where `break` and `continue` lead."""

    def __init__(self, leave, again):
        self.leave = leave
        self.again = again


class Cleanup:
    """A block of `finally` around a statement."""

    def __init__(self, body, handler):
        self.body = body
        self.handler = handler


class Statements:
    """The part of a function's lowering that knows statements."""

    def statements(self, body):
        for node in body:
            for kind in ("line", "block", "goal"):
                for goal in self.goals_of(kind, node):
                    self.b.cover(goal)
            handler, contexts, handled = self.handler, list(self.contexts), list(self.handled)
            try:
                self.statement(node)
            except Unsupported as error:
                self.handler, self.contexts, self.handled = handler, contexts, handled
                self.end_at(node, error)

    def statement(self, node):
        write = getattr(self, f"statement_{type(node).__name__}", None)
        if write is None:
            raise Unsupported(f"has the statement {type(node).__name__.lower()}")
        write(node)

    def statement_Pass(self, node):
        pass

    def statement_Global(self, node):
        pass

    statement_Nonlocal = statement_Global

    def statement_Expr(self, node):
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def statement_FunctionDef(self, node):
        self.store(node.name, self.b.opaque(f"calls {node.name}, a function inside another"))

    statement_AsyncFunctionDef = statement_FunctionDef

    # Assignments.

    def statement_Assign(self, node):
        if (
            len(node.targets) == 1
            and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Tuple)
        ):
            targets, values = node.targets[0].elts, node.value.elts
            starred = any(isinstance(part, ast.Starred) for part in (*targets, *values))
            if len(targets) == len(values) and not starred:
                for target, value in zip(targets, self.items(values)):
                    self.assign(target, value)
                return
        value = self.value(node.value)
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name):
            value = self.b.copy(value)
        for target in node.targets:
            self.assign(target, value)

    def statement_AnnAssign(self, node):
        if node.value is not None:
            self.assign(node.target, self.b.copy(self.value(node.value)))

    def assign(self, target, value):
        if isinstance(target, ast.Name):
            self.store(target.id, value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.value(target.value), self.name_of(target.attr), value)
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            container = self.b.copy(self.value(target.value))
            self.set_item(container, self.value(target.slice), value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            if any(isinstance(part, ast.Starred) for part in target.elts):
                raise Unsupported("unpacks the rest of a sequence")
            for part, item in zip(target.elts, self.unpacked(value, len(target.elts))):
                self.assign(part, item)
        else:
            raise Unsupported("assigns to a slice")

    def statement_AugAssign(self, node):
        op, target = type(node.op).__name__, node.target
        if isinstance(target, ast.Name):
            value = self.binary(op, self.load(target.id), self.value(node.value), True)
            self.store(target.id, value)
        elif isinstance(target, ast.Attribute):
            name = self.name_of(target.attr)
            owner = self.b.copy(self.value(target.value))
            before = self.b.copy(self.attribute(owner, name))
            self.set_attribute(owner, name, self.binary(op, before, self.value(node.value), True))
        elif isinstance(target.slice, ast.Slice):
            raise Unsupported("assigns to a slice")
        else:
            owner = self.b.copy(self.value(target.value))
            key = self.b.copy(self.value(target.slice))
            before = self.b.copy(self.item(owner, key))
            self.set_item(owner, key, self.binary(op, before, self.value(node.value), True))

    def statement_Delete(self, node):
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id in self.variables:
                self.load(target.id)
                self.b.move(self.variables[target.id], self.absent())
                self.parameters.discard(target.id)
            elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
                container = self.b.copy(self.value(target.value))
                self.call_special("__delitem__", container, self.value(target.slice))
            else:
                raise Unsupported("deletes an attribute or a slice")

    # Branches and loops.

    def statement_If(self, node):
        b = self.b
        done, yes, no = b.block(), b.block(), b.block()
        self.test("branch", node.test, yes, no)
        for block, body in ((yes, node.body), (no, node.orelse)):
            b.at(block)
            self.statements(body)
            b.jump(done)
        b.at(done)

    def statement_While(self, node):
        b = self.b
        head, body, otherwise, done = (b.block() for _ in range(4))
        b.jump(head)
        b.at(head)
        self.test("branch", node.test, body, otherwise)
        b.at(body)
        self.contexts.append(Loop(done, head))
        self.statements(node.body)
        self.contexts.pop()
        b.jump(head)
        b.at(otherwise)
        self.statements(node.orelse)
        b.jump(done)
        b.at(done)

    def statement_For(self, node):
        b = self.b
        if self.is_runtime:
            return self.unrolled(node)
        goals = self.goals_of("branch", node)
        done = b.block()

        def body(again):
            if goals:
                b.cover(goals[0])
            self.contexts.append(Loop(done, again))
            self.statements(node.body)
            self.contexts.pop()

        self.iterate(node.iter, node.target, body)
        if goals:
            b.cover(goals[0] + 1)
        self.statements(node.orelse)
        b.jump(done)
        b.at(done)
        return None

    def statement_Break(self, node):
        self.leave_loop(lambda loop: loop.leave)

    def statement_Continue(self, node):
        self.leave_loop(lambda loop: loop.again)

    def leave_loop(self, where):
        contexts, handler = self.contexts, self.handler
        for depth in range(len(contexts) - 1, -1, -1):
            context = contexts[depth]
            if isinstance(context, Loop):
                self.b.jump(where(context))
                break
            self.clean_up(context, contexts[:depth])
        self.contexts, self.handler = contexts, handler

    def clean_up(self, cleanup, outside):
        """The block of a `finally` on the way out."""
        self.contexts, self.handler = list(outside), cleanup.handler
        self.statements(cleanup.body)

    def statement_Return(self, node):
        value = self.b.none()
        if node.value is not None:
            value = self.answer(node.value)
        contexts, handler = self.contexts, self.handler
        if any(isinstance(context, Cleanup) for context in contexts):
            value = self.b.copy(value)
        for depth in range(len(contexts) - 1, -1, -1):
            if isinstance(contexts[depth], Cleanup):
                self.clean_up(contexts[depth], contexts[:depth])
        self.contexts, self.handler = contexts, handler
        self.b.give(value)

    def answer(self, node):
        """What is returned; both answers of a boolean are goals."""
        goals = self.goals_of("condition", node)
        if not goals:
            return self.value(node)
        value = self.b.copy(self.value(node))
        b = self.b
        yes, no, done = b.block(), b.block(), b.block()
        b.branch(self.truth(value), yes, no)
        for block, goal in ((yes, goals[0]), (no, goals[0] + 1)):
            b.at(block)
            b.cover(goal)
            b.jump(done)
        b.at(done)
        return value

    # Exceptions.

    def statement_Raise(self, node):
        b = self.b
        if node.exc is None:
            if not self.handled:
                raise Unsupported("raises again what it does not handle itself")
            b.emit("Move", to=b.thrown, **{"from": self.handled[-1]})
            return b.jump(self.handler)
        value = self.value(node.exc)
        if value.known is not None and isinstance(value.known.object, type):
            value = self.construct(value.known.object, [], {})
        value = b.copy(value)
        if node.cause is not None:
            self.value(node.cause)
        b.require(self.is_instance_of(value, BaseException), self.throw(TypeError))
        b.emit("Move", to=b.thrown, **{"from": value.ref})
        return b.jump(self.handler)

    def statement_Assert(self, node):
        b = self.b
        yes, no = b.block(), b.block()
        self.test("condition", node.test, yes, no)
        b.at(no)
        if self.is_precondition(node):
            # The caller broke the contract: that is no run of the unit.
            b.emit("Assume", condition=b.truth(False))
        if node.msg is not None:
            self.value(node.msg)
        b.jump(self.throw(AssertionError))
        b.at(yes)

    def is_precondition(self, node):
        unit = self.program.unit
        mine = unit is not None and self.function is unit.function
        return mine and node.lineno in unit.contracts.assert_lines

    def statement_Try(self, node):
        b = self.b
        outside, done = self.handler, b.block()
        if node.finalbody:
            self.contexts.append(Cleanup(node.finalbody, outside))
            self.handler = failing = b.block()
        caught = b.block() if node.handlers else self.handler
        inner, self.handler = self.handler, caught
        self.statements(node.body)
        self.handler = inner
        self.statements(node.orelse)
        b.jump(done)
        if node.handlers:
            b.at(caught)
            self.handlers(node.handlers, done)
        if node.finalbody:
            self.contexts.pop()
            self.handler = outside
            b.at(failing)
            exception = b.register()
            b.emit("Move", to=exception, **{"from": b.thrown})
            self.handled.append(exception)
            self.statements(node.finalbody)
            self.handled.pop()
            b.emit("Move", to=b.thrown, **{"from": exception})
            b.jump(outside)
        b.at(done)
        self.statements(node.finalbody)

    def handlers(self, handlers, done):
        """Goes to the handler that an exception is for, or passes it on."""
        b = self.b
        exception = b.register()
        b.emit("Move", to=exception, **{"from": b.thrown})
        value = b.reference(exception)
        self.handled.append(exception)
        for handler in handlers:
            following, mine = b.block(), b.block()
            if handler.type is None:
                b.jump(mine)
            else:
                b.branch(self.is_instance(value, handler.type), mine, following)
            b.at(mine)
            for goal in self.goals_of("branch", handler):
                b.cover(goal)
            if handler.name is not None:
                self.store(handler.name, value)
            self.statements(handler.body)
            if handler.name is not None:
                b.move(self.variables[handler.name], self.absent())
            b.jump(done)
            b.at(following)
        self.handled.pop()
        b.emit("Move", to=b.thrown, **{"from": exception})
        b.jump(self.handler)
