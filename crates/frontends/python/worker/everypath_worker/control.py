"""Structures that grow while the unit runs: what they were before it changed
them, and how the rest of them is filled in afterwards.

The control is a second heap on which every initialisation of the first one is
repeated, and nothing else is ever done. It is the input, whatever the unit
writes over it. The invariant is only ever run on the control.
"""

import contextlib

from .endings import Ending
from .heap import Heap
from .identity import address
from .shapes import Reject

# Reads of fields without a new one among them. A structure of some nodes is
# read through in far fewer; a loop that runs round a cycle never ends.
MOST_READS = 2000


class OpenField(Ending):
    """A conservative invariant came to a field that is still open."""


class TooManyReads(Ending):
    """The fields that are there were read again and again."""


class Control:
    """The input of one run, beside the structure that the unit works on."""

    def __init__(self, source, recorder, model, guide=None):
        self.source = source
        self.recorder = recorder
        self.main = source.heap
        self.invariant = model.invariant
        self.conservative = guide is None
        self.spurious = None
        self.heap = Heap(source)
        for heap in (self.main, self.heap):
            heap.position = guide
        self.receiver = self.heap.new(model, "self")
        self.main.new(model, "self")
        self.main.listener = self.follow

    @contextlib.contextmanager
    def instead(self):
        """The control takes the place of the structure; no goal is covered."""
        self.source.heap = self.heap
        self.recorder.hide()
        try:
            yield
        finally:
            self.recorder.show()
            self.source.heap = self.main

    @contextlib.contextmanager
    def repeating(self):
        """What is built now was built before: the slots say how."""
        with self.instead():
            self.recorder.pause()
            try:
                yield
            finally:
                self.recorder.resume()

    def follow(self, node, name):
        """Repeats the initialisation of a field, and refuses the structure if
        the conservative invariant does."""
        twin = self.heap.nodes[node.number]
        with self.repeating():
            self.heap.initialise(twin.instance, name)
        self.main.reads = 0
        if self.conservative and self.main.is_reference(node, name) and self.is_spurious():
            # The unit may catch this: it is asked for again when it has ended.
            self.spurious = f"invariant `{self.invariant}`"
            raise Reject(self.spurious)

    def follow_arguments(self, build):
        """Repeats the building of arguments that added objects."""
        with self.repeating():
            build()

    def is_spurious(self):
        """Whether no completion can be valid, as far as the invariant gets
        without reading a field that is still open."""
        self.heap.closed = OpenField
        try:
            with self.instead():
                return not bool(getattr(self.receiver, self.invariant)())
        except (OpenField, RecursionError):
            return False
        except (Exception, TooManyReads):
            # It does the same for every completion.
            return True
        finally:
            self.heap.closed = None
            self.heap.reads = 0

    def complete(self):
        """Fills in what the invariant wants to read; `Reject` if the input is
        none. The engine flips the decisions made here only until the path of
        the unit has one valid completion."""
        if self.spurious is not None:
            raise Reject(self.spurious)
        self.main.listener = None
        self.recorder.leave()
        self.heap.reads = 0
        try:
            with self.instead():
                valid = bool(getattr(self.receiver, self.invariant)())
        except TooManyReads:
            valid = False
        except Exception as error:
            raise Reject(
                f"the invariant `{self.invariant}` raises {type(error).__name__}"
            ) from None
        if not valid:
            raise Reject(f"invariant `{self.invariant}`")
        self.recorder.completed()
        self.hand_over()

    def hand_over(self):
        """Gives the structure the fields that only the completion has read,
        so that what the unit left behind can be looked at."""
        main = self.main
        main.position = None
        main.reads = 0
        for twin in self.heap.nodes[len(main.nodes) :]:
            main.new(twin.model)
        instances = {
            address(twin.instance): node.instance for twin, node in zip(self.heap.nodes, main.nodes)
        }
        for twin, node in zip(self.heap.nodes, main.nodes):
            for name, value in twin.fields.items():
                if name in node.fields:
                    continue
                node.fields[name] = value = translate(value, instances)
                if not main.is_set(node.instance, name):
                    object.__setattr__(node.instance, name, value)


def translate(value, instances):
    """A value of the control with the structure's objects in it."""
    if address(value) in instances:
        return instances[address(value)]
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(translate(item, instances) for item in value)
    if type(value) is dict:
        return {
            translate(key, instances): translate(item, instances) for key, item in value.items()
        }
    return value


class WatchedField:
    """A lazy field every read of which comes here: for slots, which are asked
    before the object, and where reads are counted, for structures that may
    have cycles which no valid one has."""

    def __init__(self, session, name, slot, default):
        self.session = session
        self.name = name
        # What the class had there: a slot's descriptor, or a default.
        self.slot = slot
        self.default = default

    def __get__(self, instance, cls=None):
        if instance is None:
            return self.otherwise()
        try:
            value = self.read(instance)
        except (KeyError, AttributeError):
            value = self.session.initialise(instance, self.name)
            return self.otherwise() if value is NotImplemented else value
        heap = self.session.source.heap
        if self.session.counts_reads:
            heap.reads += 1
            if heap.reads > MOST_READS:
                raise TooManyReads
        return value

    def read(self, instance):
        if self.slot is not None:
            return self.slot.__get__(instance, type(instance))
        return instance.__dict__[self.name]

    def otherwise(self):
        if self.default is None:
            raise AttributeError(self.name)
        return self.default

    def __set__(self, instance, value):
        if self.slot is not None:
            self.slot.__set__(instance, value)
        else:
            instance.__dict__[self.name] = value

    def __delete__(self, instance):
        if self.slot is not None:
            self.slot.__delete__(instance)
        elif self.name in instance.__dict__:
            del instance.__dict__[self.name]
        else:
            raise AttributeError(self.name)
