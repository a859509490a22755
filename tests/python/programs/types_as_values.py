#: kind: paths: 20; covers: all; losses: none
#: arguments: paths: 20; covers: all; losses: none
#: doubled: paths: 8; covers: all; losses: none
"""Types as values: those that the code names, and hints of each form."""

import typing


def kind(wanted: type) -> str:
    if wanted is float:
        return "number"
    if issubclass(wanted, LookupError):
        return "error"
    return "other"


def arguments(hint: typing.Type) -> int:
    origin = typing.get_origin(hint)
    if origin is typing.Union:
        return len(typing.get_args(hint))
    if origin is tuple and Ellipsis in typing.get_args(hint):
        return -1
    return 0


Kept = typing.TypeVar("Kept", int, str)


def doubled(value: Kept) -> Kept:
    if isinstance(value, str):
        return value + value
    return value * 2
