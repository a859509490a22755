"""Sharing: the parts of an input that could be one object, and are made apart."""

from . import callers, shapes


class Sharing:
    """The parts of an input that could be the same object, and never are."""

    def __init__(self):
        self.containers = 0
        self.classes = set()
        self.functions = set()
        self.guesses = set()

    def look(self, shape, name, depth=0):
        if depth > 4:
            return
        shape = unwrapped(shape)
        if isinstance(shape, shapes.Union):
            # Only one of them is there at a time.
            for each in shape.shapes:
                self.look(each, name, depth + 1)
        elif isinstance(shape, (shapes.Listing, shapes.SetOf)):
            self.containers += shape.make not in (tuple, frozenset)
            if not is_plain(shape.element):
                self.look(shape.element, name, depth + 1)
                # It holds more than one of them.
                self.look(shape.element, name, depth + 1)
        elif isinstance(shape, shapes.Mapping):
            self.containers += 1
            self.look(shape.value, name, depth + 1)
        elif isinstance(shape, shapes.Fixed):
            for each in shape.elements:
                self.look(each, name, depth + 1)
        elif isinstance(shape, shapes.Record):
            self.containers += 1
        elif isinstance(shape, shapes.Bytes):
            self.containers += shape.kind is bytearray
        elif isinstance(shape, callers.Function):
            self.functions.add(name)
        elif isinstance(shape, shapes.Collaborator):
            for member, each in shape.members.items():
                self.look(each, member, depth + 1)
        elif isinstance(shape, shapes.Instance):
            self.classes.add(shape.model.cls)
            for parameter in shape.model.parameters():
                if not parameter.hinted:
                    self.guesses.add(f"{shape.model.cls.__name__}({parameter.name})")


def unwrapped(shape):
    """The shape of a parameter without its default."""
    return getattr(shape, "shape", shape)


def is_plain(shape):
    return isinstance(shape, (shapes.Integer, shapes.Boolean, shapes.Floating, shapes.Text))
