"""What loops go through: ranges and sequences, counted, zipped and reversed."""

import ast

from .builder import ABSENT, REF, Unsupported
from .statements import Loop


class Cursor:
    """Where a loop is: whether there is more, what comes, and how to go on."""

    def __init__(self, more, items, advance):
        self.more = more
        self.items = items
        self.advance = advance


class Iteration:
    """The part of a function's lowering that knows iteration."""

    def iterate(self, node, target, body, names=()):
        """Runs a body for each element; it is told where the next round begins.
        What comes after is where the loop ends by itself."""
        b = self.b
        cursor = self.cursor(node)
        self.reveal(names)
        head, inside, again, done = (b.block() for _ in range(4))
        b.jump(head)
        b.at(head)
        b.branch(cursor.more(), inside, done)
        b.at(inside)
        self.assign_items(target, cursor.items())
        body(again)
        b.jump(again)
        b.at(again)
        cursor.advance()
        b.jump(head)
        b.at(done)

    def unrolled(self, node):
        """A loop over the places of a sequence in the code of builtin types,
        written out: no question has to be asked about each of its rounds. A
        place that was never written ends it, so that it is as long as what
        any run has put there."""
        b = self.b
        value = b.copy(self.value(node.iter.args[0]))
        done, index = b.block(), b.register()
        rounds = max(self.program.room, self.program.scope.max_text)

        def round_at(place, again):
            b.require(b.apply("BvUlt", place, self.capacity(value)), done)
            b.require(b.negation(b.same(self.element(value, place).tag, b.tag(ABSENT))), done)
            b.require(b.apply("BvUlt", place, self.length(value)), done)
            self.store(node.target.id, b.integer(place))
            self.contexts.append(Loop(done, again))
            self.statements(node.body)
            self.contexts.pop()
            b.jump(again)
            b.at(again)

        for place in range(rounds):
            round_at(b.number(place), b.block())
        head = b.block()
        b.emit("Move", to=index, **{"from": b.number(rounds)})
        b.jump(head)
        b.at(head)
        round_at(index, b.block())
        self.step(index, b.number(1))
        b.jump(head)
        b.at(done)

    def assign_items(self, target, items):
        if len(items) == 1:
            return self.assign(target, items[0])
        plain = isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == len(items)
        if plain and not any(isinstance(part, ast.Starred) for part in target.elts):
            for part, item in zip(target.elts, [self.b.copy(item) for item in items]):
                self.assign(part, item)
            return None
        return self.assign(target, self.sequence(tuple, items))

    def cursor(self, node):
        """The cursor of an iterable."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            known = self.load(node.func.id).known
            write = {
                range: self.range_cursor,
                enumerate: self.counted_cursor,
                zip: self.zipped_cursor,
                reversed: self.reversed_cursor,
            }.get(known.object if known is not None and isinstance(known.object, type) else None)
            if write is not None and not any(isinstance(a, ast.Starred) for a in node.args):
                return write(node.args)
        if isinstance(node, ast.GeneratorExp):
            raise Unsupported("goes through what a generator gives")
        return self.sequence_cursor(self.b.copy(self.value(node)))

    def counter(self, first):
        """A register that counts."""
        register = self.b.register()
        self.b.emit("Move", to=register, **{"from": first})
        return register

    def step(self, register, by):
        moved = self.b.apply("BvAdd", register, by)
        self.b.emit("Move", to=register, **{"from": moved})

    def sequence_cursor(self, value, backwards=False):
        b = self.b
        self.require_sequence(value, texts=not backwards)
        first = b.apply("BvSub", self.length(value), b.number(1)) if backwards else b.zero()
        index = self.counter(first)

        def more():
            if backwards:
                # It may have become shorter since.
                inside = b.apply("BvSlt", index, self.length(value))
                return b.both(inside, b.apply("BvSle", b.zero(), index))
            return b.apply("BvSlt", index, self.length(value))

        def items():
            return [self.element(value, index) if backwards else self.part_of(value, index)]

        return Cursor(more, items, lambda: self.step(index, b.number(-1 if backwards else 1)))

    def part_of(self, value, index):
        """An element of a sequence; that of a text is a text."""
        b = self.b
        result, done, text, other = b.fresh(), b.block(), b.block(), b.block()
        b.branch(self.is_object_of(value, str), text, other)
        b.at(text)
        b.move(result, self.sequence(str, [self.element(value, index)]))
        b.jump(done)
        b.at(other)
        b.move(result, self.element(value, index))
        b.jump(done)
        b.at(done)
        return result

    def range_cursor(self, nodes):
        b = self.b
        values = [b.copy(self.value(node)) for node in nodes]
        for value in values:
            b.require(
                b.negation(b.has_tag(value, REF)), self.lost("makes a range of what is no integer")
            )
            b.require(b.is_whole(value), self.throw(TypeError))
        if not 1 <= len(values) <= 3:
            raise Unsupported("makes a range of no or many numbers")
        start = b.zero() if len(values) == 1 else values[0].int
        stop = values[0].int if len(values) == 1 else values[1].int
        step = values[2].int if len(values) == 3 else b.number(1)
        b.require(b.negation(b.same(step, b.zero())), self.throw(ValueError))
        index = self.counter(start)

        def more():
            down = b.apply("BvSlt", step, b.zero())
            return b.choose(down, b.apply("BvSlt", stop, index), b.apply("BvSlt", index, stop))

        def advance():
            b.emit("Move", to=index, **{"from": self.numbers.sum(index, step)})

        return Cursor(more, lambda: [b.integer(self.counter(index))], advance)

    def counted_cursor(self, nodes):
        b = self.b
        if not 1 <= len(nodes) <= 2:
            raise Unsupported("counts nothing")
        inner = self.cursor(nodes[0])
        first = b.zero()
        if len(nodes) == 2:
            start = self.value(nodes[1])
            b.require(b.is_whole(start), self.lost("counts from what is no integer"))
            first = start.int
        count = self.counter(first)

        def items():
            values = inner.items()
            if len(values) > 1:
                values = [self.sequence(tuple, values)]
            return [b.integer(self.counter(count)), *values]

        def advance():
            inner.advance()
            b.emit("Move", to=count, **{"from": self.numbers.sum(count, b.number(1))})

        return Cursor(inner.more, items, advance)

    def zipped_cursor(self, nodes):
        b = self.b
        cursors = [self.cursor(node) for node in nodes]
        if len(cursors) < 2:
            raise Unsupported("zips fewer than two")

        def more():
            condition = b.truth(True)
            for cursor in cursors:
                condition = b.both(condition, cursor.more())
            return condition

        def items():
            parts = [cursor.items() for cursor in cursors]
            return [part[0] if len(part) == 1 else self.sequence(tuple, part) for part in parts]

        def advance():
            for cursor in cursors:
                cursor.advance()

        return Cursor(more, items, advance)

    def reversed_cursor(self, nodes):
        if len(nodes) != 1 or isinstance(nodes[0], ast.Call):
            raise Unsupported("goes backwards through what is no sequence")
        return self.sequence_cursor(self.b.copy(self.value(nodes[0])), backwards=True)
