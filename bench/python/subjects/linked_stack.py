"""A stack of linked cells that knows its minimum."""

from typing import List, Optional


class Cell:
    """One value, the minimum up to it and the cell below."""

    value: int
    minimum: int
    below: Optional["Cell"]

    def __init__(self, value: int, minimum: int, below: Optional["Cell"]) -> None:
        self.value = value
        self.minimum = minimum
        self.below = below


class Stack:
    """A stack known by its top cell and its size."""

    top: Optional[Cell]
    size: int

    def __init__(self) -> None:
        self.top = None
        self.size = 0

    def push(self, value: int) -> None:
        """Add a value."""
        minimum = value
        if self.top is not None and self.top.minimum < value:
            minimum = self.top.minimum
        self.top = Cell(value, minimum, self.top)
        self.size += 1

    def pop(self) -> int:
        """Remove and return the last value."""
        if self.top is None:
            raise IndexError("stack is empty")
        value = self.top.value
        self.top = self.top.below
        self.size -= 1
        return value

    def minimum(self) -> Optional[int]:
        """Return the smallest value."""
        if self.top is None:
            return None
        return self.top.minimum

    def drop(self, count: int) -> int:
        """Remove up to `count` values; return how many there were."""
        if count < 0:
            raise ValueError("negative count")
        dropped = 0
        while dropped < count and self.top is not None:
            self.pop()
            dropped += 1
        return dropped

    def swap(self) -> bool:
        """Exchange the two last values, if there are two."""
        if self.size < 2:
            return False
        first = self.pop()
        second = self.pop()
        self.push(first)
        self.push(second)
        return True

    def repok(self) -> bool:
        """No cycle, right minima, right size."""
        seen: List[Cell] = []
        cell = self.top
        while cell is not None:
            if any(cell is other for other in seen):
                return False
            seen.append(cell)
            cell = cell.below
        if self.size != len(seen):
            return False
        for cell in seen:
            least = cell.value
            if cell.below is not None and cell.below.minimum < least:
                least = cell.below.minimum
            if cell.minimum != least:
                return False
        return True


def brackets_match(text: str) -> bool:
    """Tell whether round and square brackets are closed in order."""
    stack = Stack()
    for char in text:
        if char == "(":
            stack.push(1)
        elif char == "[":
            stack.push(2)
        elif char == ")":
            if stack.top is None or stack.pop() != 1:
                return False
        elif char == "]":
            if stack.top is None or stack.pop() != 2:
                return False
    return stack.top is None
