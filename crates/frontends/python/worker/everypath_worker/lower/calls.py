"""Calls: of functions, methods and classes."""

import ast
import enum
import inspect

from . import callables
from .builder import FLOAT, Intrinsic, Unsupported


class Calls:
    """The part of a function's lowering that knows calls."""

    def value_Call(self, node):
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise Unsupported("calls with the elements of a sequence")
        if any(keyword.arg is None for keyword in node.keywords):
            raise Unsupported("calls with the entries of a dictionary")
        if isinstance(node.func, ast.Attribute):
            if is_super(node.func.value):
                return self.call_above(node)
            owner = self.b.copy(self.value(node.func.value))
            if owner.known is None or not isinstance(owner.known.object, (type, type(ast))):
                return self.call_method(owner, node)
            return self.call_member(owner.known.object, node)
        callee = self.value(node.func)
        if callee.known is None:
            self.b.emit("CheckNotNull", reference=callee.ref, otherwise=self.throw(TypeError))
            raise Unsupported("calls a function that is not known beforehand")
        return self.call_known(callee.known.object, node)

    def arguments(self, node):
        """The values of a call: by place, and by keyword."""
        by_place = [self.b.copy(self.value(argument)) for argument in node.args]
        by_keyword = {k.arg: self.b.copy(self.value(k.value)) for k in node.keywords}
        return by_place, by_keyword

    def call_known(self, callee, node):
        """A call of something that is known beforehand."""
        if isinstance(callee, Intrinsic):
            return callables.intrinsic(self, callee.name, node)
        special = callables.BUILTINS.get(callee) if is_hashable(callee) else None
        if special is not None:
            return special(self, node)
        by_place, by_keyword = self.arguments(node)
        if isinstance(callee, type):
            return self.construct(callee, by_place, by_keyword)
        if inspect.isfunction(callee):
            return self.call_function(callee, by_place, by_keyword)
        name = getattr(callee, "__qualname__", type(callee).__name__)
        raise Unsupported(f"calls {name}")

    def call_function(self, function, by_place, by_keyword, bound=None):
        count = len(by_place) + (bound is not None)
        key = self.program.function_key(function, count, tuple(by_keyword), bound)
        values = [*by_place, *by_keyword.values()]
        return self.b.call(self.program.exact(key), values, self.handler)

    def call_member(self, owner, node):
        """A call of a function of a module or class."""
        if not isinstance(owner, type):
            if node.func.attr not in vars(owner):
                raise Unsupported(f"calls {owner.__name__}.{node.func.attr}")
            return self.call_known(vars(owner)[node.func.attr], node)
        name = self.name_of(node.func.attr)
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, classmethod):
            return self.call_function(member.__func__, *self.arguments(node), bound=owner)
        if isinstance(member, staticmethod):
            return self.call_function(member.__func__, *self.arguments(node))
        if inspect.isfunction(member):
            return self.call_function(member, *self.arguments(node))
        if isinstance(member, type):
            return self.call_known(member, node)
        raise Unsupported(f"calls {owner.__name__}.{name}")

    def call_above(self, node):
        """A call of a method of a class above, by `super()`."""
        cls = self.class_around()
        name = self.name_of(node.func.attr)
        by_place, by_keyword = self.arguments(node)
        first = self.definition.node.args.args
        if not first:
            raise Unsupported("calls super() without a receiver")
        if any(
            len(c.__mro__) != len(c.__bases__[0].__mro__) + 1
            for c in self.program.user_classes()
            if issubclass(c, cls)
        ):
            raise Unsupported("calls super() where a class has several above it")
        receiver = self.load(first[0].arg)
        for base in cls.__mro__[1:]:
            if name not in base.__dict__:
                continue
            member = base.__dict__[name]
            if inspect.isfunction(member):
                return self.call_function(member, [receiver, *by_place], by_keyword)
            if name == "__init__" and (base is object or issubclass(base, BaseException)):
                if base is object and (by_place or by_keyword):
                    self.b.jump(self.throw(TypeError))
                return self.b.none()
            break
        raise Unsupported(f"calls super().{name}")

    def class_around(self):
        for cls in self.program.user_classes():
            if any(member is self.function for member in vars(cls).values()):
                return cls
        raise Unsupported("calls super() outside of a class")

    def call_method(self, owner, node):
        """A call of a method by its name: the class of the object selects."""
        b, name = self.b, self.name_of(node.func.attr)
        if (
            owner.known is not None
            and isinstance(owner.known.object, str)
            and name in ("format", "join")
        ):
            for argument in self.arguments(node)[0]:
                self.shown(argument)
            return b.opaque("looks at a text that it formats")
        if self.program.has_special("__getattribute__"):
            raise Unsupported("calls a method by __getattribute__")
        self.require_object(owner, name)
        place = self.program.layout.attributes.get(name)
        if place is not None:
            held = self.field(owner.ref, place)
            absent = b.same(held.tag, b.tag(0))
            b.require(absent, self.lost(f"calls {name}, which an attribute holds"))
        by_place, by_keyword = self.arguments(node)
        selector = self.program.selector(("call", name, len(by_place), tuple(by_keyword)))
        values = [owner, *by_place, *by_keyword.values()]
        return b.call({"Selected": selector}, values, self.handler)

    def call_special(self, name, owner, *others):
        """A special method of an object; what has none raises."""
        b = self.b
        b.require(
            b.negation(b.either(b.is_whole(owner), b.has_tag(owner, FLOAT))), self.throw(TypeError)
        )
        b.emit("CheckNotNull", reference=owner.ref, otherwise=self.throw(TypeError))
        selector = self.program.selector(("special", name, len(others)))
        return b.call({"Selected": selector}, [owner, *others], self.handler)

    # Classes.

    def construct(self, cls, by_place, by_keyword):
        """A new object of a class."""
        b = self.b
        if self.program.hints.is_user_class(cls):
            if issubclass(cls, (enum.Enum, tuple, int, str, float, list, dict, set)):
                raise Unsupported(f"makes an object of {cls.__name__}")
            if type(cls).__call__ is not type.__call__:
                raise Unsupported(f"makes an object of {cls.__name__}, whose class has a class")
            if inspect.isabstract(cls):
                b.jump(self.throw(TypeError))
                return b.none()
        elif not issubclass(cls, BaseException):
            raise Unsupported(f"makes an object of {cls.__name__}")
        new = cls.__new__
        if new is not object.__new__ and not issubclass(cls, BaseException):
            raise Unsupported(f"calls {cls.__name__}.__new__")
        made = b.register()
        b.emit("New", to=made, **{"class": self.program.class_number(cls)})
        value = b.reference(made)
        key = self.program.constructor(cls, len(by_place), tuple(by_keyword))
        if key is not None:
            b.call(self.program.exact(key), [value, *by_place, *by_keyword.values()], self.handler)
        elif (by_place or by_keyword) and not issubclass(cls, BaseException):
            b.jump(self.throw(TypeError))
        return value


def is_super(node):
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "super"
        and not node.args
    )


def is_hashable(value):
    try:
        hash(value)
    except Exception:
        return False
    return True
