"""Room for syntax trees that are deep, while they are walked."""

import contextlib
import sys

# A sum of a thousand terms is a tree of a thousand levels, and each takes several calls.
# Before 3.11 a call takes its room on the stack of the process.
DEEPEST = 100_000 if sys.version_info >= (3, 11) else 12_000


@contextlib.contextmanager
def room_for_trees():
    """Lets calls nest more deeply than the subject's may."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
