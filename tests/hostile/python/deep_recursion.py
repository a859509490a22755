# hostile: recurses until the C stack is gone
import sys


def depth(number: int) -> int:
    if number > 50:
        sys.setrecursionlimit(10**9)
        return depth(number + 1) + 1
    return number
