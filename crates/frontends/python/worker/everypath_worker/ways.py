"""The ways to make an object of a class: its constructor, and functions that return one.

A constructor that says nothing of what it takes is often called by nobody but such a
function, which knows.
"""

import ast
import inspect
import sys
import typing

# The functions that are tried besides the constructor.
MOST_FACTORIES = 3
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Way:
    """What gives an object, and what it takes."""

    def __init__(self, make, parameters, is_constructor):
        self.make = make
        self.parameters = parameters
        self.is_constructor = is_constructor

    def slot(self, owner):
        """Where its arguments are: those of two ways are of different types."""
        return owner if self.is_constructor else f"{owner}#by({self.make.__qualname__})"

    def arguments(self, source, owner):
        """Arguments by place and by name."""
        positional, keywords = [], {}
        for parameter in self.parameters:
            if parameter.kind is inspect.Parameter.VAR_KEYWORD:
                continue
            value = parameter.build(source, f"{self.slot(owner)}.{parameter.name}")
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                keywords[parameter.name] = value
            elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                positional.extend(value)
            else:
                positional.append(value)
        return positional, keywords


def constructor_of(cls):
    """The function that takes the arguments of a class's constructor, or None."""
    if "__signature__" in vars(cls):
        # It says itself what it takes, by whatever means it does.
        return cls
    if cls.__init__ is not object.__init__:
        return cls.__init__
    return cls.__new__ if inspect.isfunction(cls.__new__) else None


def factories(cls, home, tree, node):
    """Public functions of a class's module and of the class itself that return an object
    of it, as their source says."""
    module = sys.modules.get(home)
    found: list[typing.Any] = []
    for definition in tree.body if tree is not None else ():
        if makes(definition, cls, {cls.__name__}):
            found.append(getattr(module, definition.name, None))
    for definition in node.body if node is not None else ():
        kind = vars(cls).get(getattr(definition, "name", ""))
        if isinstance(kind, (classmethod, staticmethod)):
            if makes(definition, cls, {cls.__name__, "cls"}):
                found.append(getattr(cls, definition.name))
    made = [
        one for one in found if inspect.isfunction(inspect.unwrap(one)) or inspect.ismethod(one)
    ]
    return made[:MOST_FACTORIES]


def makes(definition, cls, names):
    """Whether a definition is of a public function that returns an object of a class and
    needs none to begin with."""
    if not isinstance(definition, ast.FunctionDef) or definition.name.startswith("_"):
        return False
    arguments = definition.args
    hints = [one.annotation for one in (*arguments.args, *arguments.kwonlyargs)]
    if any(hint is not None and mentions(hint, cls.__name__) for hint in hints):
        return False
    if definition.returns is not None:
        said = name_said(definition.returns)
        return said == cls.__name__ or (said == "Self" and "cls" in names)
    return any(
        isinstance(node, ast.Return)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id in names
        for node in own_nodes(definition)
    )


def name_said(hint):
    """The name that a hint consists of, if it is one."""
    return hint.value if isinstance(hint, ast.Constant) else getattr(hint, "id", None)


def mentions(hint, name):
    text = hint.value if isinstance(hint, ast.Constant) else None
    if isinstance(text, str):
        return name in text
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(hint))


def own_nodes(definition):
    """The nodes of a function without those of the functions inside it."""
    pending = list(definition.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))
