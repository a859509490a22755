"""Modules of the user's: what they are called, and what keeps one from being loaded."""

import builtins
import contextlib
import importlib.util
import os
import sys

# Builtins that a module may replace for everybody without harm to anybody.
REPLACEABLE = {"__import__", "_", "breakpoint", "exit", "help", "input", "open", "print", "quit"}


class LoadError(Exception):
    """The target cannot be loaded; the message says what to do."""


def module_name_of(path):
    """The dotted name of a file and the directory its package lives in."""
    path = os.path.abspath(path)
    directory, base = os.path.split(path)
    parts = [os.path.splitext(base)[0]]
    while os.path.exists(os.path.join(directory, "__init__.py")):
        directory, package = os.path.split(directory)
        parts.insert(0, package)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts), directory


def named_module(name):
    """The name of a module that was asked for by name, and the directory that it is found from.
    Packages that share a namespace with others have no file of their own there."""
    source = source_of(name)
    found, root = module_name_of(source)
    if name.endswith("." + found):
        for _ in range(name.count(".") - found.count(".")):
            root = os.path.dirname(root)
        return name, root
    return found, root


def target_of(request):
    """The name of the module that a request is for, and the directory that it is found from."""
    path = request.get("path")
    return named_module(request["name"]) if path is None else module_name_of(path)


def package_of(name, root):
    """The directory of a module's package, the first on its way that is no namespace only."""
    place = root
    for part in name.split("."):
        place = os.path.join(place, part)
        if not os.path.isdir(place) or os.path.exists(os.path.join(place, "__init__.py")):
            break
    return place


def roots_of(name, root, more):
    """Where modules are that are rewritten: the package of one, and other places."""
    roots = [package_of(name, root), *more]
    single = os.path.join(root, name + ".py")
    # Python takes a package before a file of the same name.
    is_package = os.path.exists(os.path.join(root, name, "__init__.py"))
    if os.path.exists(single) and not is_package:
        # A lone file: the modules beside it are the user's too, unless it
        # is installed among everybody's.
        installed = os.path.basename(root) in ("site-packages", "dist-packages")
        roots[0] = single if installed else root
    return roots


def user_modules(name, root, roots):
    """The loaded modules that are the user's own: those of a module's package, and of other
    places that are named."""
    first = name.split(".")[0]
    roots = [package_of(name, root), *roots]
    if os.path.exists(os.path.join(root, first + ".py")) and not os.path.isdir(roots[0]):
        roots[0] = root
    roots = [os.path.realpath(each) + os.sep for each in roots]
    found = []
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if (
            file
            and file.endswith(".py")
            and any(os.path.realpath(file).startswith(r) for r in roots)
        ):
            found.append(module)
    return found


@contextlib.contextmanager
def builtins_kept(name):
    """While a module is imported: it may not replace those of Python's own functions that
    this process and pytest stand on, for neither goes on without."""
    before = dict(builtins.__dict__)
    try:
        yield
    finally:
        now = builtins.__dict__
        # Nothing of Python can be used before they are back.
        replaced = [
            name
            for name, value in before.items()
            if name not in REPLACEABLE and now.get(name) is not value
        ]
        if replaced:
            now.update(before)
            raise LoadError(
                f"{name} replaces what Python and pytest stand on ({', '.join(sorted(replaced))}) "
                "when it is imported: no test runs with that"
            ) from None


def source_of(name):
    """The file of a module by its name."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError) as error:
        raise LoadError(f"there is no module {name}: {error}") from None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        raise LoadError(f"there is no Python source for a module {name}")
    return spec.origin


def describe_error(error):
    """One line for an error that the user's module raised on import."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: {error.msg}"
    trace, place = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if "everypath_worker" not in file and not file.startswith("<frozen"):
            place = f"{file}:{trace.tb_lineno}: "
        trace = trace.tb_next
    return f"{place}{type(error).__name__}: {error}"
