"""Where functions are defined, and what of the goals is where."""

import ast
import inspect
import os

from .builder import Unsupported
from .function import Function
from .parameters import bind

RUNTIME = ("runtime.py", "runtime_texts.py")


class Definition:
    """The syntax of a function."""

    __slots__ = ("node", "class_name", "goals")

    def __init__(self, node, class_name, goals):
        self.node = node
        self.class_name = class_name
        self.goals = goals


def first_line(node):
    """The line that the code of a function begins with."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def functions(tree, class_name=None):
    """The functions of a tree, with the class around them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node, class_name
        inner = node.name if isinstance(node, ast.ClassDef) else class_name
        yield from functions(node, inner)


def yields(definition):
    """Whether a function is a generator."""
    pending = list(definition.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))
    return False


class Definitions:
    """The functions of the user's modules, and those that stand for methods
    of builtin types."""

    def __init__(self, instrumentation):
        self.instrumentation = instrumentation
        self.known = {}
        for module, tree in instrumentation.trees.items():
            goals = instrumentation.places.get(module, {})
            for node, class_name in functions(tree):
                self.known[(module, node.name, first_line(node))] = Definition(
                    node, class_name, goals
                )
        self.own = {}
        for name in RUNTIME:
            with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
                tree = ast.parse(file.read())
            self.own.update({node.name: Definition(node, None, {}) for node, _ in functions(tree)})

    def of(self, function):
        """The definition of a function of the user's, or None."""
        code = getattr(function, "__code__", None)
        if code is None:
            return None
        return self.known.get((function.__module__, code.co_name, code.co_firstlineno))

    def runtime(self, name):
        return self.own.get(name)

    def lower(self, program, shared, count, keywords, bound):
        """The procedure of a function of the user's."""
        function = shared.object
        name = getattr(function, "__qualname__", "a function")
        definition = self.of(function)
        if definition is None:
            raise Unsupported(f"calls {getattr(function, '__module__', '')}.{name}")
        node = definition.node
        if isinstance(node, ast.AsyncFunctionDef) or yields(node):
            raise Unsupported(f"calls {name}, which is a generator or a coroutine")
        if function.__closure__ and function.__code__.co_freevars != ("__class__",):
            raise Unsupported(f"calls {name}, which has a closure")
        lowering = Function(
            program,
            name,
            definition,
            function.__globals__,
            count + len(keywords) - (bound is not None),
        )
        lowering.function = function
        parameters = inspect.signature(function).parameters
        defaults = {parameter.name: parameter.default for parameter in parameters.values()}
        bind(lowering, node.args, count, keywords, bound, defaults)
        return lowering.write()

    def lower_runtime(self, program, name, count=None, keywords=()):
        """The procedure of a method of a builtin type."""
        definition = self.own[name]
        arguments = definition.node.args
        if count is None:
            count = len(arguments.args)
        if count > len(arguments.args) or keywords:
            # The real one takes more than what is written here.
            raise Unsupported(f"calls {name.replace('_', '.', 1)} with further arguments")
        lowering = Function(program, name, definition, {}, count + len(keywords), is_runtime=True)
        defaults = {}
        with_defaults = arguments.args[len(arguments.args) - len(arguments.defaults) :]
        for argument, default in zip(with_defaults, arguments.defaults):
            defaults[argument.arg] = ast.literal_eval(default)
        bind(lowering, arguments, count, keywords, None, defaults)
        return lowering.write()
