"""A module that imports another one that does not exist."""

import module_that_does_not_exist_anywhere


def double(x: int) -> int:
    return module_that_does_not_exist_anywhere.double(x)
