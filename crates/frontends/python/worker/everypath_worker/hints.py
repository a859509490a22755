"""From type hints to shapes."""

import collections
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import inspect
import numbers
import pathlib
import re
import sys
import types
import typing

from . import shapes
from .anything import Anything
from .callers import Function, Handled
from .classes import ClassModel
from .clocks import real_class
from .deferred import Deferred
from .guesses import Guesses, is_interface
from .infer import asked_classes, attributes
from .opened import Opened
from .streams import CONTENTS, OpenFile
from .type_values import patterns, type_values

SEQUENCES = {
    list: list,
    collections.abc.Sequence: list,
    collections.abc.MutableSequence: list,
    collections.abc.Iterable: list,
    collections.abc.Collection: list,
    collections.abc.Reversible: list,
    collections.abc.Iterator: iter,
    collections.abc.Generator: iter,
    collections.deque: collections.deque,
}
MAPPINGS = {
    dict: dict,
    collections.abc.Mapping: dict,
    collections.abc.MutableMapping: dict,
    collections.OrderedDict: collections.OrderedDict,
}
SETS = {
    set: set,
    frozenset: frozenset,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
}
# What stands for a protocol or an abstract number.
STAND_INS = {
    typing.SupportsInt: int,
    typing.SupportsIndex: int,
    typing.SupportsFloat: float,
    typing.SupportsAbs: int,
    typing.SupportsRound: float,
    typing.SupportsBytes: bytes,
    typing.SupportsComplex: float,
    collections.abc.Hashable: str,
    collections.abc.Sized: str,
    collections.abc.Container: str,
    collections.abc.ByteString if hasattr(collections.abc, "ByteString") else bytes: bytes,
    numbers.Number: int,
    numbers.Complex: float,
    numbers.Real: float,
    numbers.Rational: int,
    numbers.Integral: int,
}
# How many classes that the code asks for are tried where a type is unknown, and how many of
# those that a metaclass made.
MOST_ASKED = 10
MOST_OF_A_METACLASS = 4
PLAIN_CLASSES = (int, str, float, bool, bytes, list, tuple, dict, set)
UNION_TYPES = {typing.Union, getattr(types, "UnionType", typing.Union)}


def make_decimal(units, places):
    return decimal.Decimal(units).scaleb(-places)


def library_shape(cls):
    """The shape of a class of the standard library that has no Python inside."""
    year, month, day = shapes.Bounded(1, 9999, 2000), shapes.Bounded(1, 12), shapes.Bounded(1, 31)
    clock: dict[str, object] = {
        "hour": shapes.Bounded(0, 23),
        "minute": shapes.Bounded(0, 59),
        "second": shapes.Bounded(0, 59),
    }
    clock["microsecond"] = shapes.Bounded(0, 999999)
    clock["tzinfo"] = shapes.Constant([None, datetime.timezone.utc])
    place = shapes.Bounded(-9, 9, 1)
    end = shapes.Union([shapes.Constant([None]), place])
    known = {
        datetime.date: (datetime.date, {"year": year, "month": month, "day": day}),
        datetime.datetime: (datetime.datetime, {"year": year, "month": month, "day": day, **clock}),
        datetime.time: (datetime.time, clock),
        datetime.timedelta: (
            datetime.timedelta,
            {"days": shapes.Bounded(-9999, 9999), "seconds": shapes.Bounded(0, 86399)},
        ),
        decimal.Decimal: (
            make_decimal,
            {"units": shapes.Bounded(-(10**9), 10**9), "places": shapes.Bounded(0, 4)},
        ),
        fractions.Fraction: (
            fractions.Fraction,
            {"numerator": shapes.Bounded(-(10**6), 10**6), "denominator": shapes.Bounded(1, 10**6)},
        ),
        pathlib.Path: (pathlib.Path, {"path": shapes.Text()}),
        pathlib.PurePath: (pathlib.PurePosixPath, {"path": shapes.Text()}),
        complex: (complex, {"real": shapes.Floating(), "imag": shapes.Floating()}),
        range: (range, {"start": place, "stop": place}),
        slice: (slice, {"start": end, "stop": end, "step": end}),
    }
    found = known.get(cls)
    # A slice is only a holder of what it is given.
    return shapes.Constructed(*found, holds=cls is slice) if found else None


SPECIAL_DECIMALS = [
    decimal.Decimal("NaN"),
    decimal.Decimal("Infinity"),
    decimal.Decimal("-Infinity"),
]
# Who asks for these has them.
ASKS_FOR_SPECIAL = {"is_nan", "is_snan", "is_qnan", "is_infinite", "is_finite"}


class Hints:
    """Turns hints into shapes; remembers the models of classes."""

    def __init__(self, trees, module):
        self.models = {}
        self.trees = trees
        self.warnings = []
        self.deferred = Deferred(trees)
        self.guesses = Guesses(self)
        # Shapes that the code asks values of unknown type for.
        self.asked = []
        tree = self.tree = trees[module.__name__]
        self.names = vars(module)
        self.handled = Handled(tree, vars(module))
        self.made_shapes = {}
        self.classes = []
        self.near = 0
        self.has_special_decimals = not ASKS_FOR_SPECIAL.isdisjoint(attributes(tree))
        self.ask(asked_classes(tree, vars(module)))
        holders = [module, *(sys.modules.get(name) for name in sorted(trees))]
        found = [
            cls for holder in holders for cls in list(getattr(holder, "__dict__", {}).values())
        ]
        self.found = list(dict.fromkeys(cls for cls in found if isinstance(cls, type)))
        self.classes = [cls for cls in self.found if self.may_be_made(cls)]
        # How many of them the module itself has a name for, which come first.
        own = list(vars(module).values())
        self.near = sum(any(cls is value for value in own) for cls in self.classes)
        self.classes += [c for c in self.asked_for if c not in (*self.classes, *PLAIN_CLASSES)]

    def warn(self, text):
        if text not in self.warnings:
            self.warnings.append(text)

    def model(self, cls):
        if cls not in self.models:
            model = self.models[cls] = ClassModel(cls, self)
            model.analyse()
        return self.models[cls]

    def anything(self, preferred=()):
        """The shape of a value of unknown type; classes that have what is used of it first."""
        return Anything(self, preferred)

    def known_classes(self):
        """The classes that a value of unknown type may be of."""
        return self.classes

    def classes_of(self, metaclass):
        """The user's classes that a metaclass of the user has made."""
        if not issubclass(metaclass, type):
            return []
        return [cls for cls in self.found if isinstance(cls, metaclass)][:MOST_OF_A_METACLASS]

    def may_be_made(self, cls):
        return isinstance(cls, type) and self.is_made_by_user(cls) and not is_interface(cls)

    def made_shape(self, cls):
        """The shape of an object of a class, for a value of unknown type."""
        if cls not in self.made_shapes:
            shape = self.shape(cls)
            if type(shape) is shapes.Instance:
                shape = Opened(shape.model, self)
            self.made_shapes[cls] = shape
        return self.made_shapes[cls]

    def ask(self, classes):
        """Says for which classes the code asks values. What they hold in turn is
        of the common types."""
        self.asked_for = [cls for cls in classes if self.is_asked(cls)][:MOST_ASKED]
        self.asked = [self.shape(cls) for cls in self.asked_for]

    def is_asked(self, cls):
        if cls in (int, str, float, list, object) or cls is type(None):
            return False  # common, or no answer
        containers = (*SEQUENCES, *MAPPINGS, *SETS, tuple, bool, bytes)
        return cls in containers or library_shape(cls) is not None or self.is_made_by_user(cls)

    def is_made_by_user(self, cls):
        return (
            self.is_user_class(cls)
            and not issubclass(cls, BaseException)
            and not inspect.isabstract(cls)
        )

    def shape(self, hint, owner=""):
        """The shape of a hint; `owner` names what has it, for messages."""
        hint = real_class(hint)
        origin = typing.get_origin(hint)
        arguments = typing.get_args(hint)
        if hint is None or hint is type(None):
            return shapes.NONE
        if hint in (typing.Any, object, inspect.Parameter.empty):
            return self.anything()
        if hint is bool:
            return shapes.Boolean()
        if hint is int:
            return shapes.Integer()
        if hint is float:
            return shapes.Floating()
        if hint is str or hint is getattr(typing, "LiteralString", str):
            return shapes.Text()
        if hint in (bytes, bytearray):
            return shapes.Bytes(hint)
        if origin in UNION_TYPES:
            return self.union(arguments, owner)
        if origin is typing.Literal:
            return shapes.Constant(arguments)
        if (
            origin is typing.Annotated
            or getattr(typing, "Final", None) is origin
            or origin is typing.ClassVar
        ):
            return self.shape(arguments[0], owner)
        if isinstance(hint, typing.TypeVar):
            return self.type_variable(hint, owner)
        if hasattr(hint, "__supertype__"):
            return self.shape(hint.__supertype__, owner)
        base = origin or hint
        if type(base).__name__ == "TypeAliasType":
            return self.shape(base.__value__, owner)
        if base in STAND_INS:
            return shapes.Union([self.shape(STAND_INS[base], owner)], open_ended=True)
        if base in CONTENTS:
            content = bytes if bytes in arguments else CONTENTS[base]
            return shapes.Union([OpenFile(content)], open_ended=True)
        if base is re.Pattern:
            return shapes.Sample(patterns(self.names, bytes if bytes in arguments else str))
        if base in (tuple, typing.Tuple):
            return self.tuple(arguments, owner)
        if base in SEQUENCES:
            element = self.shape(arguments[0], owner) if arguments else self.anything()
            return shapes.Listing(element, SEQUENCES[base])
        if base in (collections.defaultdict, collections.Counter):
            return self.counter(base, arguments, owner)
        if base in MAPPINGS:
            key, value = (
                (self.shape(a, owner) for a in arguments)
                if len(arguments) == 2
                else (shapes.Text(), self.anything())
            )
            return shapes.Mapping(key, value, MAPPINGS[base])
        if base in SETS:
            element = self.shape(arguments[0], owner) if arguments else shapes.Integer()
            return shapes.SetOf(element, SETS[base])
        if base is collections.abc.Callable or base is typing.Callable:
            result = arguments[1] if len(arguments) == 2 else typing.Any
            return Function(self.shape(result, owner), handled=self.handled)
        if base is type:
            return self.class_object(arguments)
        if isinstance(base, type):
            return self.instance(base, owner)
        self.warn(f"{owner}: the hint {hint!r} is not understood; some common values are tried")
        return self.anything()

    def union(self, arguments, owner):
        # None first: the smallest value of an optional.
        ordered = sorted(arguments, key=lambda a: a is not type(None))
        references = [a for a in ordered if isinstance(a, type) and self.is_lazy(a)]
        if type(None) in ordered and len(references) == len(ordered) - 1 == 1:
            return shapes.Reference(self.model(references[0]), True)
        return shapes.Union([self.shape(a, owner) for a in ordered])

    def type_variable(self, variable, owner):
        if variable.__constraints__:
            return shapes.Union([self.shape(one, owner) for one in variable.__constraints__])
        if variable.__bound__ is not None:
            return self.shape(variable.__bound__, owner)
        return shapes.Union([shapes.Integer()], open_ended=True)

    def tuple(self, arguments, owner):
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return shapes.Listing(self.shape(arguments[0], owner), tuple)
        if not arguments:
            return shapes.Listing(shapes.Integer(), tuple)
        if arguments == ((),):
            return shapes.Constant([()])
        return shapes.Fixed([self.shape(a, owner) for a in arguments])

    def counter(self, base, arguments, owner):
        key = self.shape(arguments[0], owner) if arguments else shapes.Text()
        if base is collections.Counter:
            return shapes.Mapping(key, shapes.Integer(), collections.Counter)
        value = self.shape(arguments[1], owner) if len(arguments) > 1 else shapes.Integer()
        return shapes.Mapping(
            key, value, functools.partial(collections.defaultdict, lambda: value.default())
        )

    def class_object(self, arguments):
        if arguments and isinstance(arguments[0], type):
            return shapes.Constant(
                [model.cls for model in self.model(arguments[0]).concrete_models()]
                or [arguments[0]]
            )
        return shapes.Sample(self.type_values())

    def type_values(self):
        return type_values(self.tree, self.names, self.classes)

    def is_lazy(self, cls):
        return (
            (
                getattr(cls, "__module__", "") != "builtins"
                and not issubclass(cls, enum.Enum)
                and not typing.is_typeddict(cls)
                if hasattr(typing, "is_typeddict")
                else True
            )
            and self.is_user_class(cls)
            and self.model(cls).is_lazy()
        )

    def is_user_class(self, cls):
        module = sys.modules.get(getattr(cls, "__module__", ""))
        return module is not None and (
            hasattr(module, "__everypath__") or cls.__module__ in self.trees
        )

    def instance(self, cls, owner):
        if issubclass(cls, enum.Enum):
            members = list(cls)
            return shapes.Constant(members) if members else self.anything()
        if isinstance(getattr(cls, "__total__", None), bool) and issubclass(cls, dict):
            return self.typed_dict(cls, owner)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            hints = self.hints_of(cls)
            elements = [
                self.shape(hints.get(name, typing.Any), f"{cls.__name__}.{name}")
                for name in cls._fields
            ]
            return shapes.Fixed(elements, cls._make)
        known = library_shape(cls)
        if cls is decimal.Decimal and self.has_special_decimals:
            return shapes.Union([known, shapes.Constant(SPECIAL_DECIMALS)])
        if known is not None:
            return known
        if cls in (int, str, float, bool):
            return self.shape(cls, owner)
        if is_interface(cls) and not self.model(cls).concrete_models():
            shape = self.guesses.interface(cls, owner)
            if shape is not None:
                return shape
        if self.is_user_class(cls):
            model = self.model(cls)
            if model.is_lazy():
                return shapes.Reference(model, False)
            return shapes.Instance(model)
        if isinstance(cls, type) and issubclass(cls, (int, str, float)):
            return self.shape(cls.__mro__[-2], owner)
        self.warn(
            f"{owner}: objects of {cls.__module__}.{cls.__qualname__} are built by its constructor, if its hints allow"
        )
        return shapes.Instance(self.model(cls))

    def typed_dict(self, cls, owner):
        hints = self.hints_of(cls)
        fields = {name: self.shape(hint, f"{cls.__name__}.{name}") for name, hint in hints.items()}
        return shapes.Record(fields, getattr(cls, "__optional_keys__", frozenset()))

    def resolve(self, text, cls):
        """The hint that an annotation inside a class's methods means, or
        `None`: Python itself never looks at these."""
        module = sys.modules.get(cls.__module__)
        holder = type(
            "Annotated", (), {"__annotations__": {"hint": text}, "__module__": cls.__module__}
        )
        namespace = {
            cls.__name__: cls,
            **self.deferred.of(cls.__module__),
            **(vars(module) if module else {}),
        }
        try:
            return typing.get_type_hints(holder, namespace)["hint"]
        except Exception:
            self.warn(f"the hint {text!r} of {cls.__name__} cannot be resolved")
            return None

    def hints_of(self, holder):
        """The hints of a function or class; a name that cannot be resolved
        leaves its hint out."""
        try:
            return typing.get_type_hints(holder)
        except Exception:
            pass
        name = getattr(holder, "__module__", None) or ""
        deferred = self.deferred.of(name)
        try:
            return typing.get_type_hints(holder, localns=deferred)
        except Exception:
            pass
        result = {}
        module = sys.modules.get(name)
        namespace = {**deferred, **(vars(module) if module else {})}
        for name, hint in getattr(holder, "__annotations__", {}).items():
            if isinstance(hint, str):
                try:
                    hint = eval(hint, namespace)  # the user's own annotation
                except Exception:
                    self.warn(f"the hint {hint!r} of {name} cannot be resolved")
                    continue
            result[name] = hint
        return result


def is_dataclass(cls):
    return dataclasses.is_dataclass(cls)
