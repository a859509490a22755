"""The observer: runs kept inputs on the unmodified module in a fresh process.

It reads a request, a line of JSON, and loads the module; then it reads the cases
and writes one line of JSON for each as it goes, so that a case that takes the
process down is known.
"""

import contextlib
import importlib
import os
import signal
import sys
from json import loads

from . import contracts, world
from .certain import is_uncertain
from .channel import open_channel
from .deadline import Deadline, RunTimeout, Waited
from .known import KnownStructures
from .machine import Machine, doubt, unsupported
from .modules import LoadError, builtins_kept, describe_error, target_of, user_modules
from .observation import Observation
from .observers import partition_of
from .outside import Outside
from .replica import ObservedHints
from .sandbox import Blocked, Sandbox
from .session import TICK
from .shapes import Reject, Scope
from .state import ModuleState
from .suspicion import is_raised
from .trees import Trees
from .units import find_units
from .variables import Variables


class Observer:
    """One module and its cases."""

    def __init__(self, request, sandbox):
        self.request = request
        self.sandbox = sandbox
        self.scope = Scope(**request.get("scope", {}))
        self.running = False
        self.deadline = Deadline()
        self.recipes = {}
        self.partitions = {}
        self.world = request.get("world", 0)
        self.chance = world.Chance()
        self.variables = Variables(self.is_own, sandbox.allow)
        self.outside = Outside(self.is_own)
        self.machine = Machine(request.get("private", []))
        # What the module is while a case runs: itself, or another one.
        self.variant = contextlib.nullcontext
        signal.signal(signal.SIGALRM, self.on_alarm)

    def on_alarm(self, *_):
        # It goes on ticking: a subject that swallows one meets another.
        if self.running:
            self.deadline.check()

    def is_own(self, names):
        """Whether the names of a frame are those of the user's own code."""
        return names.get("__name__") in self.hints.trees

    # Loading.

    def load(self):
        name, root = self.locate()
        self.root = root
        sys.path.insert(0, root)
        with builtins_kept(name):
            module = self.import_module(name)
        self.module = module
        self.modules = user_modules(name, root, self.request.get("roots", []))
        self.hints = ObservedHints(self.trees(), module)
        invariant = self.request.get("invariant")
        if invariant:
            for value in vars(module).values():
                if isinstance(value, type) and callable(getattr(value, invariant, None)):
                    self.hints.model(value).invariant = invariant
        self.units = {}
        for unit in find_units(module, self.hints, invariant):
            if unit.kind == "function":
                unit.callee = unit.find_callee(module)
            unit.contracts = contracts.Contracts(unit.function, None)
            self.units[unit.name] = unit
        for model in list(self.hints.models.values()):
            model.is_lazy()
        for unit in self.units.values():
            if unit.cls is not None:
                self.hints.model(unit.cls).is_lazy()
        self.known = KnownStructures(self.hints)
        own = {module.split(".")[0] for module in self.hints.trees}
        uncertain = any(is_uncertain(tree, own) for tree in self.hints.trees.values())
        self.sandbox.watch_reads(self.root, self.request.get("secrets", []))
        world.leave_home(self.world)
        self.outside.install(self.hints, [module, *(m for m in self.modules if m is not module)])
        self.state = ModuleState(self.modules)
        self.process = world.Process()
        return {"ready": name, "uncertain": uncertain}

    def locate(self):
        """The module's dotted name and the directory to import it from."""
        if not self.request.get("path"):
            sys.path.insert(0, self.request.get("root") or os.getcwd())
        return target_of(self.request)

    def import_module(self, name):
        try:
            with self.sandbox.importing():
                return importlib.import_module(name)
        except BaseException as error:
            raise LoadError(f"{name} cannot be imported: {describe_error(error)}") from None

    def trees(self):
        trees = Trees()
        for module in self.modules:
            with open(module.__file__, "rb") as file:
                trees.add(module.__name__, file.read(), module.__file__)
        return trees

    def partition(self, cls):
        """The observers of a class that may be asked with arguments, too."""
        if cls not in self.partitions:
            tree = self.hints.trees.get(self.module.__name__)
            invariant = self.hints.model(cls).invariant
            self.partitions[cls] = partition_of(cls, tree, invariant, [], "", 0, self.hints, True)
        return self.partitions[cls]

    # Observing.

    def wrote(self, error, message):
        """Whether the user's own code wrote a message: it raises the error, and says
        something else than the error that it answers to. What the interpreter or a library
        says may be worded otherwise in another version."""
        others = [str(other) for other in (error.__cause__, error.__context__) if other is not None]
        if any(other and other in message for other in others):
            return False
        return is_raised(error, self.modules)

    def observe(self, case):
        """The description of one case, and how it ended."""
        world.begin_case(case["id"])
        report = self.run(case)
        elsewhere = self.sandbox.outside or self.variables.asked
        by_chance = self.chance.was_asked()
        changed = self.process.restore()
        if changed is not None:
            report["outcome"] = unsupported(changed)
        if by_chance:
            doubt(report, "chance")
            endings = {ending_of(self.run(case)) for _ in range(world.TOSSES)}
            self.process.restore()
            if endings != {ending_of(report)}:
                report["outcome"] = unsupported("how it ends depends on chance")
        return self.machine.hidden(report, elsewhere)

    def seconds(self):
        """What a run may take."""
        return self.request.get("timeout", 1.0)

    def observation(self, unit, case, report):
        """One run of a case, to be made."""
        return Observation(self, unit, case, report)

    def run(self, case):
        report = {"id": case["id"], "unit": case["unit"]}
        unit = self.units.get(case["unit"])
        if unit is None:
            return {**report, "outcome": unsupported("there is no such unit")}
        self.state.restore()
        self.sandbox.what = None
        self.sandbox.outside = False
        self.chance.begin()
        observation = self.observation(unit, case, report)
        try:
            self.running = True
            self.sandbox.active = True
            self.deadline.begin(self.seconds())
            signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
            try:
                source = observation.source
                with self.variables.of(source), self.outside.of(source), self.variant():
                    observation.run()
            finally:
                self.running = False
                signal.setitimer(signal.ITIMER_REAL, 0)
                self.sandbox.active = False
        except RunTimeout:
            report["outcome"] = {"kind": "timed_out"}
        except (Blocked, Waited) as refused:
            report["outcome"] = unsupported(str(refused))
        except Reject as reject:
            report["outcome"] = {"kind": "rejected", "clause": str(reject)}
        except MemoryError:
            report["outcome"] = unsupported("it needs more memory than allowed")
        except RecursionError:
            report["outcome"] = unsupported("its values are nested too deeply")
        if self.sandbox.what is not None:
            report["outcome"] = unsupported(self.sandbox.what)
        report["environment"] = self.variables.described()
        return report


def ending_of(report):
    outcome = report.get("outcome", {})
    return outcome.get("kind"), outcome.get("qualname")


def main():
    request, incoming, send = open_channel()
    observer = Observer(request, Sandbox(request.get("allow", ()), request.get("memory")))
    try:
        send(observer.load())
    except LoadError as error:
        send({"error": str(error)})
        return
    for case in loads(incoming.read() or b"[]"):
        send(observer.observe(case))
