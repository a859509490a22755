"""A stack whose fields are annotated where the constructors assign them, and
whose own fields are slots."""

from typing import Optional


class Item:
    """One value of a stack and the item below it."""

    def __init__(self, value: int) -> None:
        self.value: int = value
        self.below: Optional["Item"] = None


class Stack:
    """Items known by the topmost one, of which there are at most three."""

    __slots__ = ("top",)

    def __init__(self) -> None:
        self.top: Optional[Item] = None

    def second(self) -> int:
        """Return the value below the topmost one."""
        if self.top is None or self.top.below is None:
            raise IndexError("too small")
        return self.top.below.value

    def pop(self) -> int:
        """Remove the topmost value and return it."""
        if self.top is None:
            raise IndexError("empty")
        value = self.top.value
        self.top = self.top.below
        return value

    def repok(self) -> bool:
        """No item is below itself, and there are at most three."""
        items = 0
        item = self.top
        while item is not None:
            items += 1
            if items > 3:
                return False
            item = item.below
        return True
