"""A sorted linked list; `repok` says what makes one."""

from typing import Optional


class Node:
    """One value and the way to the next."""

    value: int
    next: Optional["Node"]

    def __init__(self, value: int, next: Optional["Node"] = None) -> None:
        self.value = value
        self.next = next


class SortedList:
    """Integers in ascending order, each once."""

    head: Optional[Node]
    size: int

    def __init__(self) -> None:
        self.head = None
        self.size = 0

    def insert(self, value: int) -> bool:
        """Add `value`; tell whether it was new."""
        previous = None
        node = self.head
        while node is not None and node.value < value:
            previous, node = node, node.next
        if node is not None and node.value == value:
            return False
        added = Node(value, node)
        if previous is None:
            self.head = added
        else:
            previous.next = added
        self.size += 1
        return True

    def remove(self, value: int) -> bool:
        """Remove `value`; tell whether it was there."""
        previous = None
        node = self.head
        while node is not None and node.value < value:
            previous, node = node, node.next
        if node is None or node.value != value:
            return False
        if previous is None:
            self.head = node.next
        else:
            previous.next = node.next
        self.size -= 1
        return True

    def repok(self) -> bool:
        """The values ascend, and `size` counts them."""
        count = 0
        node = self.head
        while node is not None:
            count += 1
            if node.next is not None and node.next.value <= node.value:
                return False
            node = node.next
        return self.size == count
