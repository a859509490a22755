"""Building an input again outside the worker: plain values, real objects, and
a record of how each object was made, from which a test can make it too."""

import functools
import inspect

from .classes import ClassModel
from .defaults import needed
from .describe import Describer, name_of
from .hints import Hints
from .invocation import build_arguments
from .shapes import Instance, Reference, Reject
from .sources import PART, ReplaySource


class RecordingSource(ReplaySource):
    """Replays an input and writes down how its objects are made."""

    def __init__(self, values, choices, scope, identities):
        super().__init__(values, choices, scope)
        self.identities = identities
        self.recipes = {}
        self.by_slot = {}

    def record_making(self, slot, make, positional, keywords):
        recipe = self.by_slot[slot] = Recipe()
        recipe.construct(self.identities, positional, keywords)
        recipe.make = make

    def record_call(self, slot, name, arguments):
        if slot in self.by_slot:
            self.by_slot[slot].call(self.identities, name, arguments)

    def record_field(self, slot, name, value):
        self.by_slot[slot].assign(self.identities, name, value, False)

    def record_instance(self, slot, instance):
        recipe = self.by_slot.setdefault(slot, Recipe())
        recipe.finish(recipe.make or type(instance))
        self.recipes[self.identities.number_made(instance)] = recipe


class Recipe:
    """How a test makes one object: a constructor, calls, assignments.

    Arguments are described before each call, since the call may change them.
    """

    def __init__(self):
        # The class, or the function that makes one of it.
        self.make = None
        # Made without its constructor.
        self.bare = False
        self.arguments = []
        self.keywords = []
        self.calls = []
        self.fields = []
        self.nodes = {}
        self.raw = ((), {})

    def construct(self, identities, positional, keywords):
        self.raw = (positional, keywords)
        describer = Describer(identities)
        self.arguments = [describer.value(value) for value in positional]
        self.keywords = [[name, describer.value(value)] for name, value in keywords.items()]
        self.nodes.update(describer.nodes)

    def finish(self, make):
        """Leaves out the arguments that are defaults anyway."""
        self.make = make
        positional, keywords = self.raw
        self.raw = ((), {})
        parameters = parameters_taken(make)
        if parameters is None:
            return
        parameters = [p for p in parameters.values() if p.kind is not p.VAR_KEYWORD]
        plain = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
        places, named, names = needed(parameters, positional, keywords)
        self.keywords = [
            *([plain[index].name, self.arguments[index]] for index in named),
            *([name, value] for name, value in self.keywords if name in names),
        ]
        del self.arguments[places:]

    def call(self, identities, name, arguments):
        describer = Describer(identities)
        self.calls.append(
            {"method": name, "arguments": [describer.value(value) for value in arguments]}
        )
        self.nodes.update(describer.nodes)

    def assign(self, identities, name, value, forced):
        describer = Describer(identities)
        self.fields.append({"name": name, "value": describer.value(value), "forced": forced})
        self.nodes.update(describer.nodes)

    def as_json(self):
        return {
            **name_of(self.make),
            "bare": self.bare,
            "arguments": self.arguments,
            "keywords": self.keywords,
            "calls": self.calls,
            "fields": self.fields,
            "nodes": {str(number): node for number, node in self.nodes.items()},
        }


@functools.cache
def parameters_taken(make):
    """The parameters of a class's constructor or of a function, if it says them."""
    try:
        return inspect.signature(make).parameters
    except (TypeError, ValueError):
        return None


class ObservedModel(ClassModel):
    """A class whose constructions are written down."""

    def construct(self, source, slot):
        instance = super().construct(source, slot)
        source.record_instance(slot, instance)
        return instance


class ObservedHints(Hints):
    """Hints whose classes are observed."""

    def model(self, cls):
        if cls not in self.models:
            model = self.models[cls] = ObservedModel(cls, self)
            model.analyse()
        return self.models[cls]


def build_input(unit, hints, source):
    """The receiver and arguments that the input's slots describe."""
    receiver = None
    if unit.has_receiver:
        model = hints.model(unit.cls)
        if model.invariant and model.is_lazy():
            models = model.concrete_models()
            receiver = source.heap.new(models[0] if models else model, "self")
        else:
            receiver = Instance(model, with_calls=True).build(source, "self")
    arguments = None
    # Choices come in the order in which the run made them, and what an option
    # means depends on the objects there were then.
    for slot in list(source.choices):
        if (
            not initialise_slot(source.heap, slot)
            and arguments is None
            and not slot.startswith(("self.", "self#"))
        ):
            arguments = build_arguments(unit, source)
    if arguments is None:
        arguments = build_arguments(unit, source)
    for slot in list(source.values):
        initialise_slot(source.heap, slot)
    complete(source)
    return (receiver, *arguments)


def initialise_slot(heap, slot):
    """Initialises the field that a slot is part of; whether there is one."""
    name, _, rest = slot.partition(".")
    node = heap.by_name.get(name)
    field = PART.split(rest, 1)[0]
    if node is None or field not in node.model.fields:
        return False
    heap.initialise(node.instance, field)
    return True


def complete(source):
    """Gives every field that no run has read the value that is easiest to have."""
    heap = source.heap
    for node in heap.nodes:
        for name, shape in node.model.fields.items():
            if name in node.fields:
                continue
            if isinstance(shape, Reference) and not shape.nullable:
                value = easiest_object(heap, shape)
            else:
                try:
                    value = shape.build(source, f"{node.name}.{name}")
                except Reject:
                    value = None
            node.fields[name] = value
            object.__setattr__(node.instance, name, value)


def easiest_object(heap, shape):
    found = heap.objects_of(shape.model.cls)
    if found:
        return found[0].instance
    models = shape.model.concrete_models()
    return heap.new(models[0]) if models else None
