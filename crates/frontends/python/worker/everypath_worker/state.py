"""The module's own state, put back before every run."""

import copy

PLAIN = (int, float, str, bytes, bool, type(None), tuple, frozenset)


class ModuleState:
    """A snapshot of the globals and class attributes that runs may change."""

    def __init__(self, modules):
        self.slots = []
        self.caches = []
        for module in modules:
            self.take(vars(module), module.__name__)

    def take(self, namespace, module_name):
        for name, value in list(namespace.items()):
            if name.startswith(("__", "_ep_")):
                continue
            if callable(getattr(value, "cache_clear", None)):
                self.caches.append(value)
            elif isinstance(value, (list, dict, set)):
                try:
                    self.slots.append((namespace, name, value, copy.deepcopy(value)))
                except Exception:
                    continue
            elif isinstance(value, PLAIN):
                self.slots.append((namespace, name, value, None))
            elif isinstance(value, type) and value.__module__ == module_name and vars(value) is not namespace:
                self.take_class(value)

    def take_class(self, cls):
        for name, value in list(vars(cls).items()):
            if name.startswith("__"):
                continue
            function = getattr(value, "__func__", value)
            if callable(getattr(function, "cache_clear", None)):
                self.caches.append(function)
            elif isinstance(value, (list, dict, set)):
                try:
                    self.slots.append((cls, name, value, copy.deepcopy(value)))
                except Exception:
                    continue

    def restore(self):
        for cache in self.caches:
            cache.cache_clear()
        for holder, name, value, snapshot in self.slots:
            if isinstance(holder, dict):
                if holder.get(name) is not value:
                    holder[name] = value
            elif holder.__dict__.get(name) is not value:
                setattr(holder, name, value)
            if snapshot is None:
                continue
            if isinstance(value, list):
                if value != snapshot:
                    value[:] = copy.deepcopy(snapshot)
            elif value != snapshot:
                value.clear()
                value.update(copy.deepcopy(snapshot))
