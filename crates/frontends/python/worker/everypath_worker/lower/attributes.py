"""Attributes and classes of objects."""

import ast
import inspect
import types

from .builder import ABSENT, BOOL, FLOAT, INT, REF, Unsupported
from .layout import mangled

NUMBERS = {bool: (BOOL,), int: (INT, BOOL), float: (FLOAT,)}


class Attributes:
    """The part of a function's lowering that knows attributes."""

    def name_of(self, name):
        """The name of an attribute as Python spells it here."""
        return mangled(name, self.definition.class_name)

    def attribute(self, owner, name):
        """The value of an attribute."""
        if owner.known is not None:
            found = self.known_attribute(owner.known.object, name)
            if found is not None:
                return found
        b = self.b
        if self.program.has_special("__getattribute__"):
            raise Unsupported("reads an attribute by __getattribute__")
        self.require_object(owner, name)
        place = self.program.layout.attributes.get(name)
        callee = {"Selected": self.program.selector(("attribute", name))}
        if place is None:
            return b.call(callee, [owner], self.handler)
        result, done, missing = self.field(owner.ref, place), b.block(), b.block()
        b.branch(b.same(result.tag, b.tag(ABSENT)), missing, done)
        b.at(missing)
        b.move(result, b.call(callee, [owner], self.handler))
        b.jump(done)
        b.at(done)
        return result

    def known_attribute(self, owner, name):
        """An attribute of a module or class, if the value is one."""
        if isinstance(owner, types.ModuleType):
            if name not in vars(owner):
                raise Unsupported(f"reads {owner.__name__}.{name}")
            return self.known_value(vars(owner)[name])
        if not isinstance(owner, type):
            return None
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, (staticmethod, classmethod)):
            raise Unsupported(f"passes {owner.__name__}.{name} on as a value")
        if member is None and not hasattr(owner, name):
            self.b.jump(self.throw(AttributeError))
            return self.b.none()
        if type(member).__name__ in ("LazyField", "WatchedField"):
            raise Unsupported(f"reads {owner.__name__}.{name}")
        return self.known_value(getattr(owner, name))

    def require_object(self, owner, name):
        """Only objects have attributes of the user's."""
        b = self.b
        for kind, absent in ((int, b.negation(b.has_tag(owner, REF))), (type(None), None)):
            if hasattr(kind, name) or (kind is int and hasattr(float, name)):
                other = self.lost(f"reads the attribute {name} of what is no object of the program")
            else:
                other = self.throw(AttributeError)
            if absent is not None:
                b.require(b.negation(absent), other)
            else:
                b.emit("CheckNotNull", reference=owner.ref, otherwise=other)

    def field(self, ref, place):
        """The value at a place of an object."""
        result = self.b.fresh()
        for number, register in enumerate(result.registers):
            self.b.emit("Load", to=register, object=ref, field=place + number)
        return result

    def set_attribute(self, owner, name, value):
        b = self.b
        if owner.known is not None and isinstance(owner.known.object, (type, types.ModuleType)):
            raise Unsupported(f"assigns {owner.known.object.__name__}.{name}")
        self.require_object(owner, name)
        callee = {"Selected": self.program.selector(("assign", name))}
        b.call(callee, [owner, value], self.handler)

    # Classes.

    def is_instance(self, value, node):
        """The condition that a value is of a class, or of one of several."""
        if isinstance(node, ast.Tuple):
            condition = self.b.truth(False)
            for part in node.elts:
                condition = self.b.either(condition, self.is_instance(value, part))
            return condition
        known = self.value(node).known
        classes = known.object if known is not None else None
        classes = classes if isinstance(classes, tuple) else (classes,)
        if not all(isinstance(cls, type) for cls in classes):
            raise Unsupported("asks for a class that is not known beforehand")
        condition = self.b.truth(False)
        for cls in classes:
            condition = self.b.either(condition, self.is_instance_of(value, cls))
        return condition

    def is_instance_of(self, value, cls):
        b = self.b
        if cls is object:
            return b.truth(True)
        if cls is type(None):
            nothing = b.register()
            b.emit("IsNull", to=nothing, reference=value.ref)
            return b.both(b.has_tag(value, REF), nothing)
        if cls in NUMBERS:
            condition = b.truth(False)
            for kind in NUMBERS[cls]:
                condition = b.either(condition, b.has_tag(value, kind))
            # An object may be a number by its class.
            return condition if cls is bool else b.either(condition, self.is_object_of(value, cls))
        if type(cls).__module__ not in ("builtins", "abc", "enum"):
            raise Unsupported(f"asks for {cls.__name__}, which answers itself")
        if issubclass(int, cls) or issubclass(float, cls) or issubclass(type(None), cls):
            raise Unsupported(f"asks for {cls.__name__}, which numbers may be, too")
        return self.is_object_of(value, cls)

    def is_object_of(self, value, cls):
        b = self.b
        answer = b.register()
        b.emit(
            "IsInstance",
            to=answer,
            reference=value.ref,
            **{"class": self.program.class_number(cls)},
        )
        return b.both(b.has_tag(value, REF), answer)
