"""Where shapes read their parts from."""

import math
import re
import struct

from .heap import Heap

# What follows the name of a part in the slot of something about it.
PART = re.compile(r"[.\[#]")
# The bits of a float.
MASK = (1 << 64) - 1


# What makes the values at the ends of an input.
LEAVES = ("integer", "integer_between", "boolean", "floating", "text", "octets")


def plainly(hooks, make):
    return lambda *arguments: hooks.concrete(make(*arguments))


class SymbolicSource:
    """Proxies and recorded choices, from the native recorder."""

    def __init__(self, recorder, hooks, scope, stand_ins):
        self.scope = scope
        # What makes symbolic objects of types of the library, by type.
        self.known = stand_ins
        self.choose = recorder.choose
        self.imply = recorder.imply
        self.option = recorder.option
        self.members = recorder.members
        self.suggest = recorder.suggest
        self.insert = hooks.setitem
        self.freeze = hooks.freeze
        self.hooks = hooks
        self.reset()

    def reset(self, plain=False):
        """Begins an input, with proxies or with the plain values they stand for."""
        self.plain = plain
        hooks = self.hooks
        self.heap = Heap(self)
        self.nesting = 0
        self.stand_ins = {} if plain else self.known
        for name in LEAVES:
            make = getattr(hooks, name)
            setattr(self, name, plainly(hooks, make) if plain else make)

    def grows(self):
        """Whether what is asked of values of unknown type decides what they are."""
        return not self.plain

    def add(self, target, item):
        self.hooks.call(target.add, item)

    def settle(self, value):
        """The value as C code needs it."""
        kind = type(value)
        if kind.__module__ != "everypath_native":
            return value
        if kind.__name__ == "int":
            return value.__index__()
        if kind.__name__ == "float":
            return value.__float__()
        if kind.__name__ == "bool":
            return bool(value)
        if kind.__name__ == "bytes":
            return bytes(value)
        return str(value)

    def concrete(self, value):
        """The value that this run has, whatever others might have."""
        if type(value) in (list, tuple, set, frozenset):
            return type(value)(map(self.concrete, value))
        if type(value) is dict:
            return {self.concrete(key): self.concrete(part) for key, part in value.items()}
        return self.hooks.concrete(value)

    def choose_among(self, slot, allowed):
        """One of some options. The choice between them has a slot of its own;
        the slot itself gets the option by its place among all, so that the
        input is built the same way where nobody knows which were allowed."""
        option = allowed[self.choose(f"{slot}#among", len(allowed), True)]
        self.imply(slot, option)
        return option

    def record_making(self, slot, make, positional, keywords):
        pass

    def record_instance(self, slot, instance):
        pass

    def record_call(self, slot, name, arguments):
        pass

    def record_field(self, slot, name, value):
        pass

    def mark_open_ended(self, slot):
        """Says that the type of a slot allows values that are never tried."""
        self.choose(slot + "#others", 1, True)


class ReplaySource:
    """The plain values of one input, as JSON brings them."""

    def __init__(self, values, choices, scope):
        self.values = values
        self.choices = choices
        self.scope = scope
        self.heap = Heap(self)
        self.nesting = 0
        self.stand_ins = {}

    def suggest(self, slot, number):
        """The value of a slot that no run has read."""
        self.values.setdefault(slot, number)

    def integer(self, slot):
        return int(self.values.get(slot, 0))

    def integer_between(self, slot, low, high):
        return int(self.values.get(slot, min(max(0, low), high)))

    def boolean(self, slot):
        return bool(self.values.get(slot, False))

    def floating(self, slot):
        bits = self.values.get(slot)
        if bits is None:
            return 0.0
        value = struct.unpack("<d", struct.pack("<Q", int(bits) & MASK))[0]
        return math.nan if math.isnan(value) else value

    def text(self, slot, capacity, alphabet):
        length = min(int(self.values.get(slot + "#length", 0)), capacity)
        return "".join(chr(int(self.values.get(f"{slot}[{i}]", 97))) for i in range(length))

    def octets(self, slot, capacity):
        length = min(int(self.values.get(slot + "#length", 0)), capacity)
        return bytes(int(self.values.get(f"{slot}[{i}]", 97)) for i in range(length))

    def choose(self, slot, options, bounded=False):
        option = int(self.choices.get(slot, 0))
        return option if option < options else 0

    def option(self, slot):
        """The option that a slot has; None if the run never asked for it."""
        found = self.choices.get(slot)
        return None if found is None else int(found)

    def members(self, slot):
        """The names of what was asked of a stand-in, in order."""
        start = slot + "."
        found = {}
        for other in (*self.choices, *self.values):
            if other.startswith(start):
                found[PART.split(other[len(start) :], maxsplit=1)[0]] = True
        return list(found)

    def grows(self):
        return False

    def imply(self, slot, option):
        pass

    def choose_among(self, slot, allowed):
        option = self.option(slot)
        return allowed[0] if option is None else option

    def insert(self, target, key, value):
        target[key] = value

    def add(self, target, item):
        target.add(item)

    def freeze(self, items):
        return frozenset(items)

    def settle(self, value):
        return value

    def concrete(self, value):
        return value

    def record_making(self, slot, make, positional, keywords):
        pass

    def record_instance(self, slot, instance):
        pass

    def record_call(self, slot, name, arguments):
        pass

    def record_field(self, slot, name, value):
        pass

    def mark_open_ended(self, slot):
        pass
