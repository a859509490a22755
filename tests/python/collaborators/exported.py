"""What packages do with their names, their functions and their objects."""

import platform

# To know more of it, the library starts a program.
BITS = platform.architecture()[0]


class Command:
    """What a decorator makes of a function."""

    def __init__(self, callback):
        self.callback = callback


def command(function):
    return Command(function)


@command
def greet(count: int) -> str:
    if count > 3:
        return "many"
    return "few"


class Node:
    """A list that only functions know how to make."""

    def __new__(cls, head, tail):
        made = object.__new__(cls)
        made.head = head
        made.tail = tail
        return made

    def has_two(self) -> str:
        if self.tail is not None and self.tail.head == self.head:
            return "yes"
        return ""


def chain(items: list[int]):
    tail = None
    for item in reversed(items[1:]):
        tail = Node(item, tail)
    return Node(items[0] if items else 0, tail)


def is_long(node):
    """Of which class it is, only its members say."""
    if node.has_two():
        return "long"
    return "short"


def tagged(name: str, **options) -> str:
    """What it takes by other names, only its body says."""
    if options.get("upper"):
        return name.upper()
    if "prefix" in options and options["prefix"] == "x-":
        return "x-" + name
    if options.pop("limit", 10) < 3:
        return name[:3]
    return name


class Stop(BaseException):
    """No error, and still raised."""


def stop(now: bool) -> int:
    if now:
        raise Stop
    return 1


for _name, _member in list(locals().items()):
    # As packages do whose parts say that they belong to the whole.
    if not getattr(_member, "__module__", "").startswith("nothing"):
        continue
