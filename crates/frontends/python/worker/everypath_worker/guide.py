"""Guided lazy initialisation: a field is offered only what some valid
structure has there.

The valid structures of a class are known before its methods are explored. A
guide holds their shapes: which node each reference leads to. While a structure
grows, a position keeps the shapes that agree with all of it so far, each with
the node that every object stands for. Objects are reached from the receiver,
so that this is decided field by field, in whatever order the unit reads them.
"""

from .heap import Node
from .identity import address
from .replica import initialise_slot
from .shapes import Reference
from .sources import ReplaySource

# A field that the invariant does not read: anything may be there.
FREE = object()


class Outline:
    """The shape of one valid structure, and numbers that make it one."""

    __slots__ = ("classes", "links", "values")

    def __init__(self, heap, values):
        numbers = {address(node.instance): number for number, node in enumerate(heap.nodes)}
        self.classes = tuple(node.model.cls for node in heap.nodes)
        self.links = tuple(
            {
                name: None if value is None else numbers.get(address(value), FREE)
                for name, value in node.fields.items()
                if isinstance(node.model.fields[name], Reference)
            }
            for node in heap.nodes
        )
        self.values = tuple(
            {
                slot[len(node.name) + 1 :]: value
                for slot, value in values
                if slot.startswith(node.name + ".")
            }
            for node in heap.nodes
        )

    def key(self):
        return self.classes, tuple(tuple(sorted(links.items(), key=str)) for links in self.links)


def outline_of(model, choices, values, scope):
    """The shape that an input of the invariant has."""
    source = ReplaySource({}, dict(choices), scope)
    source.heap.new(model, "self")
    for slot in source.choices:
        initialise_slot(source.heap, slot)
    return Outline(source.heap, values)


def guide_of(model, structures, scope):
    """The position before anything is initialised."""
    outlines = {}
    for choices, values in structures:
        outline = outline_of(model, choices, values, scope)
        outlines.setdefault(outline.key(), outline)
    return Position([(outline, (0,)) for outline in outlines.values()])


class Position:
    """The shapes that agree with a structure so far. `nodes` says of each
    object, by its number, which node of the shape it is; an argument that no
    field of the receiver leads to is none of them yet."""

    __slots__ = ("alive", "allowing", "following")

    def __init__(self, alive):
        self.alive = alive
        self.allowing = {}
        self.following = {}

    def allowed(self, heap, node, name, options):
        """The options, by index, that lead to a valid structure; `None` if
        all of them do."""
        objects = [option for option in options if isinstance(option, Node)]
        classes = tuple(option.model for option in objects)
        key = (node.number, name, len(options), classes)
        plain = all(self.is_known(option) for option in objects)
        if plain and key in self.allowing:
            return self.allowing[key]
        indexes = []
        for index, option in enumerate(options):
            if any(
                self.agrees(heap, nodes, outline, node, name, option)
                for outline, nodes in self.alive
            ):
                indexes.append(index)
        found = None if len(indexes) == len(options) else indexes
        if plain:
            self.allowing[key] = found
        return found

    def allowed_root(self, slot, options):
        """An argument may be anything: the receiver may not lead to it."""
        return None

    def follow_root(self, heap, slot, value):
        pass

    def suggestions(self, node, name):
        """Numbers for the slots of a field that nobody has asked for yet:
        those of the first valid structure, which make most completions valid
        at once. They are concrete values only, and promise nothing."""
        if not self.alive:
            return
        outline, nodes = self.alive[0]
        at = nodes[node.number] if node.number < len(nodes) else None
        if at is None:
            return
        for slot, value in outline.values[at].items():
            if slot == name or (slot.startswith(name) and slot[len(name)] in ".[#"):
                yield f"{node.name}.{slot}", value

    def is_known(self, node):
        """Whether the way here says everything about an object; fields of an
        argument that the receiver does not lead to yet are no part of it."""
        return not node.fields or all(
            node.number < len(nodes) and nodes[node.number] is not None for _, nodes in self.alive
        )

    def agrees(self, heap, nodes, outline, node, name, option):
        target = link_of(outline, nodes, node.number, name)
        if target is FREE:
            return True
        if option is None or target is None:
            return option is target
        if not isinstance(option, Node):
            # A new object of this class.
            return target not in nodes and outline.classes[target] is option.cls
        return unify(heap, outline, nodes, option, target) is not None

    def follow(self, heap, node, name, value):
        """The position after a field got its value."""
        target = None if value is None else heap.by_address.get(address(value))
        key = (node.number, name, None if target is None else target.number)
        plain = target is None or self.is_known(target)
        if plain and key in self.following:
            return self.following[key]
        alive = []
        for outline, nodes in self.alive:
            expected = link_of(outline, nodes, node.number, name)
            if expected is FREE:
                alive.append((outline, nodes))
            elif target is None or expected is None:
                if target is expected:
                    alive.append((outline, nodes))
            else:
                found = unify(heap, outline, nodes, target, expected)
                if found is not None:
                    alive.append((outline, found))
        position = Position(alive)
        if plain:
            self.following[key] = position
        return position


def link_of(outline, nodes, number, name):
    """Where a field leads in a shape."""
    at = nodes[number] if number < len(nodes) else None
    if at is None:
        return FREE
    return outline.links[at].get(name, FREE)


def unify(heap, outline, nodes, node, target):
    """The nodes of a shape with one more object among them, or `None` if the
    object and what it leads to cannot be there."""
    nodes = list(nodes) + [None] * (len(heap.nodes) - len(nodes))
    pending = [(node, target)]
    while pending:
        node, target = pending.pop()
        known = nodes[node.number]
        if known is not None or target in nodes:
            if known != target:
                return None
            continue
        if outline.classes[target] is not node.model.cls:
            return None
        nodes[node.number] = target
        for name, value in node.fields.items():
            if not isinstance(node.model.fields[name], Reference):
                continue
            expected = outline.links[target].get(name, FREE)
            if expected is FREE:
                continue
            other = None if value is None else heap.by_address.get(address(value))
            if other is None or expected is None:
                if other is not expected:
                    return None
            else:
                pending.append((other, expected))
    return tuple(nodes)
