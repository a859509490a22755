"""A script without a main guard: it ends the process when imported."""

import sys


def double(x: int) -> int:
    return x * 2


sys.exit(double(2))
