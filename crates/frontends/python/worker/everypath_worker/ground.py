"""What a module rests on: the files that it was loaded from, those that it may load while it
runs, and those that must not appear, because Python would take them instead."""

import importlib.machinery
import os
import re
import sys
import sysconfig

# Where Python's own library is: its version says what is there.
LIBRARY = tuple(
    os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")
)
INSTALLED = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
# Ours, the extension beside the worker, too.
WORKER = os.path.dirname(os.path.dirname(os.path.realpath(__file__))) + os.sep
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([^\n#;]+))",
    re.M,
)
# What Python suites are run with.
PYTEST = "_pytest"
# More modules than these are not followed: what is loaded so late is somebody else's.
MOST_LATER = 2000


def is_own(path):
    """Whether a file is neither of Python's library nor of ours."""
    if path.startswith(WORKER):
        return False
    is_library = path.startswith(LIBRARY)
    return not is_library or any(part in path for part in INSTALLED)


def file_of(module):
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or getattr(module, "__file__", None)
    if not isinstance(origin, str) or not os.path.isfile(origin):
        return None
    return os.path.realpath(origin)


def imported_names(text, package):
    """The modules that a source may import, wherever it does. Read as text: many sources are
    asked, and a name too many does no harm."""
    for match in IMPORT.finditer(text):
        base, some, names = match.groups()
        if names is not None:
            yield from (name.split()[0] for name in names.split(",") if name.strip())
            continue
        level = len(base) - len(base.lstrip("."))
        parts = package.split(".")[: package.count(".") + 2 - level] if level else []
        base = ".".join([*parts, *filter(None, [base.lstrip(".")])])
        if base:
            yield base
            for name in some.strip("()").split(","):
                if name.strip():
                    yield f"{base}.{name.split()[0]}"


def text_of(file):
    try:
        with open(file, encoding="utf-8", errors="replace") as source:
            return source.read()
    except OSError:
        return ""


def source_at(root, name):
    """The file of a module that was not imported, if it is below a directory."""
    place = os.path.join(root, *name.split("."))
    for file in (os.path.join(place, "__init__.py"), place + ".py"):
        if os.path.isfile(file):
            return os.path.realpath(file)
    return None


class Ground:
    """The files of a module, and of what it uses."""

    def __init__(self, root, modules, read):
        self.root = root
        data = (os.path.realpath(path) for path in read if os.path.isfile(path))
        self.files = {path: path for path in data if is_own(path) and not path.endswith(".pyc")}
        self.later = set()
        self.names = set()
        for name, module in list(sys.modules.items()):
            file = file_of(module)
            self.names.add(name.split(".")[0])
            if file is not None and is_own(file):
                self.files[file] = name
        self.follow(modules)

    def follow(self, modules):
        """Adds what functions import when they are called."""
        files = [
            (getattr(module, "__package__", None) or "", file_of(module)) for module in modules
        ]
        waiting = [(package, text_of(file)) for package, file in files if file]
        while waiting and len(self.later) < MOST_LATER:
            package, text = waiting.pop()
            for name in imported_names(text, package):
                self.names.add(name.split(".")[0])
                found = self.find_later(name)
                if found is not None:
                    waiting.append(found)

    def find_later(self, name):
        """A module that may be imported later, with its text if it is the project's."""
        if name in sys.modules or name in self.later:
            return None
        self.later.add(name)
        file = source_at(self.root, name)
        if file is None:
            top = name.split(".")[0]
            if top != name or top in sys.modules:
                return None
            try:
                spec = importlib.machinery.PathFinder.find_spec(top)
            except (ImportError, ValueError):
                return None
            origin = getattr(spec, "origin", None)
            if isinstance(origin, str) and os.path.isfile(origin) and is_own(origin):
                self.files.setdefault(os.path.realpath(origin), name)
            return None
        self.files.setdefault(file, name)
        is_package = os.path.basename(file) == "__init__.py"
        return (name if is_package else name.rpartition(".")[0]), text_of(file)

    def absent(self):
        """What would be found before what was found, if it were there."""
        for name in sorted(self.names):
            place = os.path.join(self.root, name)
            for file in (os.path.join(place, "__init__.py"), place + ".py"):
                if not os.path.exists(file):
                    yield file

    def as_json(self):
        spec = importlib.machinery.PathFinder.find_spec(PYTEST)
        origin = getattr(spec, "origin", None)
        runner = [os.path.join(os.path.dirname(origin), "_version.py")] if origin else []
        return {
            "files": sorted({*self.files, *filter(os.path.isfile, runner)}),
            "absent": list(self.absent()),
        }


def ground_of(session):
    """The files that the module of a session rests on."""
    own = [sys.modules[name] for name in session.trees if name in sys.modules]
    return Ground(session.root, own, session.sandbox.read).as_json()
