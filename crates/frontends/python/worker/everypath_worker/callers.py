"""Functions of the input: what they answer, call after call, is part of it.

A function answers always the same until a second call wants something else. Where the code that
calls it is ready for an exception, it may raise that instead.
"""

import ast
import functools
import sys

from . import shapes
from .infer import named_classes

# A function that is called more often in a run is one of a loop that its answers never end.
MOST_CALLS = 40
# More exceptions than this are not tried for a function.
MOST_RAISED = 4


class Called:
    """A function of the input in a test: it keeps what it was called with, as a mock does."""

    answers_for_input = True

    def __init__(self):
        self.calls = []

    def __call__(self, *args, **kwargs):
        self.calls.append((args, kwargs))
        return self.answered()

    def answered(self):
        raise NotImplementedError


class Answer(Called):
    """One that returns one value, whatever it is called with."""

    def __init__(self, value):
        super().__init__()
        self.value = value

    def answered(self):
        return self.value


class Promise(Answer):
    """One whose answer is awaited."""

    async def answered(self):
        return self.value


class Raising:
    """An answer that is an exception."""

    def __init__(self, cls):
        self.cls = cls


class Answers(Called):
    """One that answers one thing after the other, as `Mock(side_effect=[...])` does."""

    def __init__(self, answers, is_awaited=False):
        super().__init__()
        self.answers = answers
        self.is_awaited = is_awaited
        self.left = iter([*answers] if len(answers) > 1 else answers * 10_000)

    def answered(self):
        return self.later() if self.is_awaited else self.now()

    async def later(self):
        return self.now()

    def now(self):
        answer = next(self.left)
        if isinstance(answer, Raising):
            raise answer.cls
        return answer


class Function(shapes.Shape):
    """A callable whose answers have one shape."""

    def __init__(self, result, is_awaited=False, handled=None, depth=0):
        self.result = result
        # How far from an argument it is.
        self.depth = depth
        self.is_awaited = is_awaited
        self.handled = handled or Handled(None, {})

    def build(self, source, slot):
        source.mark_open_ended(slot)
        if source.grows():
            return Caller(self, source, slot)
        return self.given(source, slot)

    def given(self, source, slot):
        """The function that the choices of an input describe."""
        answers = []
        for number in range(source.scope.max_calls + 1):
            again = source.option(f"{slot}#again{number}") if number else 1
            if again is None:
                break
            answers.append(self.answer(source, slot, number) if again else answers[-1])
        if any(one is not answers[0] for one in answers) or isinstance(answers[0], Raising):
            alone = answers[:1] if all(one is answers[0] for one in answers) else answers
            return Answers(alone, self.is_promised(source, slot))
        return (Promise if self.is_promised(source, slot) else Answer)(answers[0])

    def is_promised(self, source, slot):
        """Whether its answers are awaited, as its hint says or as the code does."""
        promise = getattr(self.result, "PROMISE", None)
        return self.is_awaited or (
            promise is not None and source.option(slot + "#answer#type") == promise
        )

    def answer(self, source, slot, number):
        raised = source.option(f"{slot}#raises{number}")
        if raised:
            return Raising(self.handled.classes[raised - 1])
        return self.result.build(source, answer_slot(slot, number))

    def opened(self, source, slot):
        """An answer in a worker."""
        opened = getattr(self.result, "opened", None)
        if opened is not None:
            return opened(source, slot, self.depth + 1)
        return self.result.build(source, slot)

    def default(self):
        return (Promise if self.is_awaited else Answer)(self.result.default())


class Caller:
    """A function of the input in a worker: it answers as it is called."""

    answers_for_input = True

    def __init__(self, shape, source, slot):
        self.shape = shape
        self.source = source
        self.slot = slot
        self.answers = []
        self.count = 0

    def __call__(self, *args, **kwargs):
        self.count += 1
        number = len(self.answers)
        if self.count > MOST_CALLS:
            raise shapes.Reject("a function of the input is called more often than it has answers")
        if number > self.source.scope.max_calls:
            answer = self.answers[-1]
        else:
            answer = self.next(number)
            self.answers.append(answer)
        return self.later(answer) if self.shape.is_awaited else self.now(answer)

    async def later(self, answer):
        return self.now(answer)

    def now(self, answer):
        # An unknown becomes something if it is asked for its class.
        if type(answer) is Raising:
            raise answer.cls
        return answer

    def next(self, number):
        source, slot = self.source, self.slot
        if number and source.choose(f"{slot}#again{number}", 2) == 0:
            return self.answers[-1]
        around = self.shape.handled.around(sys._getframe(1))
        if around:
            raised = source.choose_among(f"{slot}#raises{number}", [0, *around])
            if raised:
                return Raising(self.shape.handled.classes[raised - 1])
        return self.shape.opened(source, answer_slot(slot, number))


def answer_slot(slot, number):
    return f"{slot}#answer{number or ''}"


class Handled:
    """The exceptions that a module is ready for, in the order in which it names them."""

    def __init__(self, tree, namespace):
        self.tree = tree
        self.namespace = namespace
        self.classes = []
        for node in ast.walk(tree) if tree is not None else ():
            for cls in self.caught(node):
                if cls not in self.classes:
                    self.classes.append(cls)

    def caught(self, node):
        if not isinstance(node, ast.Try):
            return []
        found = []
        for handler in node.handlers:
            named = [Exception]
            if handler.type is not None:
                named = named_classes(handler.type, self.namespace)
            found += [cls for cls in named if is_raised(cls) and cls not in found]
        return found[:MOST_RAISED]

    def around(self, frame):
        """The numbers of the exceptions that the user's code that is running catches."""
        while frame is not None and "__everypath__" not in frame.f_globals:
            frame = frame.f_back
        if frame is None or frame.f_globals is not self.namespace:
            return []
        return self.at(frame.f_lineno, frame.f_code.co_firstlineno)

    @functools.cache  # noqa: B019 - there is one for a module
    def at(self, line, first):
        found = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Try) and first <= node.lineno:
                last = node.body[-1].end_lineno or 0
                if node.body[0].lineno <= line <= last:
                    found += [self.classes.index(cls) + 1 for cls in self.caught(node)]
        return list(dict.fromkeys(found))


@functools.cache
def is_raised(cls):
    """Whether an exception can be raised by its name alone."""
    if not issubclass(cls, Exception):
        return False
    try:
        cls()
    except Exception:
        return False
    return True
