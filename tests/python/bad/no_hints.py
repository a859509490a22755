"""Functions whose parameters have no annotations."""


def larger(a, b):
    if a > b:
        return a
    return b


def describe(value, width=10):
    if len(value) > width:
        return value[:width] + "..."
    return value
