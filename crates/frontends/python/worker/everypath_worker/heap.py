"""The input heap: objects whose fields are open until they are first read.

Every object is a real instance of the user's class, made without its
constructor. A field becomes part of the input when it is first read, and keeps
that value there whatever the unit writes over it later.
"""


class Node:
    """One object of the input."""

    __slots__ = ("name", "model", "instance", "fields")

    def __init__(self, name, model, instance):
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
        self.counts = {}

    def has_room(self, model):
        return self.counts.get(model, 0) < self.source.scope.max_nodes

    def new(self, model, name=None):
        """A new object with every field open."""
        count = self.counts.get(model, 0) + 1
        if name is None:
            self.counts[model] = count
            name = f"{model.cls.__name__.lower()}{count}"
        instance = object.__new__(model.cls)
        node = Node(name, model, instance)
        self.nodes.append(node)
        self.by_address[id(instance)] = node
        return instance

    def objects_of(self, cls):
        return [node for node in self.nodes if isinstance(node.instance, cls)]

    def initialise(self, instance, name):
        """The first value of a field; `NotImplemented` if the object is not
        part of the input."""
        node = self.by_address.get(id(instance))
        if node is None or name in node.fields or name not in node.model.fields:
            return NotImplemented
        value = node.model.fields[name].build(self.source, f"{node.name}.{name}")
        node.fields[name] = value
        object.__setattr__(instance, name, value)
        return value

    def complete(self):
        """Gives every field that no run has read its default."""
        for node in self.nodes:
            for name, shape in node.model.fields.items():
                if name not in node.fields:
                    value = shape.default()
                    node.fields[name] = value
                    object.__setattr__(node.instance, name, value)
