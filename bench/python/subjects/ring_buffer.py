"""A buffer of fixed size that can overwrite its oldest items."""

from typing import List


class BufferFull(Exception):
    """There is no room for another item."""


class RingBuffer:
    """A queue in an array: `start` is the oldest of `count` items."""

    items: List[int]
    start: int
    count: int

    def __init__(self, capacity: int) -> None:
        if capacity < 1 or capacity > 1024:
            raise ValueError("capacity out of range")
        self.items = [0] * capacity
        self.start = 0
        self.count = 0

    def is_empty(self) -> bool:
        """Tell whether there is nothing to take."""
        return self.count == 0

    def is_full(self) -> bool:
        """Tell whether the next item has no room."""
        return self.count == len(self.items)

    def put(self, item: int, overwrite: bool = False) -> None:
        """Add an item, in place of the oldest one if allowed and needed."""
        if self.is_full():
            if not overwrite:
                raise BufferFull()
            self.start = (self.start + 1) % len(self.items)
            self.count -= 1
        end = self.start + self.count
        if end >= len(self.items):
            end -= len(self.items)
        self.items[end] = item
        self.count += 1

    def take(self) -> int:
        """Remove and return the oldest item."""
        if self.is_empty():
            raise IndexError("buffer is empty")
        item = self.items[self.start]
        self.start += 1
        if self.start == len(self.items):
            self.start = 0
        self.count -= 1
        return item

    def peek(self, age: int) -> int:
        """Return an item by age: 0 is the newest, -1 the oldest."""
        if age < 0:
            age += self.count
        if age < 0 or age >= self.count:
            raise IndexError("no such item")
        position = self.start + self.count - 1 - age
        return self.items[position % len(self.items)]

    def to_list(self) -> List[int]:
        """Return the items from oldest to newest."""
        end = self.start + self.count
        if end <= len(self.items):
            return self.items[self.start:end]
        return self.items[self.start:] + self.items[:end - len(self.items)]

    def repok(self) -> bool:
        """`start` and `count` fit the array."""
        if not self.items:
            return False
        if self.start < 0 or self.start >= len(self.items):
            return False
        return 0 <= self.count <= len(self.items)


def last_items(stream: List[int], count: int) -> List[int]:
    """Return the last items of a stream."""
    buffer = RingBuffer(count)
    for item in stream:
        buffer.put(item, overwrite=True)
    return buffer.to_list()
