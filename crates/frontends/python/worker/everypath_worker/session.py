"""One worker's session: a module is loaded, a unit chosen, and run many times."""

import gc
import importlib
import os
import signal
import sys

from . import contracts, unknowns
from .alphabet import alphabet_of
from .appearance import show
from .control import Control, TooManyReads, WatchedField
from .deadline import Deadline, RunTimeout, Waited
from .depth import room_for_trees
from .endings import Ending
from .guide import guide_of
from .hints import Hints
from .instrument import Goal
from .invocation import bind_names, build_arguments, call_unit
from .loader import Instrumentation
from .modules import LoadError, builtins_kept, describe_error, roots_of, target_of
from .observers import partition_of
from .outside import Outside
from .premises import assign_premises
from .sandbox import Blocked
from .shapes import Instance, Reject, Scope
from .sources import SymbolicSource
from .state import ModuleState
from .units import assign_goals, find_units, uncached, without_invariant_helpers
from .variables import Variables

INVARIANT_BROKEN = "the invariant `{}` does not hold after the call"

# How often a run's time is looked at, in seconds.
TICK = 0.05


class Session:
    """What the engine asks for, in the order it asks."""

    def __init__(self, native, sandbox, stand_ins):
        self.native = native
        self.sandbox = sandbox
        self.recorder = native.Recorder()
        self.hooks = native.Hooks(self.recorder, stand_ins, unknowns)
        self.stand_ins = stand_ins
        self.running = False
        self.unit = None
        self.after = None
        self.control = None
        self.guides = {}
        # What the next run's objects are, field by field, if that is given.
        self.script = None
        self.lowering = None
        self.counts_reads = False
        self.variables = Variables(lambda names: "__everypath__" in names, sandbox.allow)
        self.outside = Outside(lambda names: "__everypath__" in names, self.hooks.call)
        signal.signal(signal.SIGALRM, self.on_alarm)
        # One timer for all runs: to set one for each costs more than most runs.
        self.deadline = Deadline()
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def on_alarm(self, *_):
        # It goes on ticking: a subject that swallows one meets another.
        if self.running:
            self.deadline.check()

    # Loading.

    def load(self, request):
        scope = Scope(**request.get("scope", {}))
        self.source = SymbolicSource(self.recorder, self.hooks, scope, self.stand_ins)
        self.strategy = request.get("strategy", "exhaustive")
        # Only where nothing keeps a structure from being spurious.
        self.counts_reads = self.strategy == "white-box"
        name, root = self.locate(request)
        self.root = root
        sys.path.insert(0, root)
        roots = roots_of(name, root, request.get("roots", []))
        kinds, kept = request.get("goals", ()), request.get("rewritten")
        self.instrumentation = Instrumentation(self.hooks, roots, kinds, kept)
        sys.meta_path.insert(0, self.instrumentation)
        with builtins_kept(name):
            self.module = self.import_module(name)
        with room_for_trees():
            return self.analyse(request, name, root)

    def analyse(self, request, name, root):
        """What there is to explore in the module that was imported."""
        module = self.module
        self.trees = self.instrumentation.trees.with_module(name, module)
        self.source.scope.alphabet = alphabet_of(self.trees[name])
        self.hints = Hints(self.trees, module)
        self.invariant_name = request.get("invariant")
        if self.invariant_name:
            self.apply_invariant_name(module)
        self.units = find_units(module, self.hints, self.invariant_name)
        invariants = {
            f"{unit.cls.__qualname__}.{self.invariant_of(unit)}"
            for unit in self.units
            if unit.cls is not None and self.invariant_of(unit)
        }
        self.units = without_invariant_helpers(self.units, self.trees[name], invariants)
        for unit in self.units:
            if unit.kind == "function":
                unit.callee = uncached(unit.find_callee(module))
            unit.contracts = contracts.Contracts(unit.function, self.hooks)
        file = module.__spec__.origin
        assign_goals(self.units, self.instrumentation.goals, self.trees[name], file)
        assign_premises(self.units, name, self.trees, self.receiver_shape)
        for unit in self.units:
            self.promise(unit, file)
        self.partitions = {}
        if "partition" in request.get("goals", ()):
            self.make_partitions(self.trees[name], file, request.get("observer_arguments", False))
        self.install_lazy_fields()
        own = [sys.modules[each] for each in (name, *self.trees) if each in sys.modules]
        self.outside.install(self.hints, list(dict.fromkeys(own)))
        self.state = ModuleState(
            [
                m
                for m in list(sys.modules.values())
                if getattr(m, "__dict__", {}).get("__everypath__")
            ]
        )
        self.recorder.settle_goals(len(self.instrumentation.goals))
        gc.collect()
        gc.freeze()
        return {
            "module": name,
            "file": file,
            "root": root,
            "goals": [goal.as_json() for goal in self.instrumentation.goals],
            "units": [
                unit.as_json(self.invariant_of(unit), self.is_lazy(unit)) for unit in self.units
            ],
            "partitions": [
                partition.as_json() for partition in self.partitions.values() if partition
            ],
            "warnings": self.hints.warnings,
            "rewritten": self.instrumentation.rewritten,
        }

    def locate(self, request):
        if request.get("path") is None:
            sys.path.insert(0, os.getcwd())
        found = target_of(request)
        first = found[0].split(".")[0]
        for loaded in [m for m in sys.modules if m == first or m.startswith(first + ".")]:
            # Packages on the way were imported as they are: they are read again, rewritten.
            del sys.modules[loaded]
        return found

    def import_module(self, name):
        try:
            with self.sandbox.importing():
                return importlib.import_module(name)
        except Blocked as blocked:
            raise LoadError(
                f"{name} {blocked} when it is imported; allow it with --allow, or move it under a main guard"
            ) from None
        except SystemExit:
            raise LoadError(
                f'{name} exits when it is imported; move that under `if __name__ == "__main__":`'
            ) from None
        except RunTimeout:
            raise LoadError(f"{name} takes too long to import") from None
        except BaseException as error:
            raise LoadError(f"{name} cannot be imported: {describe_error(error)}") from None

    def apply_invariant_name(self, module):
        for value in vars(module).values():
            if isinstance(value, type) and callable(getattr(value, self.invariant_name, None)):
                self.hints.model(value).invariant = self.invariant_name

    def invariant_of(self, unit):
        return self.hints.model(unit.cls).invariant if unit.cls is not None else None

    def promise(self, unit, file):
        """Makes goals of what the unit promises, kept and broken: the search
        looks for an input that breaks it."""
        clauses = [text for text, _, _ in unit.contracts.after]
        if self.invariant_of(unit) is not None:
            clauses.append(self.invariant_of(unit))
        line = getattr(unit.function, "__code__", None)
        line = line.co_firstlineno if line else 0
        for clause in clauses:
            unit.promises.append(len(self.instrumentation.goals))
            for side in ("holds", "is broken"):
                self.instrumentation.goals.append(
                    Goal("contract", file, line, 0, f"`{clause}` {side}", unit.name)
                )

    def make_partitions(self, tree, file, with_arguments):
        """Makes goals of the partitions of each class that has units with a receiver."""
        for unit in self.units:
            if not unit.has_receiver:
                continue
            if unit.cls not in self.partitions:
                self.partitions[unit.cls] = partition_of(
                    unit.cls,
                    tree,
                    self.invariant_of(unit),
                    self.instrumentation.goals,
                    file,
                    unit.function.__code__.co_firstlineno,
                    self.hints,
                    with_arguments,
                )
            partition = self.partitions[unit.cls]
            if partition is not None and not unit.private:
                unit.goals.extend(range(partition.first, partition.first + partition.count))

    def is_lazy(self, unit):
        """Whether receivers are made field by field, under the invariant."""
        if unit.cls is None or not unit.has_receiver:
            return False
        model = self.hints.model(unit.cls)
        return model.invariant is not None and model.is_lazy()

    def receiver_shape(self, unit):
        """The shape of a receiver that is made by calls, or None."""
        if not unit.has_receiver or self.is_lazy(unit):
            return None
        return Instance(self.hints.model(unit.cls), with_calls=True)

    def install_lazy_fields(self):
        """Puts a descriptor on each field of each class with lazy objects."""
        for model in list(self.hints.models.values()):
            model.is_lazy()
        for unit in self.units:
            if unit.cls is not None:
                self.hints.model(unit.cls).is_lazy()
        for model in list(self.hints.models.values()):
            for field in model.fields:
                current = model.cls.__dict__.get(field)
                if isinstance(current, (self.native.LazyField, WatchedField, property)):
                    continue
                type.__setattr__(model.cls, field, self.lazy_field(model.cls, field, current))

    def lazy_field(self, cls, name, current):
        if hasattr(current, "__set__"):
            # A slot is a data descriptor already: it is asked first.
            return WatchedField(self, name, current, None)
        default = current if current is not None else getattr(cls, name, None)
        if isinstance(default, (self.native.LazyField, WatchedField)):
            default = None
        if self.counts_reads:
            return WatchedField(self, name, None, default)
        return self.native.LazyField(name, self.initialise, default)

    def initialise(self, instance, name):
        return self.source.heap.initialise(instance, name)

    def learn_structures(self, request):
        """The valid structures of a class, by the choices that make them."""
        unit = next(
            u for u in self.units if u.cls is not None and u.cls.__qualname__ == request["class"]
        )
        model = self.receiver_model(unit)
        self.guides[model] = guide_of(model, request["structures"], self.source.scope)
        return {}

    # Running.

    def choose_unit(self, request):
        name = request["unit"]
        self.unit = next((u for u in self.units if u.name == name), None)
        if self.unit is None:
            raise LoadError(f"there is no unit {name}")
        self.recorder.forget()
        self.phase = request.get("phase", "call")
        self.strategy = request.get("strategy", self.strategy)
        self.script = None
        return {}

    def run(self, payload):
        milliseconds = self.recorder.begin(payload)
        self.source.reset(self.recorder.is_plain())
        self.state.restore()
        if self.script is not None:
            self.source.heap.position = self.script.begin()
        self.sandbox.what = None
        self.control = None
        self.entered = False
        self.milliseconds = milliseconds
        outcome = ("returned", "", "")
        try:
            self.deadline.begin(milliseconds / 1000)
            self.running = True
            self.sandbox.active = True
            try:
                with self.variables.of(self.source), self.outside.of(self.source):
                    outcome = self.execute()
            finally:
                self.running = False
                self.sandbox.active = False
        except self.native.Prune as prune:
            outcome = ("pruned", str(prune), "")
        except RunTimeout:
            # A call that makes the input may not end; the unit was never run.
            outcome = ("timed out", "", "") if self.entered else ("pruned", "set-up", "")
        except (Blocked, Waited) as refused:
            outcome = ("unsupported", "", str(refused))
        except Reject as reject:
            outcome = ("rejected", "", str(reject))
        except MemoryError:
            outcome = ("pruned", "memory", "")
        except BaseException as error:
            # A defect of the worker ends this run only, and is named.
            outcome = ("crashed", "", f"internal error: {describe_error(error)}")
        if self.sandbox.what is not None and outcome[0] != "unsupported":
            # The subject caught the refusal; the machine was still asked.
            outcome = ("unsupported", "", self.sandbox.what)
        return self.recorder.finish(*outcome, self.deadline.used())

    def lower(self, request):
        """Answers a question about the units as procedures."""
        if self.lowering is None:
            from .lower.answers import Answering

            self.lowering = Answering(self)
        with room_for_trees():
            return self.lowering.answer(request)

    def state_after(self, _):
        """What the last run returned and left behind, for checks of the front end."""
        return {"state": show(self.after)}

    def execute(self):
        unit = self.unit
        receiver = None
        if unit.has_receiver:
            receiver = self.build_receiver(unit)
        if self.phase == "invariant":
            return ("returned", "", "")
        positional, keywords = self.build_arguments(unit)
        names = bind_names(unit, receiver, positional, keywords)
        broken = unit.contracts.first_broken(unit.contracts.before, names)
        if broken is not None:
            return ("rejected", "", broken)
        self.after = [None, receiver, positional, keywords]
        self.recorder.enter()
        self.entered = True
        if self.partitions.get(unit.cls) is not None and receiver is not None:
            self.observe(receiver, self.partitions[unit.cls])
        result, ending = self.call(unit, receiver, positional, keywords)
        self.after[0] = result
        heap = self.source.heap
        returned = "ends" if ending else f"returns {heap.kind(self.hooks.concrete(result))}"
        self.recorder.change([*heap.effects(), returned])
        if self.control is not None and (
            ending is None or ending[0] not in ("rejected", "unsupported")
        ):
            self.control.complete()
        if ending is not None:
            return ending
        names["__return__"] = names["result"] = result
        if unit.kind == "constructor":
            receiver = result
            names["self"] = result
        promises = iter(unit.promises)
        for (text, code, namespace), goal in zip(unit.contracts.after, promises):
            if not self.hooks.branch(goal, eval(code, namespace, names)):  # the user's own contract
                return ("violated", "", f"postcondition `{text}`")
        # A private method may leave the object for its caller to mend.
        invariant = None if unit.private else self.invariant_of(unit)
        if (
            invariant is not None
            and receiver is not None
            and unit.kind in ("method", "constructor")
        ):
            if not self.hooks.branch(unit.promises[-1], self.holds(receiver, invariant)):
                return ("violated", "", INVARIANT_BROKEN.format(invariant))
        return ("returned", "", "")

    def observe(self, receiver, partition):
        """Covers the goal of the receiver's partition. What the observers
        cover themselves is no work of the unit."""
        self.recorder.hide()
        try:
            goal = partition.goal_of(receiver, self.source)
        finally:
            self.recorder.show()
        if goal is not None:
            self.recorder.hit(goal)

    def call(self, unit, receiver, positional, keywords):
        """What the unit returned, or how it ended otherwise."""
        try:
            result = call_unit(unit, receiver, positional, keywords)
            if unit.returns is not None:
                self.recorder.hit(unit.returns)
            return result, None
        except MemoryError:
            # It is the worker's limit that was met: where there is none, a
            # test of this would eat the machine's memory.
            return None, ("pruned", "memory", "")
        except Exception as error:
            return None, self.judge_error(unit, error)
        except TooManyReads:
            return None, ("pruned", "calls", "")
        except RunTimeout:
            if self.control is None:
                raise
            # The input is still completed, so that a test can have it.
            self.deadline.begin(self.milliseconds / 1000)
            return None, ("timed out", "", "")
        except (Ending, self.native.Prune):
            raise
        except BaseException as error:
            # `SystemExit` and its like, and those that the user made of them.
            return None, ("threw", type(error).__name__, self.message(error))

    def build_arguments(self, unit):
        objects = len(self.source.heap.nodes)
        arguments = build_arguments(unit, self.source)
        if self.control is not None and len(self.source.heap.nodes) > objects:
            self.control.follow_arguments(lambda: build_arguments(unit, self.source))
        return arguments

    def receiver_model(self, unit):
        model = self.hints.model(unit.cls)
        models = model.concrete_models()
        return models[0] if models else model

    def build_receiver(self, unit):
        shape = self.receiver_shape(unit)
        if shape is not None:
            model = shape.model
            receiver = shape.build(self.source, "self")
            if model.invariant is not None:
                self.require(receiver, model.invariant)
            return receiver
        model = self.receiver_model(unit)
        guide = self.guides.get(model) if self.strategy == "guided" else None
        if self.phase == "call" and (self.strategy == "white-box" or guide is not None):
            self.control = Control(self.source, self.recorder, model, guide)
            return self.source.heap.nodes[0].instance
        receiver = self.source.heap.new(model, "self")
        if self.script is not None:
            self.script.follow_root(self.source.heap, "self", receiver)
        self.require(receiver, model.invariant)
        if self.strategy == "black-box":
            self.make_concrete()
        return receiver

    def require(self, receiver, invariant):
        """Refuses a receiver that its class's invariant refuses."""
        try:
            valid = bool(getattr(receiver, invariant)())
        except MemoryError:
            raise
        except Exception as error:
            raise Reject(f"the invariant `{invariant}` raises {type(error).__name__}") from None
        if not valid:
            raise Reject(f"invariant `{invariant}`")

    def make_concrete(self):
        """Replaces every value of the structure by the one it has."""
        for node in self.source.heap.nodes:
            for name, value in list(node.fields.items()):
                plain = self.hooks.concrete(value)
                if plain is not value:
                    object.__setattr__(node.instance, name, plain)

    def holds(self, receiver, invariant):
        try:
            return bool(getattr(receiver, invariant)())
        except Exception:
            return False

    def judge_error(self, unit, error):
        function = unit.function
        entered = unit.entry is None or self.recorder.has_hit(unit.entry)
        if unit.contracts.is_precondition(error, function):
            return ("rejected", "", self.message(error) or "a leading assert")
        if contracts.is_violation(error):
            if not entered:
                return (
                    "rejected",
                    "",
                    self.message(error).splitlines()[0]
                    if self.message(error)
                    else "a precondition",
                )
            return ("violated", "", (self.message(error).splitlines() or ["a contract"])[0])
        return ("threw", type(error).__name__, self.message(error))

    def message(self, error):
        self.recorder.pause()
        try:
            return str(error)[:500]
        except Exception:
            return ""
        finally:
            self.recorder.resume()
