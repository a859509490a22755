"""How to make a structure that was initialised field by field.

A structure that the class's own methods can make is made by them: short
sequences of calls are tried until one gives an isomorphic structure. Otherwise
its objects are constructed and their fields assigned.
"""

import inspect

from .describe import fields_of
from .identity import address
from .known import record
from .replica import Recipe
from .search import SCALARS, Matcher, Search


class Maker:
    """Makes the real objects of one input's lazily initialised ones."""

    # Whether what calls make is taken whatever it is.
    is_as_it_comes = False

    def __init__(self, source, hints, cache):
        self.source = source
        self.hints = hints
        self.cache = cache
        self.made = {}
        self.kept = []
        self.in_progress = set()
        self.assigned = []
        # Class, arguments and calls that made the first object, if calls did.
        self.by_calls = None

    def make(self, receiver, positional, keywords):
        """The same input with objects that a test can make."""
        if not self.source.heap.nodes:
            return receiver, positional, keywords
        for root in [receiver, *positional, *keywords.values()]:
            node = self.source.heap.by_address.get(address(root))
            if node is not None and address(root) not in self.made:
                self.make_by_calls(node)
        receiver = self.real(receiver)
        positional = [self.real(value) for value in positional]
        keywords = {name: self.real(value) for name, value in keywords.items()}
        self.assign_fields()
        return receiver, positional, keywords

    def field_names(self, value):
        node = self.source.heap.by_address.get(address(value))
        if node is not None:
            return list(node.model.fields)
        return list(fields_of(value)) if hasattr(value, "__dict__") else None

    # By calls.

    def make_by_calls(self, node):
        key = self.key_of(node.instance)
        if key in self.cache:
            found = self.cache[key]
            if found is None:
                return
            made = self.make_again(node, *found)
            if made is None:
                return
        else:
            made = self.search(node, key)
            if made is None:
                return
            found = self.cache[key]
        arguments, calls = found
        real, matcher = made
        record(self.source, node.model.cls, real, arguments, calls)
        if self.by_calls is None:
            self.by_calls = (node.model.cls, arguments, calls)
        for place, (target, made) in matcher.pairs.items():
            self.made.setdefault(place, made)
            self.kept.append(target)

    def search(self, node, key):
        """An object that calls make, and what matches it."""
        search = Search(self, node)
        found = self.cache[key] = search.run()
        return None if found is None else search.made

    def make_again(self, node, arguments, calls):
        """The object that calls made before, and what matches it."""
        real = node.model.cls(*arguments)
        for name, values in calls:
            getattr(real, name)(*values)
        matcher = Matcher(self.field_names)
        is_same = matcher.match(node.instance, real)
        return (real, matcher) if is_same or self.is_as_it_comes else None

    def key_of(self, instance):
        """The structure's shape and values, as text."""
        numbers = {}

        def walk(value):
            if isinstance(value, SCALARS):
                return f"{type(value).__name__}:{value!r}"
            if address(value) in numbers:
                return f"#{numbers[address(value)]}"
            numbers[address(value)] = len(numbers)
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
        found = self.made.get(address(value))
        if found is not None:
            return found
        node = self.source.heap.by_address.get(address(value))
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
        addresses = [address(node.instance) for node in self.source.heap.nodes]
        return addresses.index(address(item)) if address(item) in addresses else len(addresses)

    def keep(self, target, real):
        self.made[address(target)] = real
        self.kept.append(target)
        return real

    def holds_nodes(self, value, seen):
        if address(value) in seen or isinstance(value, SCALARS):
            return False
        seen.add(address(value))
        if address(value) in self.source.heap.by_address:
            return True
        if isinstance(value, dict):
            return any(self.holds_nodes(item, seen) for pair in value.items() for item in pair)
        return isinstance(value, (list, tuple, set, frozenset)) and any(
            self.holds_nodes(i, seen) for i in value
        )

    def construct(self, node):
        """The object by its constructor, with what its fields say."""
        self.in_progress.add(address(node.instance))
        positional, keywords = self.constructor_arguments(node)
        recipe = Recipe()
        made = self.made.get(address(node.instance))
        if made is not None:
            # A node that its own arguments lead back to.
            return made
        try:
            recipe.construct(self.source.identities, positional, keywords)
            real = node.model.cls(*positional, **keywords)
            recipe.finish(node.model.cls)
        except Exception:
            recipe = Recipe()
            recipe.make, recipe.bare = node.model.cls, True
            real = object.__new__(node.model.cls)
        self.keep(node.instance, real)
        self.in_progress.discard(address(node.instance))
        self.source.recipes[self.source.identities.number(real)] = recipe
        self.assigned.append((node, real, recipe))
        return real

    def constructor_arguments(self, node):
        positional, keywords = [], {}
        for parameter in node.model.parameters():
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
                return None if address(target) in self.in_progress else self.real(target)
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
        if isinstance(value, SCALARS) or address(value) in seen:
            return False
        seen.add(address(value))
        if isinstance(value, dict):
            return any(self.holds_real(part, seen) for part in value.values())
        if isinstance(value, (list, tuple, set, frozenset)):
            return any(self.holds_real(part, seen) for part in value)
        return any(real is value for _, real, _ in self.assigned)


class Repeater(Maker):
    """Makes objects of a mutant as a test does: by the calls that made those of the
    original, whatever they make now."""

    is_as_it_comes = True

    def search(self, node, key):
        return None
