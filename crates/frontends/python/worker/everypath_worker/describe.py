"""Descriptions of values: plain JSON from which source text can be written.

Things that have an identity (lists, dicts, sets, instances) are nodes with
numbers; the same object keeps its number in every description of a case, so
aliases, cycles and changes can be told. Everything else is written in place.
"""

import collections
import copy
import datetime
import decimal
import enum
import fractions
import functools
import inspect
import itertools
import json
import pathlib
import sys
import types
import uuid
from typing import Any

from .callers import Answer, Answers, Promise, Raising
from .defaults import needed
from .equality import tells_fields_apart
from .identity import address
from .type_values import described_as_written, is_written

# Past these a value is no longer something a test should spell out.
MOST_NODES = 200
MOST_ITEMS = 200
LONGEST_TEXT = 2000
# So many calls of a function of the input are listed, or none.
MOST_CALLS = 4
DEEPEST = 40
LARGEST_INTEGER_BITS = 4096

LIBRARY_TYPES = {
    datetime.date: "datetime",
    datetime.datetime: "datetime",
    datetime.time: "datetime",
    datetime.timedelta: "datetime",
    decimal.Decimal: "decimal.Decimal",
    fractions.Fraction: "fractions.Fraction",
    pathlib.PurePosixPath: "pathlib.PurePosixPath",
    pathlib.PosixPath: "pathlib.Path",
    uuid.UUID: "uuid.UUID",
}

# What a set of these is sorted by is the same everywhere.
ORDERED = (int, float, str, bytes, bool)

CONTAINERS = {
    list: "list",
    set: "set",
    dict: "dict",
    bytearray: "bytearray",
    collections.deque: "deque",
    collections.OrderedDict: "ordered_dict",
    collections.Counter: "counter",
    collections.defaultdict: "defaultdict",
}


@functools.cache
def is_importable(cls):
    """Whether a test can name the class or function."""
    holder = sys.modules.get(getattr(cls, "__module__", ""))
    for part in getattr(cls, "__qualname__", "<").split("."):
        holder = getattr(holder, part, None)
    return holder is cls


# Where the stand-ins are from that are more than attributes, and files in memory.
CLOSED = ("unittest.mock", "_io")
# Functions that stand for those of the input.
ANSWERS = (Answer, Promise, Answers)


def name_of(cls):
    module = "io" if cls.__module__ == "_io" else cls.__module__
    return {"module": module, "qualname": cls.__qualname__}


def field_names(value):
    """The names of an instance's fields, slots first, in their order."""
    slots = slot_names(type(value))
    found = getattr(value, "__dict__", None)
    if not isinstance(found, dict):
        return slots
    return [*slots, *(name for name in found if isinstance(name, str) and name not in slots)]


@functools.cache
def is_plain_class(kind):
    """Whether instances are nodes whatever they hold, as most classes' are."""
    builtin = (
        list,
        dict,
        set,
        frozenset,
        tuple,
        str,
        bytes,
        int,
        float,
        type,
        types.ModuleType,
        BaseException,
        enum.Enum,
    )
    if kind in ANSWERS or kind in LIBRARY_TYPES or issubclass(kind, builtin):
        return False
    return not is_written(kind) and is_importable(kind) and kind.__flags__ & (1 << 9) != 0


@functools.cache
def slot_names(kind):
    """The names of a class's slots, those of its bases first."""
    names = []
    for cls in reversed(kind.__mro__):
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                name = f"_{cls.__name__.lstrip('_')}{name}"
            if name not in names:
                names.append(name)
    return tuple(names)


def fields_of(value):
    """The fields of an instance that are set, by name."""
    result = {}
    for name in field_names(value):
        try:
            result[name] = object.__getattribute__(value, name)
        except AttributeError:
            continue
    return result


def contents_of(container):
    """What a container holds, in its order; None if it may hold more than that."""
    if type(container) is list:
        return list(container)
    if type(container) is dict:
        return [*container, *container.values()]
    return None


def same_parts(before, after):
    if type(before) is dict:
        return before.keys() == after.keys() and all(
            after[name] is part for name, part in before.items()
        )
    return len(before) == len(after) and all(one is other for one, other in zip(before, after))


class Identities:
    """The numbers of one case's objects."""

    def __init__(self):
        self.numbers = {}
        self.kept = []
        # Those that a test knows how to make.
        self.made = set()

    def number_made(self, value):
        """The number of an object that a recipe makes."""
        number = self.number(value)
        self.made.add(number)
        return number

    def is_made(self, value):
        return self.numbers.get(address(value)) in self.made

    def number(self, value):
        found = self.numbers.get(address(value))
        if found is None:
            found = self.numbers[address(value)] = len(self.kept)
            self.kept.append(value)
        return found


class Describer:
    """Describes values at one moment."""

    def __init__(self, identities, rebuild=False):
        self.identities = identities
        self.nodes = {}
        self.depth = 0
        # What each node was made of, to see later if that changed; None once
        # there is something that cannot be compared so.
        self.parts = []
        # Whether to find out how an equal object of a class can be made.
        self.rebuild = rebuild

    def value(self, value):
        kind = type(value)
        if value is None:
            return {"t": "none"}
        if kind is bool:
            return {"t": "bool", "v": value}
        if kind is int:
            if value.bit_length() > LARGEST_INTEGER_BITS:
                return self.opaque(value)
            return {"t": "int", "v": str(value)}
        if kind is float:
            return {"t": "float", "v": repr(value)}
        if kind is str:
            return self.text(value)
        if kind is bytes:
            return (
                {"t": "bytes", "v": value.hex()}
                if len(value) <= LONGEST_TEXT
                else self.opaque(value)
            )
        if isinstance(value, enum.Enum):
            return self.member(value)
        if value is NotImplemented:
            return {"t": "not_implemented"}
        if value is Ellipsis:
            return {"t": "expression", "text": "...", "imports": []}
        if self.depth >= DEEPEST:
            return self.opaque(value)
        self.depth += 1
        try:
            return self.compound(value, kind)
        finally:
            self.depth -= 1

    def text(self, value):
        if len(value) > LONGEST_TEXT:
            return self.opaque(value)
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return {"t": "expression", "text": repr(value), "imports": []}
        return {"t": "str", "v": value}

    def member(self, value):
        kind = type(value)
        if not is_importable(kind):
            return self.opaque(value)
        if value.name in kind.__members__ and kind.__members__[value.name] is value:
            return {"t": "member", **name_of(kind), "name": value.name}
        return {"t": "made", **name_of(kind), "arguments": [self.value(value.value)]}

    def compound(self, value, kind):
        if not is_plain_class(kind):
            described = self.special(value, kind)
            if described is not None:
                return described
        number = self.identities.number(value)
        if number not in self.nodes:
            if len(self.nodes) >= MOST_NODES or (kind in CONTAINERS and len(value) > MOST_ITEMS):
                return self.opaque(value)
            self.nodes[number] = None
            self.nodes[number] = self.node(value, kind)
        return {"t": "ref", "id": str(number)}

    def special(self, value, kind):
        """The description of what is no node; None for a node."""
        if kind is tuple:
            return self.sized(value, {"t": "tuple", "items": self.items(value)})
        if kind is frozenset:
            return self.sized(value, {"t": "frozenset", "items": self.unordered(value)})
        if kind in (complex, range, slice):
            return {"t": "expression", "text": repr(value), "imports": []}
        if isinstance(value, tuple) and hasattr(kind, "_fields") and is_importable(kind):
            return {
                "t": "named_tuple",
                **name_of(kind),
                "fields": list(kind._fields),
                "items": self.items(value),
            }
        if kind is pathlib.PosixPath:
            return {"t": "expression", "text": f"Path({str(value)!r})", "imports": ["pathlib.Path"]}
        if kind in LIBRARY_TYPES:
            return {"t": "expression", "text": repr(value), "imports": [LIBRARY_TYPES[kind]]}
        if isinstance(value, type) and LIBRARY_TYPES.get(value) == value.__module__:
            # Named as its values are, by its module.
            text = f"{value.__module__}.{value.__qualname__}"
            return {"t": "expression", "text": text, "imports": [value.__module__]}
        if isinstance(value, type):
            return {"t": "class", **name_of(value)} if is_importable(value) else self.opaque(value)
        if is_written(kind):
            return described_as_written(value) or self.opaque(value)
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType)):
            return (
                {"t": "function", **name_of(value)} if is_importable(value) else self.opaque(value)
            )
        if isinstance(value, types.MethodType) and inspect.isfunction(value.__func__):
            return {
                "t": "method",
                "of": self.value(value.__self__),
                "name": value.__func__.__name__,
            }
        if isinstance(value, types.ModuleType) or not (
            kind in CONTAINERS or self.is_node(value, kind)
        ):
            return self.opaque(value)
        return None

    def sized(self, value, description):
        return description if len(value) <= MOST_ITEMS else self.opaque(value)

    def is_node(self, value, kind):
        if kind in (*ANSWERS, types.SimpleNamespace) or kind.__name__ == "list_iterator":
            return True
        if kind.__module__ in CLOSED:
            return self.identities.is_made(value)
        if not is_importable(kind) or not isinstance(kind, type):
            return False
        if isinstance(value, BaseException):
            return True
        if issubclass(kind, (list, dict, set, frozenset, tuple, str, bytes, int, float)):
            # It has no literal of its own, but a test may know how to make it.
            return self.identities.is_made(value)
        return kind.__flags__ & (1 << 9) != 0

    def node(self, value, kind):
        if kind in CONTAINERS:
            self.watch(value, contents_of(value))
            return self.container(value, kind)
        self.watch(value, None)
        if kind is Answers:
            return {
                "kind": "answers",
                "answers": [self.answer(one) for one in value.answers],
                "awaited": value.is_awaited,
                "called": self.called(value.calls),
            }
        if kind in ANSWERS:
            return {
                "kind": "answer",
                "value": self.value(value.value),
                "awaited": kind is Promise,
                "called": self.called(value.calls),
            }
        if kind.__name__ == "list_iterator":
            return {"kind": "iterator", "items": self.items(list(copy.copy(value)))}
        if kind.__module__ in CLOSED:
            # Each mock has a class of its own, and many fields; a stream has none.
            name = {"module": kind.__module__.lstrip("_"), "qualname": kind.__name__}
            return {"kind": "instance", **name, "equality": False, "fields": []}
        fields = fields_of(value)
        if not isinstance(value, BaseException) and kind.__eq__ is object.__eq__:
            self.parts[-1] = (value, fields)
        node = {
            "kind": "instance",
            **name_of(kind),
            "equality": kind.__eq__ is not object.__eq__,
            "fields": [[name, self.value(part)] for name, part in fields.items()],
        }
        if isinstance(value, BaseException):
            node["fields"].append(["args", self.value(value.args)])
        elif self.rebuild and node["equality"]:
            node["rebuild"] = self.rebuilding(value, kind, fields)
        return node

    def answer(self, answer):
        """One of the answers of a function, or the exception that it raises."""
        if isinstance(answer, Raising):
            return {"raises": self.value(answer.cls)}
        return {"value": self.value(answer)}

    def called(self, calls):
        """How often a function was called, and with what unless that is too much to read."""
        shown = calls if len(calls) <= MOST_CALLS else []
        return {
            "times": len(calls),
            "with": [
                {
                    "arguments": [self.value(one) for one in arguments],
                    "keywords": [[name, self.value(one)] for name, one in keywords.items()],
                }
                for arguments, keywords in shown
            ],
        }

    def watch(self, value, parts):
        self.parts.append((value, parts))

    def is_unchanged(self):
        """Whether everything that was described is what it was, part by part."""
        return all(
            parts is not None
            and same_parts(parts, fields_of(value) if type(parts) is dict else contents_of(value))
            for value, parts in self.parts
        )

    def container(self, value, kind):
        node: dict[str, Any] = {"kind": CONTAINERS[kind]}
        if kind is bytearray:
            node["items"] = [self.value(bytes(value))]
        elif issubclass(kind, dict):
            node["items"] = [
                [self.value(key), self.value(item)] for key, item in list(value.items())
            ]
            if kind is collections.defaultdict:
                node["factory"] = self.factory(value.default_factory)
        elif kind is set:
            node["items"] = self.unordered(value)
        else:
            node["items"] = self.items(value)
            if kind is collections.deque and value.maxlen is not None:
                node["maximum"] = str(value.maxlen)
        return node

    def factory(self, make):
        if make is None or isinstance(make, type):
            return self.value(make)
        try:
            return {"t": "lambda", "of": self.value(make())}
        except Exception:
            return self.opaque(make)

    def items(self, values):
        return [self.value(item) for item in itertools.islice(values, MOST_ITEMS)]

    def unordered(self, values):
        """The elements of a set, in an order that hashing has no part in."""
        if all(type(item) in ORDERED for item in values):
            try:
                return self.items(sorted(values))
            except TypeError:
                pass
        ordered = sorted(values, key=self.place)
        return self.items(ordered)

    def place(self, item):
        number = self.identities.numbers.get(address(item), len(self.identities.kept))
        return type(item).__name__, stable_text(item), number

    def rebuilding(self, value, kind, fields):
        """The constructor's arguments that make an equal object, or None."""
        try:
            parameters = list(inspect.signature(kind).parameters.values())
        except (TypeError, ValueError):
            return None
        positional, keywords = [], dict(fields) if kind is types.SimpleNamespace else {}
        for parameter in parameters:
            name = next((n for n in (parameter.name, "_" + parameter.name) if n in fields), None)
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if name is None:
                return None
            if parameter.kind is parameter.KEYWORD_ONLY:
                keywords[parameter.name] = fields[name]
            else:
                positional.append(fields[name])
        try:
            again = kind(*copy.deepcopy(positional), **copy.deepcopy(keywords))
            # A class may define one of the two comparisons and not the other.
            differs = again != value or not (again == value)  # noqa: SIM201
            if differs or list(fields_of(again)) != list(fields):
                return None
        except Exception:
            return None
        if not tells_fields_apart(value, fields):
            return None
        # Arguments that are defaults anyway say nothing.
        plain = [p for p in parameters if p.kind is not p.KEYWORD_ONLY]
        places, named, names = needed(parameters, positional, keywords)
        keywords = {
            **{plain[index].name: positional[index] for index in named},
            **{n: keywords[n] for n in names},
        }
        return {
            "arguments": [self.value(part) for part in positional[:places]],
            "keywords": [[name, self.value(part)] for name, part in keywords.items()],
        }

    def opaque(self, value):
        kind = type(value)
        return {
            "t": "opaque",
            **name_of(kind),
            "importable": is_importable(kind),
            "callable": callable(value),
        }


def stable_text(item):
    """A text of the item that is the same in every process."""
    try:
        text = repr(item)
    except Exception:
        text = " at 0x"
    if " at 0x" not in text and not isinstance(item, frozenset):
        return text
    describer = Describer(Identities())
    return json.dumps([describer.value(item), describer.nodes])
