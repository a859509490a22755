"""Values as text that is the same in a worker and in a plain process: by the
type that the subject sees, with no addresses."""

import enum
import types

SCALARS = (int, float, complex, str, bytes, bytearray, type(None), range)
NAMED = (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)


def show(value, above=()):
    cls = value.__class__
    name = cls.__qualname__
    if cls in SCALARS or cls is bool:
        return f"{name} {value!r}"
    if isinstance(value, enum.Enum):
        return f"{name}.{value.name}"
    if cls is slice:
        places = (value.start, value.stop, value.step)
        return f"{name} {' '.join(show(place, above) for place in places)}"
    if isinstance(value, NAMED):
        return f"{name} {value.__name__}"
    if hasattr(cls, "answers_for_input"):
        # A function of the input: what it answers is seen where it is called.
        return "function"
    if any(value is other for other in above):
        return f"{name} again"
    above = (*above, value)
    parts = []
    if isinstance(value, dict):
        parts = [f"{show(k, above)}: {show(v, above)}" for k, v in value.items()]
    elif isinstance(value, (set, frozenset)):
        parts = sorted(show(item, above) for item in value)
    elif isinstance(value, (list, tuple)) or hasattr(cls, "popleft"):
        parts = [show(item, above) for item in value]
    elif isinstance(value, BaseException):
        parts = [show(item, above) for item in value.args]
    elif cls.__module__ in (
        "builtins",
        "datetime",
        "decimal",
        "fractions",
        "pathlib",
        "re",
        "itertools",
    ):
        parts = [repr(value)] if " at 0x" not in repr(value) else []
    parts += [f"{key}={show(item, above)}" for key, item in fields(value)]
    return f"{name}({', '.join(parts)})"


def fields(value):
    found = dict(getattr(value, "__dict__", {}))
    for cls in value.__class__.__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name) and name not in ("__dict__", "__weakref__"):
                found[name] = getattr(value, name)
    return sorted(found.items())
