"""Shapes: how an input of some type is built from slots.

A shape reads its parts from a source. The symbolic source gives proxies and
records choices; the replaying source gives the plain values of one input. The
same shape therefore builds the same object in a worker and in a fresh process.

A slot is a base and then steps (`crates/trace/src/slot.rs` has the grammar): names
of the program are `.field` and `[2]`, and whatever else is asked begins with `#`,
which no name of the program contains: `#length`, `#type`, `#call0`, `#key0`.
"""

import enum
import types

from .alphabet import ASCII
from .endings import Ending


class Reject(Ending):
    """The input cannot be built: no path of the unit."""


class Scope:
    """The bounds of inputs."""

    def __init__(
        self, max_nodes=5, max_length=5, max_text=20, max_calls=3, max_nesting=3, aliasing=True
    ):
        self.max_nodes = max_nodes
        self.max_length = max_length
        self.max_text = max_text
        self.max_calls = max_calls
        self.max_nesting = max_nesting
        self.aliasing = aliasing
        # The last character of texts.
        self.alphabet = ASCII


class Shape:
    """How to build a value of one type."""

    # What is added to the slot of a union of which it is one alternative.
    alternative = ""

    def build(self, source, slot):
        raise NotImplementedError

    def default(self):
        """The value of a part that no run has read."""
        return None


class Integer(Shape):
    def build(self, source, slot):
        return source.integer(slot)

    def default(self):
        return 0


class Boolean(Shape):
    alternative = "#as(bool)"

    def build(self, source, slot):
        return source.boolean(slot)

    def default(self):
        return False


class Floating(Shape):
    alternative = "#as(float)"

    def build(self, source, slot):
        return source.floating(slot)

    def default(self):
        return 0.0


class Text(Shape):
    def build(self, source, slot):
        return source.text(slot, source.scope.max_text, source.scope.alphabet)

    def default(self):
        return ""


class Bytes(Shape):
    def __init__(self, kind=bytes):
        self.kind = kind

    def build(self, source, slot):
        octets = source.octets(slot, source.scope.max_text)
        # There is no proxy of a bytearray.
        return octets if self.kind is bytes else self.kind(source.settle(octets))

    def default(self):
        return self.kind()


class Constant(Shape):
    """One of some given values."""

    def __init__(self, values):
        self.values = list(values)

    def build(self, source, slot):
        return self.values[source.choose(slot, len(self.values), False)]

    def default(self):
        return self.values[0]


class Sample(Constant):
    """One of some values, of many that there are."""

    def build(self, source, slot):
        source.mark_open_ended(slot)
        return super().build(source, slot)


class Union(Shape):
    """One of several shapes; `open_ended` if the type allows others too, so
    that what these do not reach is not unreachable."""

    def __init__(self, shapes, open_ended=False):
        self.shapes = list(shapes)
        self.open_ended = open_ended

    def build(self, source, slot):
        if self.open_ended:
            source.mark_open_ended(slot)
        index = source.choose(slot + "#type", len(self.shapes), False)
        return self.shapes[index].build(source, slot + self.suffix(index))

    def suffix(self, index):
        """A slot's values have one sort, whichever alternative is taken."""
        return self.shapes[index].alternative

    def default(self):
        return self.shapes[0].default()


class Listing(Shape):
    """A list, or another sequence made of one."""

    def __init__(self, element, make=list):
        self.element = element
        self.make = make

    def build(self, source, slot):
        length = source.choose(slot + "#length", source.scope.max_length + 1, True)
        return self.make([self.element.build(source, f"{slot}[{i}]") for i in range(length)])

    def default(self):
        return self.make([])


class Fixed(Shape):
    """A tuple with one shape per place; a named tuple too."""

    def __init__(self, elements, make=tuple):
        self.elements = elements
        self.make = make

    def build(self, source, slot):
        return self.make(
            [shape.build(source, f"{slot}[{i}]") for i, shape in enumerate(self.elements)]
        )

    def default(self):
        return self.make([shape.default() for shape in self.elements])


class Mapping(Shape):
    def __init__(self, key, value, make=dict):
        self.key = key
        self.value = value
        self.make = make

    def build(self, source, slot):
        length = source.choose(slot + "#length", source.scope.max_length + 1, True)
        result = self.make()
        for i in range(length):
            source.insert(
                result,
                self.key.build(source, f"{slot}#key{i}"),
                self.value.build(source, f"{slot}#value{i}"),
            )
        return result

    def default(self):
        return self.make()


class SetOf(Shape):
    def __init__(self, element, make=set):
        self.element = element
        self.make = make

    def build(self, source, slot):
        length = source.choose(slot + "#length", source.scope.max_length + 1, True)
        result = set()
        for i in range(length):
            source.add(result, self.element.build(source, f"{slot}[{i}]"))
        return result if self.make is set else source.freeze(result)

    def default(self):
        return self.make()


class Record(Shape):
    """A TypedDict."""

    def __init__(self, fields, optional):
        self.fields = fields
        self.optional = optional
        # A key may be any text; a step with a name is an identifier.
        self.steps = {
            name: (f".{name}" if name.isidentifier() else f"#entry{number}", f"#has{number}")
            for number, name in enumerate(fields)
        }

    def build(self, source, slot):
        result = {}
        for name, shape in self.fields.items():
            entry, has = self.steps[name]
            if name in self.optional and source.choose(slot + has, 2, False) == 1:
                continue
            result[name] = shape.build(source, slot + entry)
        return result

    def default(self):
        return {name: shape.default() for name, shape in self.fields.items()}


class Constructed(Shape):
    """An object of a type of the library. Where nothing stands in for it, and it does not
    just hold them, Everypath cannot look into it: its constructor's arguments are made concrete."""

    def __init__(self, make, arguments, holds=False):
        self.make = make
        self.arguments = arguments
        self.holds = holds

    def build(self, source, slot):
        source.mark_open_ended(slot)
        stand_in = source.stand_ins.get(self.make)
        values = []
        for name, shape in self.arguments.items():
            value = shape.build(source, f"{slot}.{name}")
            values.append(value if stand_in or self.holds else source.settle(value))
        try:
            return (stand_in or self.make)(*values)
        except Exception as error:
            raise Reject(
                f"{getattr(self.make, '__name__', 'constructor')} raised {error!r}"
            ) from None

    def default(self):
        return self.make(*[shape.default() for shape in self.arguments.values()])


class Bounded(Shape):
    """An integer between bounds that its use gives; `first` is what a reader
    expects where it does not matter."""

    def __init__(self, low, high, first=None):
        self.low = low
        self.high = high
        self.first = min(max(0, low), high) if first is None else first

    def build(self, source, slot):
        source.suggest(slot, self.first)
        return source.integer_between(slot, self.low, self.high)

    def default(self):
        return self.first


class Collaborator(Shape):
    """An object of which only that is known which the code uses: nothing real can be
    made, and something with these members stands for it."""

    def __init__(self, members):
        self.members = members

    def build(self, source, slot):
        source.mark_open_ended(slot)
        members = {
            name: shape.build(source, f"{slot}.{name}") for name, shape in self.members.items()
        }
        source.record_making(slot, types.SimpleNamespace, [], members)
        instance = types.SimpleNamespace(**members)
        source.record_instance(slot, instance)
        return instance

    def default(self):
        return types.SimpleNamespace(
            **{name: shape.default() for name, shape in self.members.items()}
        )


class Instance(Shape):
    """An object made by its class's constructor and a few calls of its
    methods, so that it is one that the class's users can have."""

    def __init__(self, model, with_calls=False):
        self.model = model
        self.with_calls = with_calls

    def build(self, source, slot):
        if issubclass(self.model.cls, (enum.Enum, tuple)):
            # These have no constructor of their own.
            return self.model.hints.shape(self.model.cls).build(source, slot)
        made = self.model.hints.classes_of(self.model.cls)
        if made:
            # Whoever uses a metaclass has one of its classes.
            source.mark_open_ended(slot)
            return made[source.choose(slot + "#class", len(made), False)]
        models = self.model.concrete_models()
        index = source.choose(slot + "#class", len(models), False) if len(models) != 1 else 0
        if not models:
            source.mark_open_ended(slot)
            raise Reject(f"{self.model.cls.__name__} is abstract and has no known subclass")
        model = models[index]
        if source.nesting >= source.scope.max_nesting:
            raise Reject("nested deeper than the scope allows")
        source.nesting += 1
        try:
            instance = model.construct(source, slot)
            if self.with_calls:
                self.call_methods(source, slot, model, instance)
        finally:
            source.nesting -= 1
        return instance

    def call_methods(self, source, slot, model, instance):
        mutators = model.mutators()
        if not mutators:
            return
        calls = source.choose(slot + "#calls", source.scope.max_calls + 1, True)
        for number in range(calls):
            which = source.choose(f"{slot}#call{number}", len(mutators), False)
            name, parameters = mutators[which]
            arguments = [shape.build(source, f"{slot}#call{number}.{p}") for p, shape in parameters]
            source.record_call(slot, name, arguments)
            try:
                getattr(instance, name)(*arguments)
            except Exception as error:
                raise Reject(
                    f"{name} raised {type(error).__name__} while the receiver was set up"
                ) from None

    def default(self):
        raise Reject("an object that no run has read")


class Reference(Shape):
    """A reference to an object whose fields are initialised lazily: null, a
    new object of the class or a subclass, or one met before."""

    is_reference = True

    def __init__(self, model, nullable):
        self.model = model
        self.nullable = nullable

    def build(self, source, slot):
        heap = source.heap
        options = [None] if self.nullable else []
        models = self.model.concrete_models()
        bounded = False
        for model in models:
            if heap.has_room(model):
                options.append(model)
            else:
                bounded = True
        if source.scope.aliasing and self.model.aliasing:
            options.extend(heap.objects_of(self.model.cls))
        if not options:
            raise Reject("the scope has no object left for a reference that may not be null")
        allowed = None if heap.position is None else heap.allowed(options, slot)
        if allowed is None:
            option = options[source.choose(slot, len(options), bounded)]
        elif allowed:
            option = options[source.choose_among(slot, allowed)]
        else:
            raise Reject("no valid structure within the scope agrees with it")
        if option is None:
            return None
        instance = heap.new(option) if option in models else option.instance
        if heap.position is not None and heap.current is None:
            heap.position.follow_root(heap, slot, instance)
        return instance

    def default(self):
        return None


NONE = Constant([None])
