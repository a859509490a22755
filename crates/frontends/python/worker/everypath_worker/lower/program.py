"""The program as the engine asks for it: classes, procedures, what a call
selects, and objects that are there from the beginning. Everything has a
number; a procedure is written when it is asked for."""

import dataclasses
import enum
import inspect
import sys

from . import operators, synthetic
from .builder import REF, Identity, Unsupported, unknown
from .fields import Opening
from .functions import Definitions
from .layout import ARRAYS, KINDS, LENGTH_WIDTH, Layout, parts, plain_parts

# Builtin types whose objects hold elements.
SEQUENCES = (list, tuple, str, set, frozenset)
# Objects of classes below these have methods that no code is known of.
VALUES = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset)
# A sequence that a run makes has places for the scope and this many more.
ROOM = 5
RUNTIME = {
    list: "list",
    tuple: "tuple",
    str: "text",
    set: "set",
    frozenset: "set",
    Identity: "identity",
}
# What does where a special method is lacking: of the object, or of the other one.
INSTEAD = {"__contains__": ("__iter__", "__getitem__"), "(slice)": ("__getitem__",)}
MIRRORED = {
    "__lt__": "__gt__",
    "__le__": "__ge__",
    "__gt__": "__lt__",
    "__ge__": "__le__",
    "__mul__": "__rmul__",
}
# What an object is true without.
TRUTH = ("__bool__", "__len__")


class ArrayClass:
    """The class of the arrays that hold one part of elements."""

    def __init__(self, part):
        self.part = part
        self.__name__ = ARRAYS[part]


class Table:
    """Numbers for things, in the order in which they come."""

    def __init__(self):
        self.items = []
        self.numbers = {}

    def number(self, key, item):
        if key not in self.numbers:
            self.numbers[key] = len(self.items)
            self.items.append(item)
        return self.numbers[key]


class Program:
    """What is known of the user's modules, lowered as it is asked for."""

    def __init__(self, session):
        self.session = session
        self.hints = session.hints
        self.scope = session.source.scope
        self.found_classes = []
        self.definitions = Definitions(session.instrumentation)
        self.layout = Layout(session.trees, list(self.hints.models.values()), self.user_classes())
        self.classes = Table()
        self.selectors = Table()
        self.procedures = Table()
        self.statics = Table()
        self.arrays = [self.class_number(ArrayClass(part)) for part in range(len(ARRAYS))]
        self.opening = Opening(self)
        self.room = max(self.scope.max_nodes, self.scope.max_length) + ROOM
        # Procedures that are written already.
        self.written = {}
        # The unit's own function: its leading asserts say what it may be given.
        self.unit = None

    # Numbers.

    def class_number(self, cls):
        return self.classes.number(id(cls), cls)

    def selector(self, key):
        return self.selectors.number(key, key)

    def procedure_number(self, key):
        return self.procedures.number(key, key)

    def exact(self, key):
        """A call of exactly one procedure."""
        return {"Exact": self.procedure_number(key)}

    def static(self, value):
        """An object that is there from the beginning."""
        key = ("text", value) if type(value) is str else id(value)
        return self.statics.number(key, value)

    # Values that code names.

    def constant(self, value):
        """The registers' constants of an object of Python."""
        plain = plain_parts(value)
        if plain is not None:
            return plain
        short = type(value) in SEQUENCES and len(value) < 1 << (LENGTH_WIDTH - 1)
        if value is NotImplemented or short or self.is_followed(value):
            return parts(REF, ref={"Object": self.static(value)})
        return parts(REF, ref=unknown(f"looks at an object of the class {type(value).__name__}"))

    def is_followed(self, value):
        """Whether a value is an object of a class of the user's, all of whose
        attributes have a place."""
        if isinstance(value, (type, *VALUES)) or not self.hints.is_user_class(type(value)):
            return False
        names = getattr(value, "__dict__", None)
        return isinstance(value, enum.Enum) or (
            names is not None and all(n in self.layout.attributes for n in names)
        )

    def object_class(self, number):
        return self.class_number(self.class_of_static(self.statics.items[number]))

    def class_of_static(self, value):
        return value.cls if isinstance(value, StaticArray) else type(value)

    def object_contents(self, number):
        value = self.statics.items[number]
        if isinstance(value, StaticArray):
            return value.contents
        if type(value) in SEQUENCES:
            items = [ord(item) for item in value] if type(value) is str else list(value)
            return self.layout.contents({}, len(items), self.array_statics(value, items))
        fields = getattr(value, "__dict__", {})
        if isinstance(value, enum.Enum):
            fields = {"value": value.value, "name": value.name}
        return self.layout.contents({name: self.constant(part) for name, part in fields.items()})

    def array_statics(self, value, items):
        room = self.room if type(value) in (list, set) else 0
        elements = [self.constant(item) for item in items] + [parts(0)] * room
        result = []
        for part, array in enumerate(self.arrays):
            contents = StaticArray(
                self.classes.items[array], [element[part] for element in elements]
            )
            result.append({"Object": self.statics.number(("array", id(value), part), contents)})
        return result

    # Classes.

    def class_of(self, number):
        cls = self.classes.items[number]
        if isinstance(cls, ArrayClass):
            place = {"Fixed": parts(0)[cls.part]}
            contents = {"Elements": [KINDS[cls.part], place]}
        else:
            contents = {"Fields": self.layout.fields(self.opening.places_of(cls))}
        # Who keeps texts and tuples apart is the interpreter.
        shared = cls in (str, tuple, frozenset, Identity)
        return {"name": cls.__name__, "contents": contents, "may_be_shared": shared, "layout": None}

    def is_subtype(self, number, of):
        cls, other = self.classes.items[number], self.classes.items[of]
        if isinstance(cls, ArrayClass) or isinstance(other, ArrayClass):
            return cls is other
        return issubclass(cls, other)

    def has_special(self, name):
        """Whether a class of the user's has a special method."""
        return any(name in vars(cls) for cls in self.user_classes())

    def user_classes(self):
        if not self.found_classes:
            pending = [
                vars(sys.modules[name]) for name in self.session.trees if name in sys.modules
            ]
            while pending:
                for value in list(pending.pop(0).values()):
                    known = not isinstance(value, type) or value in self.found_classes
                    if not known and self.hints.is_user_class(value):
                        self.found_classes.append(value)
                        # Classes inside classes.
                        pending.append(vars(value))
        return self.found_classes

    @staticmethod
    def lookup(cls, name):
        """What a class of the user's or one above it has under a name; what
        every object has does not count."""
        for base in cls.__mro__:
            if base is object:
                return None
            if name in base.__dict__:
                return base.__dict__[name]
        return None

    # What a call selects.

    def select(self, number, selector):
        """The procedure that a call selects on a receiver."""
        cls, key = self.classes.items[number], self.selectors.items[selector]
        if isinstance(cls, ArrayClass):
            raise Unsupported("calls a method of an array")
        return self.procedure_number(getattr(self, f"select_{key[0]}")(cls, *key[1:]))

    def select_special(self, cls, name, count):
        if name == "truth":
            found = next((n for n in TRUTH if self.special_of(cls, n) is not None), None)
            return ("answer", True) if found is None else ("truth of", self.special_of(cls, found))
        if name == "mirrored ==":
            # What builtin types say of others, those say themselves.
            found = None if cls in RUNTIME else self.special_of(cls, "__eq__")
            return found or ("answer", False)
        if name == "__eq__":
            self.refuse_overridden(cls, name)
            return self.special_of(cls, name) or ("identical",)
        found = self.special_of(cls, name)
        if found is None and name.startswith("__i") and name[3:-2] in operators.METHODS.values():
            name = "__" + name[3:]
            found = self.special_of(cls, name)
        if found is None:
            self.refuse_instead(cls, name)
        return found or ("raise", TypeError)

    def refuse_instead(self, cls, name):
        """What Python does where a class lacks a special method may be more
        than to raise: another one may do."""
        others = INSTEAD.get(name, ())
        if any(hasattr(cls, other) for other in others):
            raise Unsupported(
                f"uses an object of {cls.__name__}, which lacks {name}, by {others[0]}"
            )
        mirrored = MIRRORED.get(name)
        if mirrored is not None and self.has_special(mirrored):
            raise Unsupported(f"applies an operator that a class of the program has as {mirrored}")

    def special_of(self, cls, name):
        """The procedure of a special method, or None if a class lacks it."""
        if cls in RUNTIME:
            runtime = f"{RUNTIME[cls]}_slice" if name == "(slice)" else f"{RUNTIME[cls]}{name}"
            if self.definitions.runtime(runtime) is not None:
                return ("runtime", runtime)
            if hasattr(cls, name) and getattr(cls, name, None) is not getattr(object, name, None):
                raise Unsupported(f"calls {cls.__name__}.{name}")
            return None
        member = self.lookup(cls, name)
        if member is None:
            return None
        if inspect.isfunction(member):
            count = (
                1
                if name
                in ("__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__getitem__")
                else None
            )
            return self.method_key(cls, name, member, count)
        if issubclass(cls, BaseException) or not self.hints.is_user_class(cls):
            return None if name in TRUTH else self.refuse(f"calls {cls.__name__}.{name}")
        return self.refuse(f"calls {cls.__name__}.{name}")

    def method_key(self, cls, name, function, count):
        if name == "__eq__" and self.is_made(function, cls):
            return ("records equal", Shared(cls))
        if count is None:
            count = len(inspect.signature(function).parameters) - 1
        return self.function_key(function, count + 1, ())

    def is_made(self, function, cls):
        """Whether `@dataclass` made a method."""
        return dataclasses.is_dataclass(cls) and self.definitions.of(function) is None

    def constructor(self, cls, count, keywords):
        """The procedure that fills a new object, if there is one."""
        member = self.lookup(cls, "__init__")
        if not inspect.isfunction(member):
            return None
        if self.is_made(member, cls):
            return ("record", Shared(cls), count + 1, keywords)
        return self.function_key(member, count + 1, keywords)

    @staticmethod
    def refuse(construct):
        raise Unsupported(construct)

    def refuse_overridden(self, cls, name):
        """Where a class below has an operator of its own, that may be asked first."""
        mine = self.lookup(cls, name)
        for other in self.user_classes():
            if (
                mine is not None
                and other is not cls
                and issubclass(other, cls)
                and self.lookup(other, name) is not mine
            ):
                raise Unsupported(f"calls {cls.__name__}.{name}, which a class below it overrides")

    def select_call(self, cls, name, count, keywords):
        """A method by name, on so many arguments."""
        if cls in RUNTIME:
            runtime = f"{RUNTIME[cls]}_{name}"
            if not hasattr(cls, name):
                return ("raise", AttributeError)
            if self.definitions.runtime(runtime) is None:
                raise Unsupported(f"calls {cls.__name__}.{name}")
            return ("runtime", runtime, count + 1, keywords)
        member = self.lookup(cls, name)
        if member is None:
            if hasattr(cls, name):
                raise Unsupported(f"calls {cls.__name__}.{name}")
            if self.lookup(cls, "__getattr__") is not None:
                raise Unsupported(f"calls {cls.__name__}.__getattr__")
            return ("raise", AttributeError)
        if inspect.isfunction(member):
            return self.function_key(member, count + 1, keywords)
        if isinstance(member, staticmethod):
            return (
                "without receiver",
                self.function_key(member.__func__, count, keywords),
                count,
                keywords,
            )
        if isinstance(member, classmethod):
            key = self.function_key(member.__func__, count + 1, keywords, cls)
            return ("without receiver", key, count, keywords)
        raise Unsupported(f"calls {cls.__name__}.{name}")

    def select_hash(self, cls):
        """Whether an object may be in a set; those that compare themselves
        would be asked for their hash, too."""
        if cls.__hash__ is None:
            return ("raise", TypeError)
        if cls not in RUNTIME and self.lookup(cls, "__eq__") is not None:
            raise Unsupported(
                f"puts an object of {cls.__name__} into a set, which has an == of its own"
            )
        return ("answer", True)

    def select_attribute(self, cls, name):
        """What a class has under a name that an object of it has not."""
        if cls in SEQUENCES or not self.hints.is_user_class(cls):
            if hasattr(cls, name) or issubclass(cls, BaseException):
                raise Unsupported(f"reads {cls.__name__}.{name}")
            return ("raise", AttributeError)
        member = self.lookup(cls, name)
        lazy = (
            getattr(member, "default", None)
            if type(member).__name__ in ("LazyField", "WatchedField")
            else member
        )
        if isinstance(lazy, property) and lazy.fget is not None:
            return self.function_key(lazy.fget, 1, ())
        if member is None or (lazy is None and lazy is not member):
            if hasattr(object, name):
                raise Unsupported(f"reads {cls.__name__}.{name}")
            if self.lookup(cls, "__getattr__") is not None:
                raise Unsupported(f"calls {cls.__name__}.__getattr__")
            return ("raise", AttributeError)
        if hasattr(type(lazy), "__get__"):
            raise Unsupported(f"passes the method {cls.__name__}.{name} on")
        return ("constant", Shared(lazy))

    def select_assign(self, cls, name):
        """How an attribute of an object is assigned."""
        if self.lookup(cls, "__setattr__") is not None:
            if getattr(getattr(cls, "__dataclass_params__", None), "frozen", False):
                return ("raise", sys.modules["dataclasses"].FrozenInstanceError)
            raise Unsupported(f"calls {cls.__name__}.__setattr__")
        member = self.lookup(cls, name)
        if isinstance(member, property):
            if member.fset is None:
                return ("raise", AttributeError)
            return self.function_key(member.fset, 2, ())
        if cls in SEQUENCES or not (
            self.hints.is_user_class(cls) or issubclass(cls, BaseException)
        ):
            return ("raise", AttributeError)
        if "__slots__" in cls.__dict__ and not hasattr(member, "__set__"):
            raise Unsupported(f"assigns {name}, which is no slot of {cls.__name__}")
        return ("assign", self.layout.attributes[name])

    # Procedures.

    def function_key(self, function, count, keywords, bound=None):
        """The procedure of a function that is given so many arguments by
        place, and others by these keywords; `bound` is its first argument if
        that is a class."""
        if getattr(function, "__wrapped__", None) is not None:
            raise Unsupported(f"calls {function.__qualname__}, which is decorated")
        return ("function", Shared(function), count, keywords, bound)

    def procedure(self, number):
        key = self.procedures.items[number]
        try:
            lowered = self.written.get(key) or self.write(key)
            return {
                **lowered,
                "is_operation": key[0] not in ("function", "entry", "receiver", "record"),
            }
        except Unsupported as error:
            return {
                "name": str(key[0]),
                "registers": 0,
                "blocks": [{"instructions": [], "end": {"Unsupported": str(error)}}],
            }

    def write(self, key):
        if key[0] in operators.WRITERS:
            return operators.WRITERS[key[0]](self, *key[1:])
        if key[0] == "function":
            return self.definitions.lower(self, *key[1:])
        if key[0] == "runtime":
            return self.definitions.lower_runtime(self, *key[1:])
        return synthetic.WRITERS[key[0]](self, *key[1:])

    def throw(self, builder, cls, handler):
        """Raises an exception of a class that Python itself raises."""
        builder.emit("New", to=builder.thrown, **{"class": self.class_number(cls)})
        builder.jump(handler)


class StaticArray:
    """An array that is there from the beginning."""

    def __init__(self, cls, contents):
        self.cls = cls
        self.contents = contents


class Shared:
    """An object in a key, told apart by what it is and not by what it equals."""

    __slots__ = ("object",)

    def __init__(self, value):
        self.object = value

    def __eq__(self, other):
        return isinstance(other, Shared) and self.object is other.object

    def __hash__(self):
        return id(self.object)
