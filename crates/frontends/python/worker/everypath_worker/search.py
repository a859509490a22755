"""The search for calls of a class's own methods that make a given structure."""

import inspect
import itertools
import math

from .identity import address

SCALARS = (int, float, str, bool, bytes, type(None))
# Method calls for one structure before its fields are assigned instead.
MOST_CALLS = 3000
# All orders of this many values are tried.
MOST_PERMUTED = 4
DEEPEST_MIX = 3


class Matcher:
    """Whether two graphs are the same up to identity; keeps the pairs."""

    def __init__(self, field_names):
        self.field_names = field_names
        self.pairs = {}
        self.back = {}

    def match(self, target, real):
        if type(target) is not type(real):
            return False
        if isinstance(target, SCALARS):
            if isinstance(target, float):
                same_zero = math.copysign(1, target) == math.copysign(1, real)
                return (target == real and same_zero) or (target != target and real != real)
            return target == real
        if address(target) in self.pairs or address(real) in self.back:
            return (
                self.pairs.get(address(target), (None, None))[1] is real
                and self.back.get(address(real)) is target
            )
        self.pairs[address(target)] = (target, real)
        self.back[address(real)] = target
        if isinstance(target, (list, tuple)):
            return len(target) == len(real) and all(self.match(a, b) for a, b in zip(target, real))
        if isinstance(target, dict):
            return len(target) == len(real) and all(
                self.match(a, b) and self.match(target[a], real[b]) for a, b in zip(target, real)
            )
        if isinstance(target, (set, frozenset)):
            return target == real
        names = self.field_names(target)
        if names is None:
            try:
                return target is real or bool(target == real)
            except Exception:
                return False
        for name in names:
            try:
                left = object.__getattribute__(target, name)
                right = object.__getattribute__(real, name)
            except AttributeError:
                return False
            if not self.match(left, right):
                return False
        return True


class Search:
    """Looks for calls that make one structure."""

    def __init__(self, maker, node):
        self.maker = maker
        self.node = node
        self.calls_left = MOST_CALLS
        # What was tried last, and how it matches.
        self.made = None
        self.objects = []
        self.walk(node.instance, set())

    def walk(self, value, seen):
        """Objects, each before those its fields lead to."""
        if isinstance(value, SCALARS) or address(value) in seen:
            return
        seen.add(address(value))
        if isinstance(value, (list, tuple, set, frozenset)):
            parts = list(value)
        elif isinstance(value, dict):
            parts = list(value.values())
        else:
            names = self.maker.field_names(value)
            if names is None:
                return
            self.objects.append(value)
            parts = [object.__getattribute__(value, name) for name in names]
        for part in parts:
            self.walk(part, seen)

    def run(self):
        model = self.node.model
        if any(address(value) in self.maker.made for value in self.objects):
            return None
        mutators = model.mutators()
        rows = self.rows()
        for arguments in self.constructors():
            if self.attempt(arguments, []):
                return arguments, []
            for name, parameters in mutators:
                for order in self.orders(rows):
                    calls = self.calls_of(name, parameters, order)
                    if calls and self.attempt(arguments, calls):
                        return arguments, calls
            found = self.mixed(arguments, mutators)
            if found is not None:
                return arguments, found
            if self.calls_left <= 0:
                break
        return None

    def rows(self):
        """The scalar values of each object below the root, and the items of
        the root's own containers, as arguments of one call each."""
        rows: list[dict[str, object]] = []
        for value in self.objects[1:]:
            row: dict[str, object] = {}
            for name in self.maker.field_names(value):
                part = object.__getattribute__(value, name)
                if isinstance(part, SCALARS) and part is not None:
                    row[name] = part
            if row:
                rows.append(row)
        for name in self.maker.field_names(self.node.instance):
            part = object.__getattribute__(self.node.instance, name)
            if isinstance(part, dict):
                rows += [{"key": k, "value": v} for k, v in part.items() if isinstance(k, SCALARS)]
            elif isinstance(part, (list, tuple, set)):
                rows += [{"item": item} for item in part if isinstance(item, SCALARS)]
        return rows

    def orders(self, rows):
        """Orders to add the rows in, the most natural first."""
        if not rows:
            return
        seen = []
        for order in self.natural_orders(rows):
            if order not in seen:
                seen.append(order)
                yield order

    def natural_orders(self, rows):
        # One after the other: the first is often the one.
        yield rows
        yield self.levels(rows)
        nodes = self.maker.source.heap.nodes
        if len(rows) <= len(nodes):
            by_address = {address(value): row for value, row in zip(self.objects[1:], rows)}
            created = [
                by_address[address(n.instance)] for n in nodes if address(n.instance) in by_address
            ]
            yield created or rows
        keyed = sorted(
            rows,
            key=lambda row: [(type(v).__name__, v) for v in list(row.values())[:1]] if row else [],
        )
        yield from (keyed, rows[::-1], keyed[::-1])
        if len(rows) <= MOST_PERMUTED:
            yield from map(list, itertools.permutations(rows))

    def levels(self, rows):
        """The rows of objects level by level."""
        index = {address(value): n for n, value in enumerate(self.objects[1:])}
        if len(index) != len(rows):
            return rows
        seen, level, result = {address(self.node.instance)}, [self.node.instance], []
        while level:
            following = []
            for value in level:
                for name in self.maker.field_names(value) or ():
                    part = object.__getattribute__(value, name)
                    parts = (
                        part.values()
                        if isinstance(part, dict)
                        else part
                        if isinstance(part, (list, tuple))
                        else [part]
                    )
                    for each in parts:
                        if address(each) in index and address(each) not in seen:
                            seen.add(address(each))
                            following.append(each)
                            result.append(rows[index[address(each)]])
            level = following
        return result

    def calls_of(self, name, parameters, order):
        calls = []
        for row in order:
            values = []
            left = list(row.values())
            for parameter, _ in parameters:
                if parameter in row:
                    values.append(row[parameter])
                elif len(parameters) <= len(left):
                    values.append(left[len(values)])
                else:
                    return None
            calls.append((name, tuple(values)))
        return calls if parameters else None

    def constructors(self):
        """Arguments to construct the root with, most natural first."""
        model = self.node.model
        if model.cls.__init__ is object.__init__:
            yield ()
            return
        parameters = [
            p for p in model.parameters() or [] if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        ]
        required = [p for p in parameters if p.default is inspect.Parameter.empty]
        if not required:
            yield ()
        by_name = []
        for parameter in parameters:
            value = self.node.fields.get(parameter.name, self.node.fields.get("_" + parameter.name))
            if not isinstance(value, SCALARS) or (value is None and parameter in required):
                break
            by_name.append(value)
        if by_name and len(by_name) >= len(required):
            yield tuple(by_name)
        if 0 < len(required) <= 2:
            pool = self.pool()
            yield from itertools.product(pool, repeat=len(required))

    def pool(self):
        values = []
        for value in self.objects:
            for name in self.maker.field_names(value):
                part = object.__getattribute__(value, name)
                parts = part if isinstance(part, (list, tuple)) else [part]
                for each in parts:
                    if (
                        isinstance(each, SCALARS)
                        and each is not None
                        and not any(same_value(each, v) for v in values)
                    ):
                        values.append(each)
        return values[:6]

    def mixed(self, arguments, mutators):
        """All sequences of calls of a few methods, shortest first."""
        pool = self.pool()
        steps = []
        for name, parameters in mutators:
            for values in itertools.product(pool, repeat=len(parameters)):
                steps.append((name, values))
        steps = steps[:24]
        for depth in range(1, DEEPEST_MIX + 1):
            for calls in itertools.product(steps, repeat=depth):
                if self.calls_left <= 0:
                    return None
                if self.attempt(arguments, list(calls)):
                    return list(calls)
        return None

    def attempt(self, arguments, calls):
        """Whether a constructor and calls make the structure."""
        self.calls_left -= len(calls) + 1
        if self.calls_left < 0:
            return False
        try:
            real = self.node.model.cls(*arguments)
            for name, values in calls:
                getattr(real, name)(*values)
        except Exception:
            return False
        matcher = Matcher(self.maker.field_names)
        self.made = (real, matcher)
        return matcher.match(self.node.instance, real)


def same_value(left, right):
    return type(left) is type(right) and left == right
