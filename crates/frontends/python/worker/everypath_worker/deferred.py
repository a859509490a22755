"""Names that a module has for type checkers only: what it imports or defines under
`if TYPE_CHECKING:`. Hints speak of them, and Python itself never runs that."""

import ast
import contextlib
import sys
import warnings


def names_for_checkers(tree, module):
    """What these names mean. One whose statement fails is left out: checkers read files
    that Python cannot import."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and asks_for_checker(node.test):
            found.update(run_each(node.body, module))
    return found


def asks_for_checker(test):
    return getattr(test, "id", getattr(test, "attr", None)) == "TYPE_CHECKING"


def run_each(statements, module):
    """Runs statements of a module one by one, beside it, and says what they named."""
    before = vars(module)
    namespace = dict(before)
    for statement in statements:
        code = compile(ast.Module([statement], []), module.__name__, "exec", dont_inherit=True)
        with contextlib.suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(code, namespace)  # the user's own statements
    return {name: value for name, value in namespace.items() if name not in before}


class Deferred:
    """These names, module by module."""

    def __init__(self, trees):
        self.trees = trees
        self.names = {}

    def of(self, module_name):
        """The names of a module that has been read."""
        module, tree = sys.modules.get(module_name), self.trees.get(module_name)
        if module is None or tree is None:
            return {}
        if module_name not in self.names:
            # Modules that are imported on the way may ask for the same.
            self.names[module_name] = {}
            self.names[module_name] = names_for_checkers(tree, module)
        return self.names[module_name]
