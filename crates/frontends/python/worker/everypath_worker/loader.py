"""Finds the user's modules as they are imported, and loads them rewritten."""

import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys

from . import unknowns
from .instrument import HOOKS, KEYED
from .rewritten import Kept, numbered, rewrite
from .trees import Trees


class Instrumentation(importlib.abc.MetaPathFinder):
    """Finds the user's modules and rewrites them on import."""

    def __init__(self, hooks, roots, kinds=(), kept=None):
        self.hooks = hooks
        self.roots = [os.path.realpath(root) + os.sep for root in roots]
        self.kinds = kinds
        self.kept = Kept(kept, kinds) if kept else None
        # The files that were not kept.
        self.rewritten = []
        self.goals = []
        self.entries = {}
        self.places = {}
        self.trees = Trees()
        self.lay_out_hooks()

    def lay_out_hooks(self):
        """Puts the hooks where every module finds them: a module that looks through its own
        names meets what the user wrote, and nothing else."""
        for name in HOOKS:
            setattr(builtins, "_ep_" + name, getattr(self.hooks, name))
        for name in ("is_none", "is_instance", "is_callable", "boolean", "matched"):
            setattr(builtins, "_ep_" + name, getattr(unknowns, name))
        for node, function in KEYED.items():
            setattr(builtins, "_ep_operator_" + node.__name__, function)

    def covers(self, file):
        real = os.path.realpath(file)
        return any(real.startswith(root) or real + os.sep == root for root in self.roots)

    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            return None
        if not spec.origin or not self.covers(spec.origin):
            return None
        spec.loader = Loader(name, spec.origin, self)
        return spec

    def load_file(self, name, file):
        """Imports a file as the module `name`."""
        loader = Loader(name, file, self)
        spec = importlib.util.spec_from_file_location(name, file, loader=loader)
        if spec is None:
            raise ImportError(name)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            loader.exec_module(module)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        return module


class Loader(importlib.machinery.SourceFileLoader):
    """Loads one module rewritten."""

    def __init__(self, name, file, instrumentation):
        super().__init__(name, file)
        self.instrumentation = instrumentation

    def get_code(self, name):
        # Never from a cached .pyc: that is the code as it was written.
        source = self.get_data(self.path)
        whole = self.instrumentation
        whole.trees.add(name, source, self.path)
        found = whole.kept and whole.kept.find(source, self.path, self.get_data)
        if not found:
            found = rewrite(source, self.path, whole.kinds)
            whole.rewritten.append(self.path)
        first = len(whole.goals)
        whole.goals += found.goals_of(self.path)
        whole.entries[name] = {key: first + goal for key, goal in found.entries.items()}
        whole.places[name] = {
            place: [first + goal for goal in goals] for place, goals in found.numbers.items()
        }
        return numbered(found.code, first, len(found.goals))

    def exec_module(self, module):
        module.__dict__["__everypath__"] = True
        super().exec_module(module)
