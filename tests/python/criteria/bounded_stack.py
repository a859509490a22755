from typing import Optional


class Node:
    value: int
    next: Optional["Node"]

    def __init__(self, value: int, next: Optional["Node"] = None) -> None:
        self.value = value
        self.next = next


class Stack:
    """A stack of at most three numbers."""

    head: Optional[Node]
    size: int

    def __init__(self) -> None:
        self.head = None
        self.size = 0

    def repok(self) -> bool:
        seen = set()
        node = self.head
        while node is not None:
            if node in seen or len(seen) >= 3:
                return False
            seen.add(node)
            node = node.next
        return self.size == len(seen)

    def is_empty(self) -> bool:
        return self.head is None

    def is_full(self) -> bool:
        return self.size == 3

    def is_sorted(self) -> bool:
        node = self.head
        while node is not None and node.next is not None:
            if node.value > node.next.value:
                return False
            node = node.next
        return True

    def push(self, value: int) -> bool:
        if self.is_full():
            return False
        self.head = Node(value, self.head)
        self.size += 1
        return True

    def pop(self) -> int:
        if self.head is None:
            raise IndexError("empty")
        value = self.head.value
        self.head = self.head.next
        self.size -= 1
        return value
