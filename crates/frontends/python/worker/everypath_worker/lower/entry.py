"""Entries: how the input of a unit is made and the unit called, as a procedure
that mirrors how a run makes it."""

import ast
import inspect

from .. import shapes
from ..alphabet import ASCII
from ..defaults import Defaulted
from .builder import BOOL, Unsupported
from .fields import described, scalar
from .function import Function
from .layout import BITS, BOOL_SORT, FLOAT_SORT
from .synthetic import Nowhere

BYTE = {"Scalar": {"BitVec": 8}}
CHARACTER = {"Scalar": {"BitVec": 7}}
WHOLE = "integers of 64 bits"
NARROW = "attributes of 32 bits"
TYPES = "values of the types that were tried"
EXACT = "objects of exactly the classes that are named"
CALLS = "objects that their constructors and a few calls make"
TEXTS = f"texts of characters up to {ASCII}"


class Entry(Function):
    """The entry of a unit while it is written."""

    def __init__(self, program, unit):
        super().__init__(program, f"the entry of {unit.name}", Nowhere(), {}, 0)
        self.unit = unit
        # Whether what the unit promises is looked at after the call.
        self.has_promises = False
        self.inputs = []
        # For each input, what kind of slot it fills, which, and the choices
        # under which it does: alternatives of a union share slots.
        self.slots = []
        self.under = []
        self.leaves_out = []
        self.only = []
        self.nesting = 0
        # Where an exception goes that comes before the unit.
        self.rejects = self.b.elsewhere(self.reject)
        self.handler = self.rejects

    def reject(self):
        self.b.emit("Assume", condition=self.b.truth(False))
        self.b.jump(self.b.rethrow)

    def leave_out(self, words):
        if words not in self.leaves_out:
            self.leaves_out.append(words)

    def try_only(self, words):
        if words not in self.only:
            self.only.append(words)

    def assume(self, condition):
        self.b.emit("Assume", condition=condition)

    def input(self, place, kind, slot):
        """A register that has an input."""
        to = self.b.register()
        self.b.emit("Input", to=to, index=len(self.inputs))
        self.inputs.append(place)
        self.slots.append((kind, slot, tuple(self.under)))
        return to

    def choice(self, slot, options):
        """A choice among some options, as a register."""
        to = self.input(scalar(BYTE, BITS, signed=False), "choice", slot)
        self.assume(self.b.apply("BvUlt", to, self.b.number(options)))
        return to

    # Values by their shapes.

    def make(self, shape, slot):
        if isinstance(shape, Defaulted):
            return self.make(shape.shape, slot)
        write = getattr(self, f"make_{type(shape).__name__}", None)
        if write is None:
            return self.b.opaque(f"reads an input that is {described(shape)}")
        return write(shape, slot)

    def make_Integer(self, shape, slot):
        self.leave_out(WHOLE)
        return self.b.integer(self.input(scalar(BITS, BITS), "int", slot))

    def make_Bounded(self, shape, slot):
        b, value = self.b, self.make_Integer(shape, slot)
        self.assume(b.apply("BvSle", b.number(shape.low), value.int))
        self.assume(b.apply("BvSle", value.int, b.number(shape.high)))
        return value

    def make_Boolean(self, shape, slot):
        return self.b.integer(self.input(scalar(BOOL_SORT, BITS), "bool", slot), BOOL)

    def make_Floating(self, shape, slot):
        return self.b.floating(self.input(scalar(FLOAT_SORT, FLOAT_SORT), "float", slot))

    def make_Text(self, shape, slot):
        b = self.b
        self.leave_out(TEXTS)
        capacity = self.program.scope.max_text
        length = self.input(scalar(BYTE, BITS, signed=False), "natural", f"{slot}#length")
        self.assume(b.apply("BvUle", length, b.number(capacity)))
        made = self.storage(str, capacity)
        for place in range(capacity):
            code = self.input(scalar(CHARACTER, BITS, signed=False), "natural", f"{slot}[{place}]")
            self.set_element(made, b.number(place), b.integer(code))
        self.set_length(made, length)
        return made

    def make_Constant(self, shape, slot):
        values = [self.known_value(value) for value in shape.values]
        if len(values) == 1:
            return values[0]
        return self.one_of(
            self.choice(slot, len(values)), [lambda value=value: value for value in values]
        )

    def make_Union(self, shape, slot):
        if shape.open_ended:
            self.try_only(TYPES)
        which = self.choice(f"{slot}#type", len(shape.shapes))

        def alternative(index, part):
            self.under.append((f"{slot}#type", index))
            try:
                return self.make(part, slot + shape.suffix(index))
            finally:
                self.under.pop()

        makers = [
            lambda i=i, part=part: alternative(i, part) for i, part in enumerate(shape.shapes)
        ]
        return self.one_of(which, makers)

    make_Anything = make_Union

    def one_of(self, choice, makers):
        """The value that one of several functions makes."""
        b = self.b
        result, done = b.fresh(), b.block()
        for number, make in enumerate(makers):
            here, following = b.block(), b.block()
            b.branch(b.same(choice, b.number(number)), here, following)
            b.at(here)
            b.move(result, make())
            b.jump(done)
            b.at(following)
        self.reject()
        b.at(done)
        return result

    def make_Listing(self, shape, slot):
        b = self.b
        if shape.make not in (list, tuple):
            return b.opaque("reads an input that is a sequence of the library")
        if self.nesting >= self.program.scope.max_nesting:
            return b.opaque("reads an input that is nested too deep")
        self.nesting += 1
        try:
            longest = self.program.scope.max_length
            length = self.choice(f"{slot}#length", longest + 1)
            items = [
                self.b.copy(self.make(shape.element, f"{slot}[{place}]"))
                for place in range(longest)
            ]
        finally:
            self.nesting -= 1
        self.leave_out(f"sequences of up to {longest} elements")
        made = self.sequence(shape.make, items)
        self.set_length(made, length)
        return made

    def make_Fixed(self, shape, slot):
        if shape.make is not tuple:
            return self.b.opaque("reads an input that is a named tuple")
        return self.sequence(
            tuple, [self.b.copy(self.make(e, f"{slot}[{i}]")) for i, e in enumerate(shape.elements)]
        )

    def make_Reference(self, shape, slot):
        if len(shape.model.concrete_models()) != 1:
            self.try_only(EXACT)
        self.leave_out(NARROW)
        return self.b.reference(self.input(self.program.opening.pool(shape), "reference", slot))

    def make_Instance(self, shape, slot):
        models = shape.model.concrete_models()
        self.try_only(CALLS)
        if not models or self.nesting >= self.program.scope.max_nesting:
            return self.b.opaque("reads an input that no constructor makes")
        self.nesting += 1
        try:
            makers = [
                lambda model=model: self.constructed(model, slot, shape.with_calls)
                for model in models
            ]
            if len(makers) == 1:
                return makers[0]()
            return self.one_of(self.choice(f"{slot}#class", len(makers)), makers)
        finally:
            self.nesting -= 1

    def constructed(self, model, slot, with_calls):
        """An object as its class's users have it."""
        by_place, by_keyword = [], {}
        if model.cls.__init__ is not object.__init__:
            by_place, by_keyword = self.arguments_of(
                model.parameters(), lambda name: f"{slot}.{name}"
            )
        made = self.b.copy(self.construct(model.cls, by_place, by_keyword))
        mutators = model.mutators() if with_calls else []
        if mutators:
            self.call_mutators(made, mutators, slot)
        return made

    def call_mutators(self, made, mutators, slot):
        """Up to a few calls of methods that may change the object."""
        b, most = self.b, self.program.scope.max_calls
        calls = self.choice(f"{slot}#calls", most + 1)
        done = b.block()
        for number in range(most):
            going = b.block()
            b.branch(b.apply("BvUlt", b.number(number), calls), going, done)
            b.at(going)
            which = self.choice(f"{slot}#call{number}", len(mutators))

            def call(name, parameters, number=number):
                values = [
                    b.copy(self.make(part, f"{slot}#call{number}.{p}")) for p, part in parameters
                ]
                selector = self.program.selector(("call", name, len(values), ()))
                return b.call({"Selected": selector}, [made, *values], self.handler)

            self.one_of(
                which, [lambda n=name, p=parameters: call(n, p) for name, parameters in mutators]
            )
        b.jump(done)
        b.at(done)

    def arguments_of(self, parameters, slot):
        """Values for parameters: by place and by keyword."""
        by_place, by_keyword = [], {}
        for parameter in parameters:
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                further = shapes.Listing(parameter.shape, tuple)
                by_keyword["*"] = self.b.copy(self.make(further, slot(parameter.name)))
                continue
            value = self.b.copy(self.make(parameter.shape, slot(parameter.name)))
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                by_keyword[parameter.name] = value
            else:
                by_place.append(value)
        return by_place, by_keyword

    # The unit.

    def write(self):
        b, unit, session = self.b, self.unit, self.program.session
        receiver = self.receiver() if unit.has_receiver else None
        by_place, by_keyword = self.arguments_of(unit.parameters, lambda name: name)
        self.name_arguments(receiver, by_place, by_keyword)
        for text, _, namespace in unit.contracts.before:
            self.assume(self.clause(text, namespace))
        if receiver is not None and session.partitions.get(unit.cls) is not None:
            self.observe(receiver, session.partitions[unit.cls])
        self.enter()
        self.handler = b.rethrow
        result = b.copy(self.call_unit(receiver, by_place, by_keyword))
        if self.has_promises:
            self.keep_promises(receiver, result)
        b.give(result)
        return b.finish()

    def write_receiver(self):
        """The entry as far as it makes the receiver."""
        receiver = self.receiver()
        self.enter()
        self.b.give(receiver)
        return self.b.finish()

    def enter(self):
        self.b.blocks[self.b.current]["instructions"].append("Enter")

    def receiver(self):
        session, unit = self.program.session, self.unit
        model = session.hints.model(unit.cls)
        if session.is_lazy(unit):
            model = session.receiver_model(unit)
            made = self.make_Reference(shapes.Reference(model, False), "self")
        else:
            made = self.make_Instance(shapes.Instance(model, with_calls=True), "self")
        if model.invariant is not None:
            self.assume(self.holds(made, model.invariant))
        return made

    def holds(self, receiver, invariant):
        """The condition that an object meets its invariant."""
        selector = self.program.selector(("call", invariant, 0, ()))
        return self.truth(self.b.call({"Selected": selector}, [receiver], self.handler))

    def name_arguments(self, receiver, by_place, by_keyword):
        """The arguments by the names of their parameters, for contracts."""
        plain = [p for p in self.unit.parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        self.variables.update({p.name: value for p, value in zip(plain, by_place)})
        self.variables.update(by_keyword)
        if receiver is not None:
            self.variables["self"] = receiver
        self.parameters = set(self.variables)

    def clause(self, text, namespace):
        """The condition that a clause of a contract holds."""
        self.namespace = namespace
        try:
            return self.truth(self.value(ast.parse(text, mode="eval").body))
        except Unsupported as error:
            self.b.unsupported(f"{error} in the contract `{text}`")
            return self.b.truth(True)

    def call_unit(self, receiver, by_place, by_keyword):
        unit = self.unit
        try:
            if unit.kind == "constructor":
                return self.construct(unit.cls, by_place, by_keyword)
            if unit.kind == "property":
                return self.attribute(receiver, unit.attribute)
            if unit.kind == "method":
                selector = self.program.selector(
                    ("call", unit.attribute, len(by_place), tuple(by_keyword))
                )
                values = [receiver, *by_place, *by_keyword.values()]
                return self.b.call({"Selected": selector}, values, self.handler)
            bound = unit.cls if unit.kind == "class" else None
            if unit.kind == "function" and unit.callee is not unit.function:
                raise Unsupported(f"calls {unit.name}, which is decorated")
            return self.call_function(unit.function, by_place, by_keyword, bound)
        except Unsupported as error:
            self.b.unsupported(str(error))
            return self.b.none()

    def keep_promises(self, receiver, result):
        """Covers which promises of the unit hold after the call."""
        b, unit = self.b, self.unit
        self.variables["__return__"] = self.variables["result"] = result
        if unit.kind == "constructor":
            receiver = self.variables["self"] = result
        self.parameters = set(self.variables)
        self.handler = b.rethrow
        for (text, _, namespace), goal in zip(unit.contracts.after, unit.promises):
            self.promise(self.clause(text, namespace), goal, result)
        invariant = None if unit.private else self.program.session.invariant_of(unit)
        if (
            invariant is not None
            and receiver is not None
            and unit.kind in ("method", "constructor")
        ):
            # An invariant that raises does not hold.
            self.handler = b.block()
            holds, asked = b.register(), b.block()
            b.emit("Move", to=holds, **{"from": self.holds(receiver, invariant)})
            b.jump(asked)
            b.at(self.handler)
            b.emit("Move", to=holds, **{"from": b.truth(False)})
            b.jump(asked)
            b.at(asked)
            self.promise(holds, unit.promises[-1], result)

    def promise(self, condition, goal, result):
        b = self.b
        kept, broken = b.block(), b.block()
        b.branch(condition, kept, broken)
        b.at(broken)
        b.cover(goal + 1)
        b.blocks[b.current]["instructions"].append("Fail")
        b.give(result)
        b.at(kept)
        b.cover(goal)

    def observe(self, receiver, partition):
        """Asks the receiver's observers, whose answers are goals."""
        b = self.b
        b.emit("Count", goals=False)
        answers = []
        for observer in partition.observers:
            answer, done, refused = b.register(), b.block(), b.block()
            handler, self.handler = self.handler, refused
            values = [
                b.copy(self.make(p.shape, f"{observer.name}().{p.name}"))
                for p in observer.parameters
            ]
            self.ask(observer, receiver, values, answer, refused)
            b.jump(done)
            b.at(refused)
            b.emit("Move", to=answer, **{"from": b.number(2)})
            b.jump(done)
            b.at(done)
            self.handler = handler
            answers.append([answer, observer.answers])
        b.emit("Count", goals=True)
        b.emit("Observe", answers=answers, first=partition.first)

    def ask(self, observer, receiver, values, answer, refused):
        b = self.b
        variables = self.variables
        self.variables = {
            **{p.name: v for p, v in zip(observer.parameters, values)},
            "self": receiver,
        }
        for text, _, namespace in observer.contracts.before:
            b.require(self.clause(text, namespace), refused)
        self.variables = variables
        if observer.is_property:
            said = self.attribute(b.copy(receiver), observer.name)
        else:
            selector = self.program.selector(("call", observer.name, len(values), ()))
            said = b.call({"Selected": selector}, [receiver, *values], self.handler)
        b.emit("Move", to=answer, **{"from": b.from_condition(self.truth(said)).int})
