"""One run of one case on the unmodified module, and what can be seen of it."""

import ast
import inspect

from . import contracts
from .defaults import needed
from .describe import Describer, Identities, is_importable, name_of
from .endings import Ending
from .invocation import bind_names, how_walked, invoke, walk
from .recipes import Maker
from .replica import RecordingSource, build_input
from .session import INVARIANT_BROKEN
from .shapes import Reject
from .suspicion import suspicion_of

LONGEST_MESSAGE = 500


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
        names = bind_names(unit, receiver, positional, keywords)
        self.reject_invalid(receiver, names, invariant)
        self.describe_before(receiver, positional, keywords)
        if receiver is not None and self.observer.request.get("observer_arguments"):
            report["questions"] = self.questions()
        if self.stop == "before":
            return
        try:
            result = self.call(receiver, positional, keywords)
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

    def call(self, receiver, positional, keywords):
        """What the unit returns, walked to its end."""
        result = invoke(self.unit, receiver, *self.passed(positional, keywords))
        self.report["walked"] = how_walked(result)
        return walk(result, self.report["walked"])

    def reject_invalid(self, receiver, names, invariant):
        """Ends the run of an input that no caller may give."""
        if invariant and receiver is not None and not self.holds(receiver, invariant):
            raise Reject(f"invariant `{invariant}`")
        broken = self.unit.contracts.first_broken(self.unit.contracts.before, names)
        if broken is not None:
            raise Reject(broken)

    def needed(self, positional, keywords):
        """Which arguments a test passes."""
        return needed(self.unit.parameters, positional, keywords)

    def passed(self, positional, keywords):
        """The arguments that a test passes: no defaults."""
        places, named, names = self.needed(positional, keywords)
        if not named and not keywords:
            return positional[:places], {}
        parameters = self.unit.parameters
        plain = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
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
        maker = self.maker()
        made = maker.make(*target)
        observer.known.learn(key, maker.by_calls)
        return made

    def maker(self):
        """What makes structures as a test does."""
        return Maker(self.source, self.observer.hints, self.observer.recipes)

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
        report["world"] = self.describe_world(describer)
        report["before"] = {str(number): node for number, node in describer.nodes.items()}
        self.before = describer
        recipes = sorted(self.source.recipes.items())
        report["recipes"] = {str(number): recipe.as_json() for number, recipe in recipes}

    def describe_world(self, describer):
        return [
            {"target": target, "value": describer.value(answering)}
            for target, answering in self.world
        ]

    def arguments(self, describer, positional, keywords):
        parameters = self.unit.parameters
        plain = [p for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
        places, named, names = self.needed(positional, keywords)
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
        self.report["suspicion"] = suspicion_of(error, self.unit, self.observer.modules)
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
