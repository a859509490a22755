"""Calling a unit: the same way in a worker and in a fresh process."""

import inspect
import itertools

from .unknowns import Unknown

# How much of an iterator is walked before its test looks at it.
LONGEST_WALK = 50


def call_unit(unit, receiver, positional, keywords):
    """Calls the unit and walks what it yields, so that its body runs."""
    return settle(invoke(unit, receiver, positional, keywords))


def invoke(unit, receiver, positional, keywords):
    """Calls the unit."""
    if unit.kind == "property":
        return getattr(receiver, unit.attribute)
    if unit.kind == "method":
        callee = getattr(receiver, unit.attribute)
    elif unit.kind == "constructor":
        callee = unit.cls
    elif unit.cls is not None:
        callee = getattr(unit.cls, unit.attribute)
    else:
        callee = unit.callee
    return callee(*positional, **keywords)


def settle(result):
    """Runs an iterator to a list and a coroutine to its result."""
    return walk(result, how_walked(result))


def how_walked(result):
    """Whether a result is an iterator or a coroutine, which does nothing by itself."""
    if type(result) is Unknown:
        return None  # nobody asked what it is
    if inspect.iscoroutine(result):
        return "coroutine"
    is_plain = type(result).__module__ in ("builtins", "itertools")
    return "iterator" if is_plain and hasattr(result, "__next__") else None


def walk(result, how):
    """What an iterator yields or a coroutine returns."""
    if how == "iterator":
        return list(itertools.islice(result, LONGEST_WALK))
    if how == "coroutine":
        return awaited(result)
    return result


def awaited(coroutine):
    """What a coroutine returns, on a loop of its own as `asyncio.run` makes one."""
    # Few subjects need it, and it takes as long to import as all of the worker.
    import asyncio

    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(coroutine)
    finally:
        coroutine.close()
        loop.close()


def build_arguments(unit, source):
    """The positional and keyword arguments of the unit."""
    positional, keywords = [], {}
    for parameter in unit.parameters:
        value = parameter.build(source, parameter.name)
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            positional.extend(value)
        else:
            positional.append(value)
    if unit.keywords is not None:
        keywords.update(unit.keywords.build(source, unit.keywords_name))
    return positional, keywords


def bind_names(unit, receiver, positional, keywords):
    """The arguments by parameter name, for contracts."""
    names = dict(keywords)
    plain = [p for p in unit.parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    for parameter, value in zip(plain, positional):
        names[parameter.name] = value
    if receiver is not None:
        names["self"] = receiver
    return names
