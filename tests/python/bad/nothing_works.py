"""A module of which no path can be tested: each reads standard input."""


def ask() -> str:
    return input("name? ")
