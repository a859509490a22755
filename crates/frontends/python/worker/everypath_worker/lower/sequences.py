"""Lists, tuples and texts: arrays of the parts of their elements, and a length."""

import ast

from .builder import REF, Unsupported
from .layout import LENGTH_WIDTH

LOW = {"BvExtract": {"high": 31, "low": 0}}
SHORT = {"BvExtract": {"high": LENGTH_WIDTH - 1, "low": 0}}


class Sequences:
    """The part of a function's lowering that knows sequences."""

    # What sequences are made of.

    def storage(self, cls, capacity):
        """A new sequence without elements, with places for so many."""
        b, layout = self.b, self.program.layout
        made = b.register()
        b.emit("New", to=made, **{"class": self.program.class_number(cls)})
        length = b.pin({"Scalar": {"BitVec": {"width": 32, "bits": capacity}}})
        for array, place in zip(self.program.arrays, layout.arrays):
            to = b.register()
            b.emit("NewArray", to=to, length=length, **{"class": array})
            b.emit("Store", object=made, field=place, value=to)
        return b.reference(made)

    def length(self, value):
        """The length of a sequence, as a register."""
        to = self.b.register()
        self.b.emit("Load", to=to, object=value.ref, field=self.program.layout.length)
        return self.b.apply({"BvZeroExtend": 64}, to)

    def set_length(self, value, length):
        length = self.b.apply(SHORT, length)
        self.b.emit("Store", object=value.ref, field=self.program.layout.length, value=length)

    def array(self, value, part):
        to = self.b.register()
        self.b.emit("Load", to=to, object=value.ref, field=self.program.layout.arrays[part])
        return to

    def capacity(self, value):
        """How many elements a sequence has places for."""
        to = self.b.register()
        self.b.emit("Length", to=to, array=self.array(value, REF))
        return self.b.apply({"BvZeroExtend": 64}, to)

    def element(self, value, index):
        """The element at an index that is in bounds."""
        b = self.b
        at, result = b.apply(LOW, index), b.fresh()
        for part, register in enumerate(result.registers):
            b.emit("LoadElement", to=register, array=self.array(value, part), index=at)
        return result

    def set_element(self, value, index, element):
        b = self.b
        at = b.apply(LOW, index)
        for part, register in enumerate(element.registers):
            b.emit("StoreElement", array=self.array(value, part), index=at, value=register)

    def sequence(self, cls, items):
        """A new sequence with these elements."""
        b = self.b
        room = self.program.room if cls in (list, set) else 0
        if self.is_runtime and room:
            # It may become a text.
            room += self.program.scope.max_text
        made = self.storage(cls, len(items) + room)
        for number, item in enumerate(items):
            self.set_element(made, b.number(number), item)
        self.set_length(made, b.number(len(items)))
        return made

    # What programs do with them.

    def item(self, container, index):
        if container.known is not None and isinstance(container.known.object, (type, dict)):
            raise Unsupported("looks into a dictionary or a class")
        return self.call_special("__getitem__", container, index)

    def set_item(self, container, index, value):
        value = self.b.copy(value)
        self.call_special("__setitem__", container, index, value)

    def contains(self, item, container):
        answer = self.call_special("__contains__", container, item)
        return self.b.from_condition(self.truth(answer))

    def slice(self, container, node):
        if node.step is not None:
            raise Unsupported("takes a slice with a step")
        bounds = []
        for bound in (node.lower, node.upper):
            value = self.b.none() if bound is None else self.b.copy(self.value(bound))
            bounds.append(value)
        return self.call_special("(slice)", container, *bounds)

    def unpacked(self, value, count):
        """The elements of a sequence that must have so many."""
        b = self.b
        value = b.copy(value)
        self.require_sequence(value)
        short = b.same(self.length(value), b.number(count))
        b.require(short, self.throw(ValueError))
        return [self.element(value, b.number(number)) for number in range(count)]

    def require_sequence(self, value, texts=False):
        """Goes on only with a list or a tuple; numbers and None raise."""
        b = self.b
        b.require(b.has_tag(value, REF), self.throw(TypeError))
        b.emit("CheckNotNull", reference=value.ref, otherwise=self.throw(TypeError))
        known = b.either(self.is_object_of(value, list), self.is_object_of(value, tuple))
        if texts:
            known = b.either(known, self.is_object_of(value, str))
        b.require(known, self.lost("goes through the elements of what is no sequence"))

    def value_ListComp(self, node):
        made = self.storage(list, self.program.room)
        self.set_length(made, self.b.zero())

        def add():
            self.b.call(
                self.program.exact(("runtime", "list_append")),
                [made, self.value(node.elt)],
                self.handler,
            )

        self.comprehend(node.generators, add)
        return made

    def value_SetComp(self, node):
        made = self.sequence(set, [])
        self.comprehend(
            node.generators, lambda: self.add_to(made, self.b.copy(self.value(node.elt)))
        )
        return made

    def add_to(self, made, item):
        """Adds an element to a set."""
        self.b.call(self.program.exact(("runtime", "set_add")), [made, item], self.handler)

    def comprehend(self, generators, body):
        """Runs a body for all that generators give; their names are theirs."""
        names = {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        before = {name: self.variables.get(name) for name in names}
        given = self.parameters
        self.parameters = given - names

        def level(depth):
            if depth == len(generators):
                return body()
            generator = generators[depth]
            if generator.is_async:
                raise Unsupported("waits for what a generator gives")

            def inside(again):
                for test in generator.ifs:
                    following = self.b.block()
                    self.test("condition", test, following, again)
                    self.b.at(following)
                level(depth + 1)

            # The first iterable is looked at outside.
            self.iterate(generator.iter, generator.target, inside, names if depth == 0 else ())
            return None

        for name in names:
            fresh = self.b.fresh()
            self.b.move(fresh, self.absent())
            self.hidden_variables[name] = fresh
        try:
            level(0)
        finally:
            self.parameters = given
            for name, variable in before.items():
                self.hidden_variables.pop(name, None)
                if variable is None:
                    self.variables.pop(name, None)
                else:
                    self.variables[name] = variable

    def reveal(self, names):
        """From here on names are those of a comprehension."""
        for name in names:
            self.variables[name] = self.hidden_variables[name]
