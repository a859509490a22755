"""The module's own state, put back before every run."""

import collections
import operator
from typing import Any

CONTAINERS = (list, dict, set, collections.deque)
PLAIN = (int, float, str, bytes, bool, type(None), tuple, frozenset)

# More than this of what a module holds is data, which no run changes.
MOST_CELLS = 20_000


class ModuleState:
    """A snapshot of the globals and class attributes that runs may change: what
    each name is, and what each container and object behind it holds. They are put
    back as they are, not copied, so that what is shared stays shared."""

    def __init__(self, modules):
        self.names = []
        self.caches = []
        self.cells = []
        self.seen = set()
        self.modules = {module.__name__ for module in modules}
        for module in modules:
            self.take(vars(module), module.__name__)

    def take(self, namespace, module_name):
        for name, value in list(namespace.items()):
            if name.startswith("__"):
                continue
            if callable(attribute(value, "cache_clear")):
                self.caches.append(value)
            elif isinstance(value, type):
                if value.__module__ == module_name:
                    self.take_class(value)
            elif isinstance(value, PLAIN) or self.holds(value):
                self.names.append((namespace, name, value))
                self.look_into(value)

    def take_class(self, cls):
        for name, value in list(vars(cls).items()):
            if name.startswith("__"):
                continue
            function = attribute(value, "__func__", value)
            if callable(attribute(function, "cache_clear")):
                self.caches.append(function)
            elif isinstance(value, CONTAINERS):
                self.names.append((cls, name, value))
                self.look_into(value)

    def holds(self, value):
        """Whether a value can be changed in ways that are put back."""
        if isinstance(value, CONTAINERS):
            return True
        return type(value).__module__ in self.modules and hasattr(value, "__dict__")

    def look_into(self, value):
        pending = [value]
        while pending and len(self.cells) < MOST_CELLS:
            value = pending.pop()
            if isinstance(value, (tuple, frozenset)):
                pending.extend(value)
            if not self.holds(value) or isinstance(value, type) or id(value) in self.seen:
                continue
            self.seen.add(id(value))
            container: Any = value if isinstance(value, CONTAINERS) else vars(value)
            kind = kind_of(container)
            self.cells.append((container, kind(container)))
            pending.extend(dict.values(container) if kind is dict else kind.__iter__(container))

    def restore(self):
        for cache in self.caches:
            cache.cache_clear()
        for holder, name, value in self.names:
            if isinstance(holder, dict):
                if holder.get(name) is not value:
                    holder[name] = value
            elif holder.__dict__.get(name) is not value:
                setattr(holder, name, value)
        for container, snapshot in self.cells:
            if differs(container, snapshot):
                put_back(container, snapshot)


def attribute(value, name, default=None):
    """An attribute of any object: some do something when they are asked, and fail."""
    try:
        return getattr(value, name, default)
    except Exception:
        return default


def kind_of(container):
    """The class whose methods hold what a container holds: those of a class of
    the user's may do something else."""
    return next(kind for kind in CONTAINERS if isinstance(container, kind))


def differs(container, snapshot):
    """Whether a container holds other objects than it did. What these hold is
    theirs to tell."""
    kind = kind_of(container)
    if kind is set:
        return not set.__eq__(container, snapshot)
    if kind.__len__(container) != len(snapshot):
        return True
    if kind is dict and any(map(operator.is_not, dict.values(container), snapshot.values())):
        return True
    return any(map(operator.is_not, kind.__iter__(container), snapshot))


def put_back(container, snapshot):
    kind = kind_of(container)
    kind.clear(container)
    (kind.update if kind in (dict, set) else kind.extend)(container, snapshot)
