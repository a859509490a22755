"""How to make a structure that was initialised field by field.

A structure that the class's own methods can make is made by them: short
sequences of calls are tried until one gives an isomorphic structure. Otherwise
its objects are constructed and their fields assigned.
"""

import inspect
import itertools
import math

from .describe import fields_of
from .rebuilding import Recipe

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
        if id(target) in self.pairs or id(real) in self.back:
            return self.pairs.get(id(target), (None, None))[1] is real and self.back.get(id(real)) is target
        self.pairs[id(target)] = (target, real)
        self.back[id(real)] = target
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


class Maker:
    """Makes the real objects of one input's lazily initialised ones."""

    def __init__(self, source, hints, cache):
        self.source = source
        self.hints = hints
        self.cache = cache
        self.made = {}
        self.kept = []
        self.in_progress = set()
        self.assigned = []

    def make(self, receiver, positional, keywords):
        """The same input with objects that a test can make."""
        if not self.source.heap.nodes:
            return receiver, positional, keywords
        for root in [receiver, *positional, *keywords.values()]:
            node = self.source.heap.by_address.get(id(root))
            if node is not None and id(root) not in self.made:
                self.make_by_calls(node)
        receiver = self.real(receiver)
        positional = [self.real(value) for value in positional]
        keywords = {name: self.real(value) for name, value in keywords.items()}
        self.assign_fields()
        return receiver, positional, keywords

    def field_names(self, value):
        node = self.source.heap.by_address.get(id(value))
        if node is not None:
            return list(node.model.fields)
        return list(fields_of(value)) if hasattr(value, "__dict__") else None

    # By calls.

    def make_by_calls(self, node):
        key = self.key_of(node.instance)
        if key not in self.cache:
            self.cache[key] = Search(self, node).run()
        found = self.cache[key]
        if found is None:
            return
        arguments, calls = found
        real = node.model.cls(*arguments)
        for name, values in calls:
            getattr(real, name)(*values)
        matcher = Matcher(self.field_names)
        if not matcher.match(node.instance, real):
            return
        recipe = Recipe()
        recipe.construct(self.source.identities, list(arguments), {})
        recipe.finish(node.model.cls)
        for name, values in calls:
            recipe.call(self.source.identities, name, list(values))
        self.source.recipes[self.source.identities.number(real)] = recipe
        for address, (target, made) in matcher.pairs.items():
            self.made.setdefault(address, made)
            self.kept.append(target)

    def key_of(self, instance):
        """The structure's shape and values, as text."""
        numbers = {}

        def walk(value):
            if isinstance(value, SCALARS):
                return f"{type(value).__name__}:{value!r}"
            if id(value) in numbers:
                return f"#{numbers[id(value)]}"
            numbers[id(value)] = len(numbers)
            if isinstance(value, (list, tuple)):
                return f"{type(value).__name__}[{','.join(map(walk, value))}]"
            if isinstance(value, dict):
                return f"dict[{','.join(walk(k) + '=' + walk(v) for k, v in value.items())}]"
            names = self.field_names(value)
            if names is None:
                return f"{type(value).__name__}:{value!r}"
            parts = (f"{n}={walk(object.__getattribute__(value, n))}" for n in names)
            return f"{type(value).__module__}.{type(value).__qualname__}({','.join(parts)})"

        return walk(instance)

    # By assignments.

    def real(self, value):
        """The real counterpart of a value of the input."""
        if isinstance(value, SCALARS):
            return value
        found = self.made.get(id(value))
        if found is not None:
            return found
        node = self.source.heap.by_address.get(id(value))
        if node is not None:
            return self.construct(node)
        kind = type(value)
        if kind not in (list, dict, set, tuple, frozenset) or not self.holds_nodes(value, set()):
            return value
        if kind is list:
            result = self.keep(value, [])
            result.extend(self.real(item) for item in value)
        elif kind is dict:
            result = self.keep(value, {})
            result.update((self.real(key), self.real(item)) for key, item in value.items())
        else:
            # A set of objects has no order of its own.
            items = value if kind is tuple else sorted(value, key=self.creation)
            result = self.keep(value, kind([self.real(item) for item in items]))
        return result

    def creation(self, item):
        addresses = [id(node.instance) for node in self.source.heap.nodes]
        return addresses.index(id(item)) if id(item) in addresses else len(addresses)

    def keep(self, target, real):
        self.made[id(target)] = real
        self.kept.append(target)
        return real

    def holds_nodes(self, value, seen):
        if id(value) in seen or isinstance(value, SCALARS):
            return False
        seen.add(id(value))
        if id(value) in self.source.heap.by_address:
            return True
        if isinstance(value, dict):
            return any(self.holds_nodes(item, seen) for pair in value.items() for item in pair)
        return isinstance(value, (list, tuple, set, frozenset)) and any(self.holds_nodes(i, seen) for i in value)

    def construct(self, node):
        """The object by its constructor, with what its fields say."""
        self.in_progress.add(id(node.instance))
        positional, keywords = self.constructor_arguments(node)
        recipe = Recipe()
        made = self.made.get(id(node.instance))
        if made is not None:
            # A node that its own arguments lead back to.
            return made
        try:
            recipe.construct(self.source.identities, positional, keywords)
            real = node.model.cls(*positional, **keywords)
            recipe.finish(node.model.cls)
        except Exception:
            recipe = Recipe()
            recipe.cls, recipe.bare = node.model.cls, True
            real = object.__new__(node.model.cls)
        self.keep(node.instance, real)
        self.in_progress.discard(id(node.instance))
        self.source.recipes[self.source.identities.number(real)] = recipe
        self.assigned.append((node, real, recipe))
        return real

    def constructor_arguments(self, node):
        positional, keywords = [], {}
        if node.model.cls.__init__ is object.__init__:
            return positional, keywords
        for parameter in node.model.parameters() or []:
            if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
                continue
            value = self.argument(node, parameter)
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
                keywords[parameter.name] = value
            else:
                positional.append(value)
        return positional, keywords

    def argument(self, node, parameter):
        for name in (parameter.name, "_" + parameter.name):
            if name in node.fields:
                target = node.fields[name]
                return None if id(target) in self.in_progress else self.real(target)
        if parameter.default is not inspect.Parameter.empty:
            return parameter.default
        try:
            return parameter.shape.default()
        except BaseException:
            return None

    def assign_fields(self):
        position = 0
        # Fields may lead to objects that were not made yet.
        while position < len(self.assigned):
            node, real, recipe = self.assigned[position]
            position += 1
            for name, target in node.fields.items():
                wanted = self.real(target)
                try:
                    if self.is_there(wanted, object.__getattribute__(real, name)):
                        continue
                except AttributeError:
                    pass
                forced = False
                try:
                    setattr(real, name, wanted)
                except Exception:
                    forced = True
                    object.__setattr__(real, name, wanted)
                recipe.assign(self.source.identities, name, wanted, forced)

    def is_there(self, wanted, found):
        """Whether the constructor has set a field as it should be."""
        if wanted is found:
            return True
        if self.holds_real(wanted, set()) or self.holds_real(found, set()):
            return False
        return Matcher(self.field_names).match(wanted, found)

    def holds_real(self, value, seen):
        if isinstance(value, SCALARS) or id(value) in seen:
            return False
        seen.add(id(value))
        if isinstance(value, dict):
            return any(self.holds_real(part, seen) for part in value.values())
        if isinstance(value, (list, tuple, set, frozenset)):
            return any(self.holds_real(part, seen) for part in value)
        return any(real is value for _, real, _ in self.assigned)


class Search:
    """Looks for calls that make one structure."""

    def __init__(self, maker, node):
        self.maker = maker
        self.node = node
        self.calls_left = MOST_CALLS
        self.objects = []
        self.walk(node.instance, set())

    def walk(self, value, seen):
        """Objects, each before those its fields lead to."""
        if isinstance(value, SCALARS) or id(value) in seen:
            return
        seen.add(id(value))
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
        if any(id(value) in self.maker.made for value in self.objects):
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
        rows = []
        for value in self.objects[1:]:
            row = {}
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
        if not rows:
            return
        seen = []
        keyed = sorted(rows, key=lambda row: [(type(v).__name__, v) for v in list(row.values())[:1]] if row else [])
        nodes = self.maker.source.heap.nodes
        created = [row for row in rows]
        if len(rows) <= len(nodes):
            by_address = {id(value): row for value, row in zip(self.objects[1:], rows)}
            created = [by_address[id(n.instance)] for n in nodes if id(n.instance) in by_address] or rows
        candidates = [rows, self.levels(rows), created, keyed, rows[::-1], keyed[::-1]]
        if len(rows) <= MOST_PERMUTED:
            candidates = itertools.chain(candidates, (list(p) for p in itertools.permutations(rows)))
        for order in candidates:
            if order not in seen:
                seen.append(order)
                yield order

    def levels(self, rows):
        """The rows of objects level by level."""
        index = {id(value): n for n, value in enumerate(self.objects[1:])}
        if len(index) != len(rows):
            return rows
        seen, level, result = {id(self.node.instance)}, [self.node.instance], []
        while level:
            following = []
            for value in level:
                for name in self.maker.field_names(value) or ():
                    part = object.__getattribute__(value, name)
                    parts = part.values() if isinstance(part, dict) else part if isinstance(part, (list, tuple)) else [part]
                    for each in parts:
                        if id(each) in index and id(each) not in seen:
                            seen.add(id(each))
                            following.append(each)
                            result.append(rows[index[id(each)]])
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
        parameters = [p for p in model.parameters() or [] if p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
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
            for values in itertools.product(pool, repeat=len(required)):
                yield values

    def pool(self):
        values = []
        for value in self.objects:
            for name in self.maker.field_names(value):
                part = object.__getattribute__(value, name)
                parts = part if isinstance(part, (list, tuple)) else [part]
                for each in parts:
                    if isinstance(each, SCALARS) and each is not None and not any(same_value(each, v) for v in values):
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
        return Matcher(self.maker.field_names).match(self.node.instance, real)


def same_value(left, right):
    return type(left) is type(right) and left == right
