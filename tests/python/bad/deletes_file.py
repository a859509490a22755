"""Functions that delete what their arguments name."""

import os
import shutil


def remove(path: str) -> bool:
    if not path:
        return False
    os.remove(path)
    return True


def remove_tree(path: str, depth: int) -> int:
    if depth > 0:
        shutil.rmtree(path)
    return depth
