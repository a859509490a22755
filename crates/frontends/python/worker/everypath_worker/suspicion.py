"""Errors that look like mistakes of the code: what the interpreter raises by itself, and the
code neither raises nor speaks of. Whether an input was one that the unit is for is not known
here."""

import inspect
import sys
from opcode import opmap

# What nobody raises on purpose without a `raise`. That there is no such key is what a lookup
# says to its caller, and so is a division by zero.
KINDS = (AttributeError, TypeError, IndexError, NameError, RecursionError)

# Methods whose protocol has such errors.
PROTOCOL = {
    "__getitem__": (IndexError, TypeError),
    "__setitem__": (IndexError, TypeError),
    "__delitem__": (IndexError, TypeError),
    "__getattr__": (AttributeError,),
    "__hash__": (TypeError,),
}


def suspicion_of(error, unit, modules):
    """The line of the user's own code where an error came up that looks like a mistake; None
    if it does not."""
    if not isinstance(error, KINDS) or isinstance(error, PROTOCOL.get(unit.attribute, ())):
        return None
    if is_raised(error, modules) or is_documented(error, unit):
        return None
    line = None
    trace = error.__traceback__
    while trace is not None:
        if module_of(trace) in modules:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def is_raised(error, modules):
    """Whether a `raise` of the user's own code raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or module_of(trace) not in modules:
        return False
    # On the line of a `raise`, making what it raises may fail, too.
    return trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]


def is_documented(error, unit):
    """Whether what documents a unit speaks of an error."""
    documented = (unit.function, unit.cls)
    texts = [inspect.getdoc(each) or "" for each in documented if each is not None]
    names = [cls.__name__ for cls in type(error).__mro__ if issubclass(cls, Exception)]
    names.remove("Exception")
    return any(name in text for name in names for text in texts)


def module_of(trace):
    """The module whose code a frame runs."""
    return sys.modules.get(trace.tb_frame.f_globals.get("__name__", ""))
