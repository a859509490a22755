"""Solutions as inputs: slots with values and choices, and for objects whose
fields are open a script that says what each field is when it is read."""

from ..heap import Node
from ..identity import address
from .builder import PARTS


def scalar(value):
    """The number of a bit-vector, boolean or float (its bits)."""
    ((kind, content),) = value.items()
    if kind == "BitVec":
        return content["bits"], content["width"]
    return int(content), 64


def signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) else bits


class Script:
    """A structure that a run is led through. It answers what a guide answers:
    what a field that is initialised may be, and which numbers are in it."""

    def __init__(self, program, objects):
        self.attributes = program.layout.attributes
        self.classes = [program.classes.items[one["class"]] for one in objects]
        self.contents = [one["contents"] for one in objects]
        # The objects that slots of arguments refer to.
        self.roots = {}
        self.begin()

    def begin(self):
        """A run begins: no object stands for any of the script's yet."""
        self.number_of = {}
        self.node_of = {}
        return self

    def bind(self, node, number):
        self.number_of[node.number] = number
        self.node_of[number] = node

    def target(self, node, name):
        """What the script has in a field: the number of an object, None for
        nothing, or False if no run of the formula reads it."""
        number = self.number_of.get(node.number)
        if number is None or name not in self.attributes:
            return False
        return target_of(self.contents[number][self.attributes[name]])

    def allowed(self, heap, node, name, options):
        return self.choose(self.target(node, name), options)

    def allowed_root(self, slot, options):
        """What the slot of an argument may be."""
        return self.choose(self.roots.get(slot, False), options)

    def choose(self, target, options):
        if target is False:
            return None
        for index, option in enumerate(options):
            if target is None or option is None:
                fits = option is target
            elif isinstance(option, Node):
                fits = self.node_of.get(target) is option
            else:
                fits = target not in self.node_of and option.cls is self.classes[target]
            if fits:
                return [index]
        return []

    def suggestions(self, node, name):
        number = self.number_of.get(node.number)
        if number is None or name not in self.attributes:
            return
        place = self.attributes[name]
        for part in self.contents[number][place + 2 : place + PARTS]:
            if isinstance(part, dict) and "Scalar" in part:
                bits, width = scalar(part["Scalar"])
                yield f"{node.name}.{name}", signed(bits, width)

    def follow(self, heap, node, name, value):
        self.met(heap, self.target(node, name), value)
        return self

    def follow_root(self, heap, slot, value):
        self.met(heap, self.roots.get(slot, False), value)

    def met(self, heap, target, value):
        node = None if value is None else heap.by_address.get(address(value))
        if (
            node is not None
            and target is not None
            and target is not False
            and target not in self.node_of
        ):
            self.bind(node, target)


def target_of(value):
    if value == "Null":
        return None
    if isinstance(value, dict) and "Object" in value:
        return value["Object"]
    return False


def input_of(program, slots, solution):
    """Values and choices by slot, and the script of a solution."""
    values: dict[str, dict[str, object]] = {}
    choices = {}
    script = Script(program, solution["objects"])
    for (kind, slot, under), value in zip(slots, solution["inputs"]):
        if any(choices.get(choice) != option for choice, option in under):
            continue
        if kind == "reference":
            script.roots[slot] = target_of(value)
            continue
        if not (isinstance(value, dict) and "Scalar" in value):
            continue
        bits, width = scalar(value["Scalar"])
        if kind == "choice":
            choices[slot] = bits
        elif kind == "int":
            values[slot] = {"Int": str(signed(bits, width))}
        elif kind == "natural":
            values[slot] = {"Int": str(bits)}
        elif kind == "bool":
            values[slot] = {"Bool": bool(bits)}
        else:
            values[slot] = {"Float64": bits}
    return {"values": values, "choices": choices}, script
