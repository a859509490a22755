"""Values of the input whose type nobody says: what the code does with them decides.

An unknown is open until something is asked of it that not every value answers. Then it becomes
one of the values that do: an attribute makes it an object of a class that has it, or a stand-in
that grows; arithmetic makes it a number, a loop a list, `is None` None or something else. What
it became is a choice of the input like any other, so that a fresh process makes the same value
without asking (`anything.py`). This is only what stands for it in a worker.
"""

import keyword
import operator
import sys
import types
from opcode import opmap
from typing import Any

from .shapes import Reject

OPEN = object()
# From here on values are None where they may be, and objects have no further parts.
DEEPEST = 5
# From here on what may be missing is missing first.
DEEP = 1
UNPACK = opmap["UNPACK_SEQUENCE"]

NUMBERS = ("int", "float")
SEQUENCES = ("list", "str", "dict", "tuple")
# What builtin functions take, by name, where it is not anything.
TAKEN = {
    **dict.fromkeys(("int", "float", "complex"), ("str", "int", "float")),
    **dict.fromkeys(("ord", "open", "compile", "exec", "eval", "__import__"), ("str",)),
    **dict.fromkeys(("chr", "range", "bin", "hex", "oct", "bytes", "bytearray"), ("int",)),
    **dict.fromkeys(("abs", "round", "divmod", "pow"), NUMBERS),
    **dict.fromkeys(
        ("iter", "list", "tuple", "sorted", "enumerate", "zip", "map", "filter", "reversed"),
        ("list", "str", "dict"),
    ),
    **dict.fromkeys(("set", "frozenset", "sum", "any", "all", "min", "max"), ("list",)),
    "len": ("list", "str", "dict"),
    "next": ("iterator",),
    "dict": ("dict", "list"),
    "str": ("str", "int"),
    "repr": ("str", "int"),
}
# Modules whose functions take texts more often than anything else.
TEXTUAL = {"posixpath", "os", "posix", "re", "json", "urllib.parse", "string", "shlex", "codecs"}


def is_name(name):
    """Whether code can name an attribute so."""
    return name.isidentifier() and not keyword.iskeyword(name)


class Unknown:
    """What stands for a value that is still open, and goes on standing for it."""

    __slots__ = ("_everypath", "__weakref__")

    def __init__(self, state):
        STATE.__set__(self, state)

    def __getattribute__(self, name):
        state = STATE.__get__(self)
        if name.startswith("__") and name.endswith("__"):
            return getattr(state.settled(), name)
        return state.attribute(name)

    def __setattr__(self, name, value):
        if not is_name(name):
            raise Reject("no test can give a stand-in an attribute with such a name")
        state = STATE.__get__(self)
        owner = state.owner_of(name)
        if state.members is not None:
            state.members[name] = value
        else:
            setattr(owner, name, value)

    def __bool__(self):
        return STATE.__get__(self).truth()

    def __call__(self, *arguments, **named):
        return STATE.__get__(self).callee()(*arguments, **named)

    def __iter__(self):
        return iter(STATE.__get__(self).iterated())

    def __next__(self):
        return next(STATE.__get__(self).walked())

    def __getitem__(self, key):
        return STATE.__get__(self).subscripted(key)[known(key)]

    def __setitem__(self, key, value):
        STATE.__get__(self).subscripted(key)[known(key)] = value

    def __delitem__(self, key):
        del STATE.__get__(self).subscripted(key)[known(key)]

    def __len__(self):
        return len(STATE.__get__(self).become(("list", "str", "dict")))

    def __contains__(self, item):
        return known(item) in STATE.__get__(self).searched(item)

    def __enter__(self):
        return STATE.__get__(self).entered()

    def __exit__(self, *error):
        return None

    async def __aenter__(self):
        return STATE.__get__(self).entered()

    async def __aexit__(self, *error):
        return None

    def __await__(self):
        yield from ()
        return STATE.__get__(self).awaited()

    def __hash__(self):
        return hash(STATE.__get__(self).settled())

    def __str__(self):
        return str(STATE.__get__(self).settled(("str", "int")))

    def __repr__(self):
        return repr(STATE.__get__(self).settled())

    def __format__(self, form):
        return format(STATE.__get__(self).settled(("str", "int")), form)

    def __int__(self):
        return int(STATE.__get__(self).settled(NUMBERS))

    def __float__(self):
        return float(STATE.__get__(self).settled(("float", "int")))

    def __index__(self):
        return operator.index(STATE.__get__(self).settled(("int",)))

    def __fspath__(self):
        return str(STATE.__get__(self).settled(("str",)))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


STATE: Any = Unknown.__dict__["_everypath"]


class State:
    """What is known of an unknown so far."""

    __slots__ = ("source", "slot", "shape", "depth", "value", "is_true", "is_not_none", "members")

    def __init__(self, source, slot, shape, depth):
        self.source = source
        self.slot = slot
        self.shape = shape
        self.depth = depth
        self.value = OPEN
        # Whether it was found to be true, or something else than None, while it was open.
        self.is_true = self.is_not_none = False
        # Of a stand-in that grows: what was asked of it.
        self.members: Any = None

    # Becoming something.

    def become(self, kinds):
        """The value as one of some kinds, if it is still open."""
        if self.value is OPEN:
            places = self.shape.places_of(kinds)
            if self.is_not_none or self.is_true:
                places = [p for p in places if p != self.shape.NONE] or places
            self.take(self.choice(places))
        return self.value

    def choice(self, places):
        where = self.slot + "#type"
        if len(places) == 1:
            self.source.imply(where, places[0])
            return places[0]
        return self.source.choose_among(where, places)

    def take(self, place):
        """Becomes what stands at a place of the table of kinds."""
        if place == self.shape.OBJECT:
            self.members = {}
            self.value = types.SimpleNamespace()
        else:
            self.value = self.shape.made(self.source, self.slot, place, self.depth)
        if self.is_true and self.members is None and not self.value:
            raise Reject("a value that was true became one that is not")

    def settled(self, kinds=None):
        """The value, of whatever kind it has to be."""
        if self.value is OPEN:
            self.become(kinds or self.shape.COMMON)
        return self.value

    def part(self, slot):
        """Something that this value gives."""
        return self.shape.opened(self.source, slot, self.depth + 1)

    # Questions.

    def truth(self):
        if self.value is not OPEN:
            return True if self.members is not None else bool(self.value)
        if self.is_true:
            return True
        if self.source.choose(self.slot + "#truth", 2) == self.place_of_false():
            self.become_none()
            return False
        self.is_true = True
        return True

    def place_of_false(self):
        return 0 if self.depth > DEEP else 1

    def become_none(self):
        self.is_true = self.is_not_none = False
        self.source.imply(self.slot + "#type", self.shape.NONE)
        self.value = None

    def is_none(self):
        """Whether it is None, which it may become by being asked."""
        if self.value is not OPEN:
            return self.value is None
        if self.is_true or self.is_not_none:
            return False
        first = self.depth >= DEEP
        answers = [True] if self.depth >= DEEPEST else [first, not first]
        place = self.source.choose(self.slot + "#none", len(answers), len(answers) == 1)
        if answers[place]:
            self.become_none()
            return True
        self.is_not_none = True
        return False

    def is_instance(self, classes):
        """Whether it is of one of some classes, which it may become by being asked."""
        if self.value is not OPEN:
            return self.members is None and isinstance(self.value, classes)
        wanted, others = self.shape.places_by_class(classes)
        if self.is_true or self.is_not_none:
            wanted = [p for p in wanted if p != self.shape.NONE]
            others = [p for p in others if p != self.shape.NONE]
        if not wanted:
            return False
        self.take(self.choice([*wanted, *others]))
        return isinstance(self.value, classes) if self.members is None else False

    # Uses.

    def attribute(self, name):
        if not is_name(name):
            # A name that was put together, maybe of nothing: no object has such an attribute.
            raise AttributeError(f"object has no attribute {name!r}")
        owner = self.owner_of(name)
        if self.members is None:
            return getattr(owner, name)
        if name not in self.members:
            if self.depth >= DEEPEST:
                raise Reject("it is nested deeper than the scope allows")
            self.members[name] = self.part(f"{self.slot}.{name}")
        return self.members[name]

    def owner_of(self, name):
        """What has an attribute, if it is no stand-in."""
        if self.value is OPEN:
            places = self.shape.places_with(name)
            self.take(self.choice(places))
        return self.value

    def callee(self):
        if self.members is not None:
            return self.grown("#call", ("function",))
        return self.become(("function",))

    def iterated(self):
        if self.members is not None:
            return self.grown("#items", ("list",))
        if self.value is OPEN:
            count = unpacked(sys._getframe(2))
            if count is not None:
                self.source.imply(self.slot + "#type", self.shape.TUPLE)
                self.value = self.shape.tuple_of(self.source, self.slot, count, self.depth)
                return self.value
        return self.become(("list", "str", "dict"))

    def walked(self):
        """The iterator that it is, where its next element is asked for."""
        if self.value is OPEN:
            self.take(self.choice(self.shape.places_of(("iterator",))))
        return self.value

    def subscripted(self, key):
        if self.members is not None:
            raise TypeError("a stand-in has no items")
        key = known(key)
        if self.value is OPEN and is_text(key):
            self.source.imply(self.slot + "#type", self.shape.DICT)
            self.value = self.shape.dict_with(self.source, self.slot, key, self.depth)
            return self.value
        return self.become(("list", "dict", "str", "tuple"))

    def searched(self, item):
        if self.members is not None:
            return self.grown("#items", ("list",))
        item = known(item)
        if self.value is not OPEN or not is_text(item):
            return self.become(("list", "dict"))
        place = self.choice(self.shape.places_of(("dict", "str", "list")))
        if place == self.shape.DICT:
            self.value = self.shape.dict_with(self.source, self.slot, item, self.depth)
        else:
            self.take(place)
        return self.value

    def entered(self):
        self.become(("object",))
        if self.members is None:
            raise TypeError("only a stand-in is entered")
        if "#entered" not in self.members:
            self.members["#entered"] = self.part(self.slot + "#entered")
        return self.members["#entered"]

    def awaited(self):
        if self.value is OPEN:
            self.source.imply(self.slot + "#type", self.shape.PROMISE)
            self.value = self.part(self.slot + "#content")
        return self.value

    def grown(self, step, kinds):
        """What a stand-in gives that is no attribute of it."""
        if step not in self.members:
            self.members[step] = self.part(self.slot + step)
        return STATE.__get__(self.members[step]).become(kinds)

    def operand(self, name, other):
        """The value as an operation with another one needs it."""
        if self.value is not OPEN:
            return self.value
        kind = kind_name(known(other))
        if kind is not None and name in EQUALITIES:
            # Whatever it is not equal to, it may be something else.
            return self.become((kind, *self.shape.COMMON))
        if kind in NUMBERS:
            return self.become((kind, "float" if kind == "int" else "int"))
        if name in ("__mod__", "__mul__") and kind not in ("str", "bytes"):
            return self.become(("int", "str", "float"))
        if kind is not None:
            return self.become((kind, "int" if name in COMPARISONS else kind))
        if name in EQUALITIES:
            return self.settled()
        return self.become(("int", "str", "float") if name != "__or__" else ("int", "dict"))


EQUALITIES = ("__eq__", "__ne__")
COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")


def is_text(value):
    return kind_name(value) == "str"


def kind_name(value):
    """The name of a plain value's type among the kinds; None of any other."""
    if type(value).__module__ not in ("builtins", "everypath_native"):
        return None
    name = value.__class__.__name__
    return name if name in PLAIN else None


PLAIN = {"int", "str", "float", "bytes", "list", "dict", "tuple", "bool", "set"}


def known(value):
    """What an unknown has become; anything else, and what is open, as it is."""
    while type(value) is Unknown:
        state = STATE.__get__(value)
        if state.value is OPEN or state.members is not None:
            return value
        value = state.value
    return value


def unpacked(frame):
    """Into how many variables the code of a frame is about to unpack what it iterates over."""
    code = frame.f_code.co_code
    at = frame.f_lasti
    return code[at + 1] if 0 <= at < len(code) and code[at] == UNPACK else None


# Functions of the library whose first argument is called.
CALLING = {"map", "filter", "reduce", "starmap", "takewhile", "dropwhile", "filterfalse"}


def argument(value, callee, place):
    """An argument of a function that takes plain values only."""
    state = STATE.__get__(value)
    if state.value is OPEN:
        name = getattr(callee, "__name__", "")
        module = getattr(callee, "__module__", None)
        if name in CALLING and place == 0:
            state.become(("function",))
        elif module in (None, "builtins"):
            state.settled(TAKEN.get(name))
        else:
            state.settled(("str", "int") if module in TEXTUAL else None)
    return known(value)


def subscripted(value, key):
    """A container whose item is asked for."""
    return value if type(value) is not Unknown else STATE.__get__(value).subscripted(key)


def searched(value, item):
    """A container that is asked whether it has an item."""
    return value if type(value) is not Unknown else STATE.__get__(value).searched(item)


def settled(value):
    """A value that is needed as it is: a key, a part of a text."""
    if type(value) is not Unknown:
        return value
    STATE.__get__(value).settled(("str", "int"))
    return known(value)


def is_none(value):
    return STATE.__get__(value).is_none() if type(value) is Unknown else value is None


def is_instance(value, classes):
    if type(value) is not Unknown:
        return isinstance(value, classes)
    return STATE.__get__(value).is_instance(classes)


def is_callable(value):
    if type(value) is not Unknown:
        return callable(value)
    state = STATE.__get__(value)
    if state.value is OPEN:
        state.become(("function", "int"))
    return state.members is None and callable(state.value)


def boolean(value):
    """A value that is compared with True or False by identity."""
    if type(value) is Unknown:
        state = STATE.__get__(value)
        if state.value is OPEN:
            state.become(("bool", "none", "int"))
    return known(value)


def matched(value):
    """The subject of a `match`: each kind that its cases may ask for is worth trying."""
    if type(value) is Unknown:
        state = STATE.__get__(value)
        if state.value is OPEN:
            state.take(state.choice(state.shape.places_to_match()))
    return known(value)
