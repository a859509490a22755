"""One function while it is lowered: its variables, where its exceptions go, and
its statements."""

import ast
import builtins

from ..instrument import place_key
from .attributes import Attributes
from .builder import ABSENT, PARTS, REF, Builder, Intrinsic, Known, Unsupported
from .calls import Calls
from .expressions import Expressions
from .iteration import Iteration
from .numbers import Numbers
from .sequences import Sequences
from .statements import Statements

SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)


def assigned(definition):
    """The names that a function assigns, and those that it says are global."""
    names, outer = [], set()
    pending = list(definition.body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.append(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.append(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            outer.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.append(node.name)
        elif isinstance(node, ast.alias):
            names.append((node.asname or node.name).split(".")[0])
        if not isinstance(node, SCOPES):
            pending.extend(ast.iter_child_nodes(node))
        elif hasattr(node, "generators"):
            # A value that is named inside belongs to the function.
            inner = (n for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
            names.extend(n.target.id for n in inner)
    return [name for name in dict.fromkeys(names) if name not in outer], outer


class Function(Statements, Expressions, Calls, Attributes, Iteration, Sequences):
    """A function while it is lowered."""

    def __init__(self, program, name, definition, namespace, given, is_runtime=False):
        self.program = program
        self.definition = definition
        self.namespace = namespace
        self.given = given
        self.is_runtime = is_runtime
        self.b = Builder(name, given * PARTS)
        self.numbers = Numbers(self.b, self.throw)
        self.function = None
        self.variables = {}
        # Names of a comprehension that is not looked into yet.
        self.hidden_variables = {}
        self.parameters = set()
        self.outer = set()
        # Where exceptions go, and the blocks that raise them there.
        self.handler = self.b.rethrow
        self.raising = {}
        # Exceptions that are being handled, innermost last.
        self.handled = []
        # What has to be done before a jump: the loops and the blocks of `finally`.
        self.contexts = []

    def write(self):
        """The procedure."""
        names, self.outer = assigned(self.definition.node)
        for name in names:
            if name in self.variables:
                # What is known of it now may be another in a later round of a loop.
                self.variables[name].kind = self.variables[name].known = None
            else:
                variable = self.variables[name] = self.b.fresh()
                self.b.move(variable, self.absent())
        self.statements(self.body())
        self.b.give(self.b.none())
        return self.b.finish()

    def body(self):
        self.enter_function()
        return self.definition.node.body

    def enter_function(self):
        for goal in self.goals_of("entry", self.definition.node):
            self.b.cover(goal)

    # Goals.

    def goals_of(self, kind, node):
        """The goals of a kind at a node, by their numbers."""
        return self.definition.goals.get(place_key(kind, node), ())

    # Variables.

    def absent(self):
        b = self.b
        value = b.none()
        value.tag, value.kind = b.tag(ABSENT), ABSENT
        return value

    def set_parameter(self, name, value):
        variable = self.b.copy(value)
        self.variables[name] = variable
        self.parameters.add(name)

    def known_value(self, value):
        """A value that code names."""
        if callable(value) or isinstance(value, type(ast)):
            result = self.b.opaque(
                f"passes {getattr(value, '__name__', 'a function')} on as a value"
            )
            result.known = Known(value)
            return result
        ref, tag, integer, float_ = (self.b.pin(part) for part in self.program.constant(value))
        result = self.b.fresh()
        result.ref, result.tag, result.int, result.float = ref, tag, integer, float_
        result.known = Known(value)
        result.kind = int(self.program.constant(value)[1]["Scalar"]["BitVec"]["bits"])
        if result.kind == REF:
            # Its register may be narrowed down where it is looked at.
            result.ref = self.b.set(self.program.constant(value)[0])
        return result

    def load(self, name):
        """The value of a name."""
        if name in self.variables:
            variable = self.variables[name]
            if name not in self.parameters:
                bound = self.b.negation(self.b.has_tag(variable, ABSENT))
                self.b.require(bound, self.throw(UnboundLocalError))
            return variable
        if self.is_runtime:
            return self.intrinsic_value(name)
        if name in self.namespace:
            return self.known_value(self.namespace[name])
        if hasattr(builtins, name):
            return self.known_value(getattr(builtins, name))
        if self.function is not None and name in self.function.__code__.co_freevars:
            raise Unsupported(f"reads {name} of a function around it")
        self.b.jump(self.throw(NameError))
        return self.b.none()

    def intrinsic_value(self, name):
        value = self.b.opaque(f"passes {name} on as a value")
        value.known = Known(getattr(builtins, name, None) or Intrinsic(name))
        return value

    def store(self, name, value):
        if name in self.outer or name not in self.variables:
            raise Unsupported(f"assigns the global name {name}")
        self.b.move(self.variables[name], value)

    # Exceptions.

    def throw(self, cls):
        """A block that raises an exception of a class, to where they go now."""
        key = (cls, self.handler)
        if key not in self.raising:
            handler = self.handler
            self.raising[key] = self.b.elsewhere(lambda: self.program.throw(self.b, cls, handler))
        return self.raising[key]

    def refuse(self, cls):
        """The function cannot be called like this."""
        self.b.jump(self.throw(cls))

    def lost(self, construct):
        return self.b.elsewhere(lambda: self.b.unsupported(construct))

    def operator(self, *key):
        return self.program.exact(key)

    def apply_operator(self, key, *values):
        return self.b.call(self.operator(*key), list(values), self.handler)
