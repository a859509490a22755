"""A circular doubly linked list of integer keys."""

from typing import Optional


class Node:
    """One key of a ring; alone, it is its own neighbour."""

    key: int
    next: "Node"
    prev: "Node"

    def __init__(self, key: int) -> None:
        self.key = key
        self.next = self
        self.prev = self


class CDLinkedList:
    """A ring of nodes known by its first node."""

    head: Optional[Node]

    def __init__(self) -> None:
        self.head = None

    def insert_after(self, afterkey: int, key: int) -> bool:
        """Add `key` after the first node that holds `afterkey`, if any."""
        node = self._find(afterkey)
        if node is None:
            return False
        self._link(Node(key), node, node.next)
        return True

    def insert_before(self, beforekey: int, key: int) -> bool:
        """Add `key` before the first node that holds `beforekey`, if any."""
        node = self._find(beforekey)
        if node is None:
            return False
        added = Node(key)
        self._link(added, node.prev, node)
        if node is self.head:
            self.head = added
        return True

    def delete(self, deletekey: int) -> bool:
        """Remove the first node that holds `deletekey`, if any."""
        node = self._find(deletekey)
        if node is None:
            return False
        if node.next is node:
            self.head = None
            return True
        node.prev.next = node.next
        node.next.prev = node.prev
        if node is self.head:
            self.head = node.next
        return True

    def append(self, key: int) -> None:
        """Add `key` at the end."""
        added = Node(key)
        if self.head is None:
            self.head = added
        else:
            self._link(added, self.head.prev, self.head)

    def prepend(self, key: int) -> None:
        """Add `key` at the beginning."""
        added = Node(key)
        if self.head is not None:
            self._link(added, self.head.prev, self.head)
        self.head = added

    def _find(self, key: int) -> Optional[Node]:
        if self.head is None:
            return None
        node = self.head
        while node.key != key:
            node = node.next
            if node is self.head:
                return None
        return node

    @staticmethod
    def _link(added: Node, before: Node, after: Node) -> None:
        added.prev = before
        added.next = after
        before.next = added
        after.prev = added

    def repok(self) -> bool:
        """`next` leads through every node back to the head; `prev` undoes it."""
        if self.head is None:
            return True
        visited = {self.head}
        node = self.head
        while True:
            following = node.next
            if following is None:
                return False
            if following is not self.head and following in visited:
                return False
            if following.prev is not node:
                return False
            if following is self.head:
                return True
            visited.add(following)
            node = following
