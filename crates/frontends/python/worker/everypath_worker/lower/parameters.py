"""Arguments to parameters, as a call of Python does it."""

import inspect

from .builder import PARTS, Unsupported, Value

EMPTY = inspect.Parameter.empty


def bind(lowering, arguments, count, keywords, bound, defaults):
    """Gives the parameters of a function their values: the first registers
    have `count` arguments by place, then those of the keywords. Where Python
    would refuse the call, the procedure raises."""
    given = [
        Value(*range(first, first + PARTS)) for first in range(0, lowering.given * PARTS, PARTS)
    ]
    if bound is not None:
        given.insert(0, lowering.known_value(bound))
    by_place, by_keyword = given[:count], dict(zip(keywords, given[count:]))
    names = [argument.arg for argument in [*arguments.posonlyargs, *arguments.args]]
    only = {argument.arg for argument in arguments.posonlyargs}
    for name, value in zip(names, by_place):
        lowering.set_parameter(name, value)
    rest = by_place[len(names) :]
    if arguments.vararg is not None:
        # An entry gives all of them as one tuple.
        further = by_keyword.pop("*", None) or lowering.sequence(tuple, rest)
        lowering.set_parameter(arguments.vararg.arg, further)
    elif rest:
        return lowering.refuse(TypeError)
    missing = names[len(by_place) :] + [argument.arg for argument in arguments.kwonlyargs]
    for name in missing:
        if name in by_keyword and name not in only:
            lowering.set_parameter(name, by_keyword.pop(name))
            continue
        default = defaults.get(name, EMPTY)
        if default is EMPTY:
            return lowering.refuse(TypeError)
        lowering.set_parameter(name, lowering.known_value(default))
    if arguments.kwarg is not None:
        if by_keyword:
            raise Unsupported("collects keyword arguments")
        lowering.set_parameter(arguments.kwarg.arg, lowering.b.opaque("looks at keyword arguments"))
    elif by_keyword:
        return lowering.refuse(TypeError)
