"""Procedures while they are written: registers, blocks, instructions."""

ABSENT, REF, INT, BOOL, FLOAT = range(5)
# The registers of a value, in the order of arguments and results: a call by
# class selects by its first argument, so that the reference comes first.
PARTS = 4
TAG_WIDTH = 8
INT_WIDTH = 64
ZERO_BITS = 0
# An array that no scope holds: to make it is to leave the scope.
TOO_LONG = 1 << 20


def bits(width, value):
    """A bit-vector constant."""
    return {"Scalar": {"BitVec": {"width": width, "bits": value & ((1 << width) - 1)}}}


def boolean(value):
    return {"Scalar": {"Bool": bool(value)}}


def floating(number):
    """A float constant, known by its bits."""
    return {"Scalar": {"Float64": number}}


def unknown(reason):
    """Something that can be passed on, but not looked at."""
    return {"Unknown": reason}


class Unsupported(Exception):
    """Something is not followed; the message says what it does."""


class Value:
    """The registers of one value, and what is known of it beforehand: its
    tag, and the object of Python that it is if that never changes."""

    __slots__ = ("ref", "tag", "int", "float", "kind", "known")

    def __init__(self, ref, tag, integer, float_, kind=None, known=None):
        self.ref = ref
        self.tag = tag
        self.int = integer
        self.float = float_
        self.kind = kind
        # In a box, so that None can be known too.
        self.known = known

    @property
    def registers(self):
        return [self.ref, self.tag, self.int, self.float]


class Known:
    """The object of Python that a value is."""

    __slots__ = ("object",)

    def __init__(self, value):
        self.object = value


class Identity:
    """The class of what `id` answers."""


class Intrinsic:
    """What the code of builtin types is made of."""

    def __init__(self, name):
        self.name = name
        self.__name__ = name

    def __call__(self):
        raise TypeError(self.name)


class Builder:
    """One procedure. What comes after the end of a block and before the next
    begins is never reached, and goes into a block of its own."""

    def __init__(self, name, parameters=0):
        self.name = name
        self.count = parameters
        self.blocks = []
        self.pinned = {}
        self.current = self.block()
        # Where an exception is, and the block that passes it on.
        self.thrown = self.register()
        self.rethrow = self.block()
        self.blocks[self.rethrow]["end"] = {"Throw": self.thrown}

    def finish(self):
        first = self.blocks[0]["instructions"]
        constants = [{"Set": {"to": to, "value": value}} for to, value in self.pinned.values()]
        self.blocks[0]["instructions"] = constants + first
        return {"name": self.name, "registers": self.count, "blocks": self.blocks}

    # Registers and blocks.

    def register(self):
        self.count += 1
        return self.count - 1

    def block(self):
        self.blocks.append({"instructions": [], "end": {"Unsupported": "goes where no code is"}})
        return len(self.blocks) - 1

    def at(self, block):
        self.current = block

    def emit(self, kind, **fields):
        self.blocks[self.current]["instructions"].append({kind: fields})

    def end(self, terminator):
        self.blocks[self.current]["end"] = terminator
        self.current = self.block()

    # Ends of blocks.

    def jump(self, block):
        self.end({"Jump": {"to": block, "goals": []}})

    def branch(self, condition, then, otherwise):
        edges = [{"to": block, "goals": []} for block in (then, otherwise)]
        self.end({"Branch": {"condition": condition, "then": edges[0], "otherwise": edges[1]}})

    def unsupported(self, construct):
        self.end({"Unsupported": construct})

    def leave_scope(self):
        """Ends runs that are outside of the scope."""
        length = self.set(bits(32, TOO_LONG))
        self.emit("NewArray", to=self.register(), length=length, **{"class": 0})
        self.unsupported("goes on outside of the scope")

    def give(self, value):
        """Returns a value."""
        self.end({"Return": value.registers})

    # Instructions.

    def cover(self, goal):
        self.emit("Cover", goal=goal)

    def apply(self, op, *operands):
        to = self.register()
        self.emit("Apply", to=to, op=op, operands=list(operands))
        return to

    def negation(self, condition):
        return self.apply("Not", condition)

    def both(self, one, other):
        return self.apply("And", one, other)

    def either(self, one, other):
        return self.apply("Or", one, other)

    def choose(self, condition, then, otherwise):
        return self.apply("Ite", condition, then, otherwise)

    def same(self, one, other):
        return self.apply("Eq", one, other)

    def set(self, constant):
        to = self.register()
        self.emit("Set", to=to, value=constant)
        return to

    def pin(self, constant):
        """A constant that is set once, where the procedure begins."""
        key = repr(constant)
        if key not in self.pinned:
            self.pinned[key] = (self.register(), constant)
        return self.pinned[key][0]

    def require(self, condition, otherwise):
        """Goes on if a condition holds, to another block if not."""
        self.emit("Check", condition=condition, otherwise=otherwise)

    def elsewhere(self, write):
        """A block that is written by a function, which may end it."""
        block, here = self.block(), self.current
        self.at(block)
        write()
        self.at(here)
        return block

    # Constants.

    def null(self):
        return self.pin("Null")

    def zero(self):
        return self.pin(bits(INT_WIDTH, 0))

    def number(self, value):
        return self.pin(bits(INT_WIDTH, value))

    def nought(self):
        return self.pin(floating(ZERO_BITS))

    def truth(self, value):
        return self.pin(boolean(value))

    def tag(self, kind):
        return self.pin(bits(TAG_WIDTH, kind))

    # Values.

    def integer(self, register, kind=INT):
        return Value(self.null(), self.tag(kind), register, self.nought(), kind)

    def floating(self, register):
        return Value(self.null(), self.tag(FLOAT), self.zero(), register, FLOAT)

    def reference(self, register):
        return Value(register, self.tag(REF), self.zero(), self.nought(), REF)

    def from_condition(self, condition):
        """A condition as a boolean of Python."""
        register = self.choose(condition, self.number(1), self.zero())
        return self.integer(register, BOOL)

    def none(self):
        return self.reference(self.null())

    def opaque(self, reason):
        """A value that ends the run when it is looked at."""
        return self.reference(self.set(unknown(reason)))

    def fresh(self):
        """Registers for a value that comes later."""
        ref, tag, integer, float_ = (self.register() for _ in range(PARTS))
        return Value(ref, tag, integer, float_)

    def move(self, to, value):
        for target, register in zip(to.registers, value.registers):
            self.emit("Move", to=target, **{"from": register})

    def copy(self, value):
        """The value as it is now, whatever becomes of its variable."""
        result = self.fresh()
        result.kind, result.known = value.kind, value.known
        self.move(result, value)
        return result

    def has_tag(self, value, kind):
        """Whether a value is of a kind."""
        if value.kind is not None:
            return self.truth(value.kind == kind)
        return self.same(value.tag, self.tag(kind))

    def is_whole(self, value):
        """Whether a value is an integer or a boolean."""
        return self.either(self.has_tag(value, INT), self.has_tag(value, BOOL))

    def call(self, callee, arguments, handler):
        """Calls a procedure that returns a value."""
        result = self.fresh()
        self.emit(
            "Call",
            callee=callee,
            arguments=[register for value in arguments for register in value.registers],
            to=result.registers,
            thrown=self.thrown,
            handler=handler,
        )
        return result
