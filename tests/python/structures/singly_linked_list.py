"""An acyclic singly linked list of integers."""

from typing import Optional


class Node:
    """One element of a list and the link to the next one."""

    elem: int
    next: Optional["Node"]

    def __init__(self, elem: int) -> None:
        self.elem = elem
        self.next = None


class LinkedList:
    """A list known by its first node."""

    head: Optional[Node]

    def __init__(self) -> None:
        self.head = None

    def is_sorted(self) -> bool:
        """Tell whether the elements are strictly ascending."""
        node = self.head
        while node is not None and node.next is not None:
            if node.elem >= node.next.elem:
                return False
            node = node.next
        return True

    def swap_node(self) -> bool:
        """Exchange the first two nodes if they are out of order."""
        first = self.head
        if first is None:
            return False
        second = first.next
        if second is None or first.elem <= second.elem:
            return False
        first.next = second.next
        second.next = first
        self.head = second
        return True

    def delete(self, elem: int) -> bool:
        """Remove the first node that holds `elem`; tell whether there was one."""
        previous: Optional[Node] = None
        node = self.head
        while node is not None and node.elem != elem:
            previous = node
            node = node.next
        if node is None:
            return False
        if previous is None:
            self.head = node.next
        else:
            previous.next = node.next
        return True

    def append(self, elem: int) -> None:
        """Add `elem` at the end."""
        added = Node(elem)
        if self.head is None:
            self.head = added
            return
        last = self.head
        while last.next is not None:
            last = last.next
        last.next = added

    def prepend(self, elem: int) -> None:
        """Add `elem` at the beginning."""
        added = Node(elem)
        added.next = self.head
        self.head = added

    def repok(self) -> bool:
        """The list has no cycle."""
        visited = set()
        node = self.head
        while node is not None:
            if node in visited:
                return False
            visited.add(node)
            node = node.next
        return True
