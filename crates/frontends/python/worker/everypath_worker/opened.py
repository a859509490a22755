"""Objects of classes whose fields nobody describes: what the constructor leaves empty may be
filled, as a caller may who assigns them."""

from . import shapes
from .classes import home_of
from .infer import field_evidence


class Opened(shapes.Instance):
    """An object made by its constructor, whose public fields that begin with None are open."""

    def __init__(self, model, hints):
        super().__init__(model)
        self.hints = hints
        self.empty = {}

    def build(self, source, slot):
        instance = super().build(source, slot)
        for name in self.empty_fields(type(instance)):
            if getattr(instance, name, instance) is not None:
                continue
            where = f"{slot}.{name}"
            if source.grows():
                if slot.count(".") < source.scope.max_nesting:
                    setattr(
                        instance, name, self.hints.anything([type(instance)]).build(source, where)
                    )
            elif source.option(where + "#type") is not None:
                value = self.hints.anything([type(instance)]).build(source, where)
                source.record_field(slot, name, value)
                setattr(instance, name, value)
        return instance

    def empty_fields(self, cls):
        """The public fields that the class begins with None."""
        if cls in self.empty:
            return self.empty[cls]
        model = self.hints.model(cls)
        tree = self.hints.trees.get(home_of(self.hints.trees, cls))
        found = field_evidence(tree, model.node)
        self.empty[cls] = [
            name
            for name, fact in found.items()
            if fact.nullable and fact.parameter is None and not name.startswith("_")
        ]
        return self.empty[cls]
