"""The input heap: objects whose fields are open until they are first read.

Every object is a real instance of the user's class, made without its
constructor. A field becomes part of the input when it is first read, and keeps
that value there whatever the unit writes over it later.
"""

from .identity import address
from .unknowns import Unknown

# More fields than this that change alike are just many.
MANY = 3


class Node:
    """One object of the input."""

    __slots__ = ("number", "name", "model", "instance", "fields")

    def __init__(self, number, name, model, instance):
        self.number = number
        self.name = name
        self.model = model
        self.instance = instance
        self.fields = {}


class Heap:
    """The objects of one input, in the order they came to be."""

    def __init__(self, source):
        self.source = source
        self.nodes = []
        self.by_address = {}
        self.by_name = {}
        self.counts = {}
        # Raised instead of an initialisation, if given.
        self.closed = None
        # Told of each initialisation, if given.
        self.listener = None
        # Where a guide is with this structure, if there is one.
        self.position = None
        # The field that is being initialised.
        self.current = None
        # Reads since the last initialisation, where they are counted.
        self.reads = 0

    def has_room(self, model):
        return self.counts.get(model, 0) < self.source.scope.max_nodes

    def new(self, model, name=None):
        """A new object with every field open."""
        if name is None:
            count = self.counts[model] = self.counts.get(model, 0) + 1
            name = f"{model.cls.__name__.lower()}{count}"
        instance = object.__new__(model.cls)
        node = Node(len(self.nodes), name, model, instance)
        self.nodes.append(node)
        self.by_address[address(instance)] = self.by_name[name] = node
        return instance

    def objects_of(self, cls):
        return [node for node in self.nodes if isinstance(node.instance, cls)]

    def initialise(self, instance, name):
        """The first value of a field; `NotImplemented` if the object is not
        part of the input."""
        node = self.by_address.get(address(instance))
        if node is None or name in node.fields or name not in node.model.fields:
            return NotImplemented
        if self.closed is not None:
            raise self.closed
        shape = node.model.fields[name]
        slot = f"{node.name}.{name}"
        value = (
            shape.build(self.source, slot)
            if self.position is None
            else self.guided(node, name, shape, slot)
        )
        node.fields[name] = value
        object.__setattr__(instance, name, value)
        if self.position is not None and self.is_reference(node, name):
            self.position = self.position.follow(self, node, name, value)
        if self.listener is not None:
            self.listener(node, name)
        return value

    def guided(self, node, name, shape, slot):
        """Builds a field where a guide says what is worth trying."""
        if not self.is_reference(node, name):
            for suggested, value in self.position.suggestions(node, name):
                self.source.suggest(suggested, value)
        outer, self.current = self.current, (node, name)
        try:
            return shape.build(self.source, slot)
        finally:
            self.current = outer

    def is_reference(self, node, name):
        return getattr(node.model.fields[name], "is_reference", False)

    def allowed(self, options, slot):
        """The indexes of the options that a guide leaves for the field that
        is being initialised, or for an argument; `None` if it leaves all."""
        if self.current is None:
            return self.position.allowed_root(slot, options)
        if not self.is_reference(*self.current):
            return None
        return self.position.allowed(self, *self.current, options)

    def effects(self):
        """What became of the fields of the input's objects, in words. A field
        that is none in the end says little: so does one that was forgotten."""
        counts = {}
        for node in self.nodes:
            for name, first in node.fields.items():
                last = getattr(node.instance, name, None)
                if last is None or last is first:
                    continue
                what = (
                    f"{node.model.cls.__name__}.{name}: {self.kind(first)}, then {self.kind(last)}"
                )
                counts[what] = counts.get(what, 0) + 1
        return sorted(
            f"{what} ({n})"
            for what, count in counts.items()
            for n in range(1, min(count, MANY) + 1)
        )

    def kind(self, value):
        if type(value) is Unknown:
            return "object"
        if value is None or isinstance(value, bool):
            return repr(value)
        if address(value) in self.by_address:
            return "object"
        return "new object" if hasattr(value, "__dict__") else "value"

    def is_set(self, instance, name):
        """Whether a field has a value, without giving it one."""
        if name in getattr(instance, "__dict__", ()):
            return True
        for cls in type(instance).__mro__:
            slot = getattr(cls.__dict__.get(name), "slot", None)
            if slot is not None:
                try:
                    slot.__get__(instance, cls)
                except AttributeError:
                    return False
                return True
        return False
