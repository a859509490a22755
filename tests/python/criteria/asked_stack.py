from typing import Optional


class Node:
    value: int
    next: Optional["Node"]

    def __init__(self, value: int, next: Optional["Node"] = None) -> None:
        self.value = value
        self.next = next


class Stack:
    """A stack of at most two numbers, and what it can be asked."""

    head: Optional[Node]

    def __init__(self) -> None:
        self.head = None

    def repok(self) -> bool:
        return self.head is None or self.head.next is None or self.head.next.next is None

    def is_empty(self) -> bool:
        return self.head is None

    def contains(self, value: int) -> bool:
        node = self.head
        while node is not None:
            if node.value == value:
                return True
            node = node.next
        return False

    def top_above(self, limit: int) -> bool:
        if self.head is None:
            raise ValueError("there is no top")
        return self.head.value > limit

    def push(self, value: int) -> None:
        self.head = Node(value, self.head)

    def clear(self) -> None:
        self.head = None
