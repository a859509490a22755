"""A module that Python cannot parse."""


def double(x: int) -> int:
    return x * (2
