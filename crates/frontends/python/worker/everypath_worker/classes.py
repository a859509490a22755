"""Models of the user's classes: fields, constructor, invariant, mutators."""

import ast
import enum
import inspect
import sys
import typing

from . import shapes, validated
from .defaults import Defaulted, with_default
from .infer import field_evidence
from .ways import Way, constructor_of, factories

INVARIANT_NAMES = (
    "repok",
    "repOK",
    "rep_ok",
    "__invariant__",
    "invariant",
    "check_invariant",
    "check_rep",
)

# Methods that never change what an object is.
NOT_MUTATORS = {"__init__", "__new__", "__repr__", "__str__", "__hash__", "__eq__", "__post_init__"}


def home_of(trees, cls):
    """The name of the module that defines a class. Some packages say of what they export
    that it is theirs, not that of the module it is written in."""
    stated = cls.__module__
    if stated in trees and class_node(trees[stated], cls) is not None:
        return stated
    first = cls.__qualname__.split(".")[0]
    for name in trees:
        if not name.startswith(stated + ".") or not trees.mention(name, first):
            continue
        if class_node(trees[name], cls) is not None:
            held = getattr(sys.modules.get(name), first, None)
            if held is cls or cls.__qualname__ != first:
                return name
    return stated


def find_class_node(trees, cls):
    """The syntax of a class, if its module was read."""
    tree = trees.get(home_of(trees, cls))
    return None if tree is None else class_node(tree, cls)


def class_node(tree, cls):
    body = tree.body
    found = None
    for name in cls.__qualname__.split("."):
        found = next((n for n in body if isinstance(n, ast.ClassDef) and n.name == name), None)
        if found is None:
            return None
        body = found.body
    return found


class ClassModel:
    """What Everypath knows of one class."""

    def __init__(self, cls, hints):
        self.cls = cls
        self.hints = hints
        self.fields = {}
        self.invariant = None
        self.aliasing = True
        self.node = find_class_node(hints.trees, cls)
        self._parameters = None
        self._ways = None
        self._lazy = None
        self._concrete = None

    def analyse(self):
        for name in INVARIANT_NAMES:
            if callable(getattr(self.cls, name, None)):
                self.invariant = name
                break

    # Lazy initialisation.

    def is_lazy(self):
        """Whether objects are initialised field by field: those with an
        invariant or of a recursive kind, if a field refers to an object.
        Others are built as their users build them."""
        if self._lazy is None:
            self._lazy = False
            if self.invariant is not None or self.refers_to_itself():
                self._lazy = True
                self.find_fields()
                if not any(isinstance(shape, shapes.Reference) for shape in self.fields.values()):
                    self._lazy = False
                    self.fields = {}
        return self._lazy

    def refers_to_itself(self):
        if issubclass(self.cls, BaseException):
            return False
        names = {self.cls.__name__}
        annotations = [str(a) for a in getattr(self.cls, "__annotations__", {}).values()]
        if self.node is not None:
            for node in ast.walk(self.node):
                if isinstance(node, ast.AnnAssign) and isinstance(
                    node.target, (ast.Attribute, ast.Name)
                ):
                    annotations.append(ast.unparse(node.annotation))
            for item in self.node.body:
                if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                    annotations += [
                        ast.unparse(a.annotation) for a in item.args.args if a.annotation
                    ]
        return any(
            name
            in text.replace('"', " ")
            .replace("'", " ")
            .replace("[", " ")
            .replace("]", " ")
            .replace("|", " ")
            .replace(".", " ")
            .split()
            for text in annotations
            for name in names
        )

    def find_fields(self):
        """Fields from class annotations, the constructor, and what the module
        assigns to attributes of these names."""
        hints = {}
        for cls in reversed(self.cls.__mro__):
            if (
                cls.__dict__.get("__annotations__")
                or "__annotate__" in cls.__dict__
                or "__annotate_func__" in cls.__dict__
            ):
                hints.update(self.hints.hints_of(cls))
        tree = self.hints.trees.get(home_of(self.hints.trees, self.cls))
        evidence = field_evidence(tree, self.node)
        constructor = self.constructor_hints()
        names = [n for n, h in hints.items() if typing.get_origin(h) is not typing.ClassVar]
        names += [n for n in evidence if n not in names]
        for name in names:
            if isinstance(getattr(self.cls, name, None), property):
                continue
            fact = evidence.get(name)
            nullable = fact.nullable if fact else False
            owner = f"{self.cls.__name__}.{name}"
            hint = hints.get(name)
            if hint is None and fact is not None:
                hint = self.hint_of_evidence(fact, constructor)
            if hint is None:
                if fact is not None and fact.nullable and not fact.classes:
                    self.fields[name] = shapes.NONE
                continue
            self.fields[name] = self.field_shape(hint, nullable, owner)

    def hint_of_evidence(self, fact, constructor):
        if fact.annotation is not None:
            hint = self.hints.resolve(ast.unparse(fact.annotation), self.cls)
            if hint is not None:
                return hint
        if fact.parameter is not None and fact.parameter in constructor:
            return constructor[fact.parameter]
        module = sys.modules.get(self.cls.__module__)
        for name in fact.classes:
            found = getattr(module, name, None)
            if isinstance(found, type):
                return found
        return fact.builtin

    def field_shape(self, hint, nullable, owner):
        if (
            isinstance(hint, type)
            and not issubclass(hint, enum.Enum)
            and self.hints.is_user_class(hint)
        ):
            model = self.hints.model(hint)
            if not model.fields:
                model.find_fields()
            if model.fields:
                model._lazy = True
                return shapes.Reference(model, nullable)
        shape = self.hints.shape(hint, owner)
        if (
            isinstance(shape, shapes.Union)
            and len(shape.shapes) == 2
            and isinstance(shape.shapes[1], shapes.Instance)
        ):
            model = shape.shapes[1].model
            model.find_fields()
            if model.fields:
                model._lazy = True
                return shapes.Reference(model, True)
        return shape

    def constructor_hints(self):
        try:
            return self.hints.hints_of(self.cls.__init__)
        except Exception:
            return {}

    # Construction.

    def parameters(self):
        """The constructor's parameters and their shapes."""
        if self._parameters is None:
            constructor = constructor_of(self.cls)
            self._parameters = (
                []
                if constructor is None
                else parameters_of(
                    constructor,
                    self.hints,
                    f"{self.cls.__name__}()",
                    self.node,
                    skip_first=constructor is not self.cls,
                )
            )
        return self._parameters

    def ways(self):
        """How objects are made: by the constructor, if it is known what that takes, else
        also by functions that call it."""
        if self._ways is None:
            constructor = Way(self.cls, self.parameters(), True)
            self._ways = [constructor]
            if any(not parameter.is_known() for parameter in self.parameters()):
                home = home_of(self.hints.trees, self.cls)
                tree = self.hints.trees.get(home)
                made = [
                    Way(make, parameters_of(make, self.hints, make.__qualname__, None), False)
                    for make in factories(self.cls, home, tree, self.node)
                ]
                self._ways = [*made, constructor]
        return self._ways

    def construct(self, source, slot):
        ways = self.ways()
        number = source.choose(slot + "#way", len(ways), False) if len(ways) > 1 else 0
        way = ways[number]
        positional, keywords = way.arguments(source, slot)
        source.record_making(slot, way.make, positional, keywords)
        try:
            if validated.is_validated(way.make):
                instance = validated.construct(source, way.make, positional, keywords)
            else:
                instance = way.make(*positional, **keywords)
        except Exception as error:
            raise shapes.Reject(f"{way.make.__name__}() raised {type(error).__name__}") from None
        if not isinstance(instance, self.cls):
            raise shapes.Reject(f"{way.make.__name__}() made no {self.cls.__name__}")
        return instance

    def concrete_models(self):
        """This class and its known subclasses, without the abstract ones.
        Runs ask for them at every reference, and make no classes that count."""
        if self._concrete is not None:
            return self._concrete
        found = self.find_concrete_models()
        if self._lazy is not None:
            self._concrete = found
        return found

    def find_concrete_models(self):
        result = []
        pending = [self.cls]
        seen = set()
        while pending:
            cls = pending.pop(0)
            if cls in seen:
                continue
            seen.add(cls)
            pending.extend(c for c in type.__subclasses__(cls) if self.hints.is_user_class(c))
            if not inspect.isabstract(cls) and not getattr(cls, "_is_protocol", False):
                model = self.hints.model(cls)
                if self._lazy and not model.fields:
                    model.find_fields()
                result.append(model)
        return result

    def mutators(self):
        """Public methods that may change the object, with their parameters."""
        if not hasattr(self, "_mutators"):
            self._mutators = []
            for name, function in inspect.getmembers(self.cls, inspect.isfunction):
                if name.startswith("_") or name in NOT_MUTATORS or name == self.invariant:
                    continue
                if not self.may_mutate(name):
                    continue
                parameters = parameters_of(
                    function, self.hints, f"{self.cls.__name__}.{name}", None, skip_first=True
                )
                simple = [
                    p for p in parameters if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
                ]
                if len(simple) == len(parameters):
                    self._mutators.append((name, [(p.name, p.shape) for p in simple]))
            self._mutators = self._mutators[:8]
        return self._mutators

    def may_mutate(self, name):
        if self.node is None:
            return True
        definition = next(
            (n for n in self.node.body if isinstance(n, ast.FunctionDef) and n.name == name), None
        )
        if definition is None:
            return True
        for node in ast.walk(definition):
            if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(
                node.ctx, (ast.Store, ast.Del)
            ):
                return True
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in MUTATING_CALLS:
                    return True
                # A call of another method of the same object may change it.
                if isinstance(node.func.value, ast.Name) and node.func.value.id == "self":
                    return True
        return False


MUTATING_CALLS = {
    "append",
    "extend",
    "insert",
    "pop",
    "remove",
    "clear",
    "add",
    "discard",
    "update",
    "setdefault",
    "popitem",
    "appendleft",
    "popleft",
    "sort",
    "reverse",
    "push",
}


class Parameter:
    """One parameter of a unit."""

    def __init__(self, name, shape, kind, default, hinted):
        self.name = name
        self.shape = shape
        self.kind = kind
        self.default = default
        self.hinted = hinted

    def is_precise(self):
        """Whether its hint says more than that it is an object."""
        shape = self.shape.shape if isinstance(self.shape, Defaulted) else self.shape
        return self.hinted and not (isinstance(shape, shapes.Union) and shape.open_ended)

    def is_known(self):
        """Whether a hint, a default or its use says what it is."""
        has_default = self.default is not inspect.Parameter.empty
        is_open = isinstance(self.shape, shapes.Union) and self.shape.open_ended
        return self.hinted or has_default or not is_open

    def build(self, source, slot):
        if self.kind is inspect.Parameter.VAR_POSITIONAL:
            return shapes.Listing(self.shape).build(source, slot)
        return self.shape.build(source, slot)


def parameters_of(function, hints, owner, class_node, skip_first=False):
    """The parameters of a function with their shapes."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    resolved = hints.hints_of(inspect.unwrap(function))
    result = []
    parameters = list(signature.parameters.values())
    if skip_first and parameters and not isinstance(function, staticmethod):
        parameters = parameters[1:]
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        hint = resolved.get(parameter.name, inspect.Parameter.empty)
        hinted = hint is not inspect.Parameter.empty
        where = f"{owner}({parameter.name})"
        if hinted and hint is not typing.Any:
            shape = hints.shape(hint, where)
        else:
            shape, guess = hints.guesses.parameter(function, parameter, where)
            if not hinted:
                text = f"{owner}: parameter `{parameter.name}` has no type hint; taken for {guess}"
                hints.warn(text)
        shape = with_default(shape, parameter.default)
        result.append(Parameter(parameter.name, shape, parameter.kind, parameter.default, hinted))
    return result
