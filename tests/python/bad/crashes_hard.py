"""A function that kills the interpreter for one input."""

import ctypes


def read(x: int) -> int:
    if x == 7:
        return len(ctypes.string_at(0))
    return x
