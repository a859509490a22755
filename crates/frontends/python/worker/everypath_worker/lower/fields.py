"""What the fields of an object of the input may hold."""

from .. import callers, shapes
from ..defaults import Defaulted
from .builder import BOOL, FLOAT, INT, REF
from .layout import BITS, BOOL_SORT, FLOAT_SORT, parts

NARROW = {"Scalar": {"BitVec": 32}}


def fixed(constants):
    return [{"Fixed": constant} for constant in constants]


def scalar(sort, seen, signed=True):
    return {"Scalar": {"sort": sort, "seen": seen, "signed": signed}}


def described(shape):
    """A shape in words."""
    return {
        shapes.Text: "a text",
        shapes.Bytes: "bytes",
        shapes.Listing: "a sequence",
        shapes.Mapping: "a dictionary",
        shapes.SetOf: "a set",
        shapes.Record: "a dictionary",
        callers.Function: "a function",
        shapes.Union: "one of several types",
        shapes.Fixed: "a tuple",
        shapes.Instance: "an object",
    }.get(type(shape), "a type of the library")


class Opening:
    """Open places by the shapes that are known of them."""

    def __init__(self, program):
        self.program = program

    def places_of(self, cls):
        """The open places of the attributes of a class, by name."""
        model = self.program.hints.models.get(cls)
        if model is None:
            return {}
        return {name: self.place(shape, name) for name, shape in model.fields.items()}

    def place(self, shape, name):
        """What the registers of a value of a shape may be."""
        if isinstance(shape, Defaulted):
            shape = shape.shape
        if isinstance(shape, shapes.Integer):
            places = fixed(parts(INT))
            # Narrow: the order of keys is what decides about structures.
            places[2] = scalar(NARROW, BITS)
        elif isinstance(shape, shapes.Boolean):
            places = fixed(parts(BOOL))
            places[2] = scalar(BOOL_SORT, BITS)
        elif isinstance(shape, shapes.Floating):
            places = fixed(parts(FLOAT))
            places[3] = scalar(FLOAT_SORT, FLOAT_SORT)
        elif isinstance(shape, shapes.Reference):
            places = fixed(parts(REF))
            places[0] = self.pool(shape)
        else:
            places = fixed(parts(REF))
            places[0] = self.chosen(shape, name)
        return places

    def pool(self, shape):
        number = self.program.class_number(shape.model.cls)
        return {"Pool": {"class": number, "nullable": shape.nullable}}

    def chosen(self, shape, name):
        """One of some objects that are there from the beginning."""
        constants = (
            [self.program.constant(value) for value in shape.values]
            if isinstance(shape, shapes.Constant)
            else []
        )
        tagged = parts(REF)[1]
        refs = [constant[0] for constant in constants if constant[1] == tagged]
        if not constants or len(refs) != len(constants) or any("Unknown" in ref for ref in refs):
            return {
                "Unknown": f"reads the attribute {name} of the input, which is {described(shape)}"
            }
        if len(refs) == 1:
            return {"Fixed": refs[0]}
        objects = [ref["Object"] for ref in refs if ref != "Null"]
        return {"OneOf": {"objects": objects, "nullable": len(objects) < len(refs)}}
