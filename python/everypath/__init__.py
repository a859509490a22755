"""Unit tests by walking the paths of a program.

>>> import everypath
>>> report = everypath.generate("shop/cart.py", out="tests")  # doctest: +SKIP
>>> report.modules[0].test_file  # doctest: +SKIP
'tests/test_cart.py'

The work is done by the executable of the same name; what it prints with `--json` is here
as objects.
"""

from .command import Failure, generate
from .location import NotInstalled, executable
from .report import Goal, Module, Report, Test

__all__ = [
    "Failure",
    "Goal",
    "Module",
    "NotInstalled",
    "Report",
    "Test",
    "executable",
    "generate",
]
