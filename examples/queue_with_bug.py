"""A queue that forgets something; Everypath finds out what."""

from typing import Optional


class Link:
    """One waiting item."""

    item: int
    next: Optional["Link"]

    def __init__(self, item: int) -> None:
        self.item = item
        self.next = None


class Queue:
    """First in, first out."""

    first: Optional[Link]
    last: Optional[Link]

    def __init__(self) -> None:
        self.first = None
        self.last = None

    def put(self, item: int) -> None:
        """Add an item at the end."""
        link = Link(item)
        if self.last is None:
            self.first = link
        else:
            self.last.next = link
        self.last = link

    def get(self) -> int:
        """Take the item at the front."""
        if self.first is None:
            raise IndexError("the queue is empty")
        link = self.first
        self.first = link.next
        return link.item

    def repok(self) -> bool:
        """`last` is where the links from `first` end."""
        if self.first is None:
            return self.last is None
        node = self.first
        seen = {node}
        while node.next is not None:
            node = node.next
            if node in seen:
                return False
            seen.add(node)
        return self.last is node
