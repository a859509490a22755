"""The observer: runs kept inputs on the unmodified module in a fresh process.

It reads a request, a line of JSON, and loads the module; then it reads the cases
and writes one line of JSON for each as it goes, so that a case that takes the
process down is known.
"""

import ast
import contextlib
import importlib
import inspect
import os
import signal
import sys
from json import loads
from opcode import opmap

from . import contracts, world
from .certain import is_uncertain
from .channel import open_channel
from .deadline import Deadline, RunTimeout, Waited
from .defaults import needed
from .describe import Describer, Identities, is_importable, name_of
from .endings import Ending
from .invocation import bind_names, how_walked, invoke, walk
from .known import KnownStructures
from .machine import Machine, doubt, unsupported
from .modules import LoadError, builtins_kept, describe_error, package_of, target_of
from .observers import partition_of
from .outside import Outside
from .recipes import Maker
from .replica import ObservedHints, RecordingSource, build_input
from .sandbox import Blocked, Sandbox
from .session import INVARIANT_BROKEN, TICK
from .shapes import Reject, Scope
from .state import ModuleState
from .units import find_units
from .variables import Variables

LONGEST_MESSAGE = 500


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
        self.modules = self.user_modules(name, root)
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

    def user_modules(self, name, root):
        """The loaded modules that are the user's own."""
        first = name.split(".")[0]
        roots = [package_of(name, root), *self.request.get("roots", [])]
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

    def trees(self):
        trees = {}
        for module in self.modules:
            with open(module.__file__, "rb") as file:
                trees[module.__name__] = ast.parse(file.read(), module.__file__)
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
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if trace is None:
            return False
        module = sys.modules.get(trace.tb_frame.f_globals.get("__name__", ""))
        if module not in self.modules:
            return False
        others = [str(other) for other in (error.__cause__, error.__context__) if other is not None]
        if any(other and other in message for other in others):
            return False
        # On the line of a `raise`, making what it raises may fail, too.
        return trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]

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

    def run(self, case):
        report = {"id": case["id"], "unit": case["unit"]}
        unit = self.units.get(case["unit"])
        if unit is None:
            return {**report, "outcome": unsupported("there is no such unit")}
        self.state.restore()
        self.sandbox.what = None
        self.sandbox.outside = False
        self.chance.begin()
        observation = Observation(self, unit, case, report)
        try:
            self.running = True
            self.sandbox.active = True
            self.deadline.begin(self.request.get("timeout", 1.0))
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


class Observation:
    """One run of one case."""

    def __init__(self, observer, unit, case, report):
        self.observer = observer
        self.unit = unit
        self.report = report
        self.case = case
        self.stop = case.get("stop")
        self.identities = Identities()
        self.source = self.new_source()

    def run(self):
        unit, report = self.unit, self.report
        invariant = self.invariant()
        # A constructor may ask the world already.
        answering = self.source
        self.world = self.observer.outside.prepare(answering)
        receiver, positional, keywords = self.make_input()
        self.source.recipes.update(answering.recipes)
        if invariant and receiver is not None and not self.holds(receiver, invariant):
            raise Reject(f"invariant `{invariant}`")
        names = bind_names(unit, receiver, positional, keywords)
        broken = unit.contracts.first_broken(unit.contracts.before, names)
        if broken is not None:
            raise Reject(broken)
        self.describe_before(receiver, positional, keywords)
        if receiver is not None and self.observer.request.get("observer_arguments"):
            report["questions"] = self.questions()
        if self.stop == "before":
            return
        try:
            result = invoke(unit, receiver, *self.passed(positional, keywords))
            report["walked"] = how_walked(result)
            result = walk(result, report["walked"])
        except Exception as error:
            report["outcome"] = self.judge(error)
            self.describe_after(receiver, positional, keywords, {})
            return
        except Ending:
            raise
        except BaseException as error:
            report["outcome"] = self.raised(error)
            self.describe_after(receiver, positional, keywords, {})
            return
        names["__return__"] = names["result"] = result
        subject = receiver
        if unit.kind == "constructor":
            subject = names["self"] = result
        # The result is described before anything else looks at it.
        self.describe_after(receiver, positional, keywords, {"value": result})
        outcome = {"kind": "returned", "value": report.pop("value")}
        broken = unit.contracts.first_broken(unit.contracts.after, names)
        if broken is not None:
            outcome = {
                "kind": "violated",
                "clause": f"postcondition `{broken}`",
                "expression": broken,
                "globals": [
                    name
                    for name in names_in(broken)
                    if name in vars(self.observer.module) and name not in names
                ],
            }
        elif (
            invariant
            and not unit.private
            and subject is not None
            and unit.kind in ("method", "constructor")
        ):
            report["invariant_holds"] = self.holds(subject, invariant)
            if not report["invariant_holds"]:
                outcome = {
                    "kind": "violated",
                    "clause": INVARIANT_BROKEN.format(invariant),
                    "invariant": invariant,
                }
        report["outcome"] = outcome

    def passed(self, positional, keywords):
        """The arguments that a test passes: no defaults."""
        parameters = self.unit.parameters
        plain = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        places, named, names = needed(parameters, positional, keywords)
        by_name = {plain[index].name: positional[index] for index in named}
        return positional[:places], {**by_name, **{name: keywords[name] for name in names}}

    def questions(self):
        """How the observers of the receiver's class are asked."""
        partition = self.observer.partition(self.unit.cls)
        observers = partition.observers if partition is not None else ()
        return [observer.shown(observer.arguments(self.source)) for observer in observers]

    def make_input(self):
        """The input's receiver and arguments, made as a test would make them."""
        observer, unit = self.observer, self.unit
        key = observer.known.key_of(unit, self.source)
        made = observer.known.make(key, unit, self.source)
        if made is not None:
            return made
        self.source = self.new_source()
        target = build_input(unit, observer.hints, self.source)
        maker = Maker(self.source, observer.hints, observer.recipes)
        made = maker.make(*target)
        observer.known.learn(key, maker.by_calls)
        return made

    def new_source(self):
        return RecordingSource(
            self.case["values"], self.case["choices"], self.observer.scope, self.identities
        )

    def invariant(self):
        return (
            self.observer.hints.model(self.unit.cls).invariant
            if self.unit.cls is not None
            else None
        )

    def holds(self, receiver, invariant):
        try:
            return bool(getattr(receiver, invariant)())
        except Exception:
            return False

    def describe_before(self, receiver, positional, keywords):
        unit, report = self.unit, self.report
        describer = Describer(self.identities)
        report["call"] = {
            "kind": unit.kind,
            "module": self.observer.module.__name__,
            "class": unit.cls.__qualname__ if unit.cls else None,
            "attribute": unit.attribute,
            "invariant": self.invariant(),
        }
        report["receiver"] = describer.value(receiver) if receiver is not None else None
        report["arguments"] = self.arguments(describer, positional, keywords)
        report["world"] = [
            {"target": target, "value": describer.value(answering)}
            for target, answering in self.world
        ]
        report["before"] = {str(number): node for number, node in describer.nodes.items()}
        self.before = describer
        recipes = sorted(self.source.recipes.items())
        report["recipes"] = {str(number): recipe.as_json() for number, recipe in recipes}

    def arguments(self, describer, positional, keywords):
        parameters = self.unit.parameters
        plain = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        places, named, names = needed(parameters, positional, keywords)
        result = []
        for number, value in enumerate(positional):
            parameter = plain[min(number, len(plain) - 1)]
            starred = parameter.kind is inspect.Parameter.VAR_POSITIONAL
            name = f"{parameter.name}{number - len(plain) + 1}" if starred else parameter.name
            result.append(
                {
                    "name": name,
                    "value": describer.value(value),
                    "keyword": number in named,
                    "default": number >= places and number not in named,
                }
            )
        for name, value in keywords.items():
            result.append(
                {
                    "name": name,
                    "value": describer.value(value),
                    "keyword": True,
                    "default": name not in names,
                }
            )
        return result

    def describe_after(self, receiver, positional, keywords, extra):
        describer = Describer(self.identities, rebuild=True)
        # What did not change is not described again.
        unchanged = self.before.is_unchanged()
        if unchanged:
            describer.nodes = dict.fromkeys(self.before.nodes)
        for name, value in extra.items():
            self.report[name] = describer.value(value)
        if unchanged:
            self.report["unchanged"] = True
            new = {
                str(number): node for number, node in describer.nodes.items() if node is not None
            }
            self.report["after"] = new
            return
        for value in [receiver, *positional, *keywords.values()]:
            describer.value(value)
        self.report["after"] = {str(number): node for number, node in describer.nodes.items()}

    def judge(self, error):
        unit = self.unit
        if unit.contracts.is_precondition(error, unit.function):
            return {"kind": "rejected", "clause": message_of(error) or "a leading assert"}
        if contracts.is_violation(error):
            first = (message_of(error).splitlines() or ["a contract"])[0]
            if not self.was_entered(error):
                return {"kind": "rejected", "clause": first}
            return {**self.raised(error), "kind": "violated", "clause": first}
        return self.raised(error)

    def was_entered(self, error):
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code is self.unit.function.__code__:
                return True
            trace = trace.tb_next
        # A postcondition is checked when the unit's frame is gone.
        return "Post" in type(error).__name__

    def raised(self, error):
        kind = next(cls for cls in type(error).__mro__ if is_importable(cls))
        message = message_of(error)
        # Where a recursion ends, and so what it says, depends on the caller.
        stable = (
            not isinstance(error, (RecursionError, MemoryError))
            and " at 0x" not in message
            and len(message) < LONGEST_MESSAGE
            and self.observer.wrote(error, message)
        )
        return {
            "kind": "raised",
            **name_of(kind),
            "message": message if stable else None,
        }


def names_in(expression):
    tree = ast.parse(expression, mode="eval")
    return sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})


def message_of(error):
    try:
        text = str(error)[:LONGEST_MESSAGE]
        text.encode("utf-8")
        return text
    except Exception:
        return " at 0x"


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
