"""A binary search tree of integers."""

from typing import Optional


class Node:
    """A key and what is below it."""

    key: int
    left: Optional["Node"]
    right: Optional["Node"]

    def __init__(self, key: int) -> None:
        self.key = key
        self.left = None
        self.right = None


class BinarySearchTree:
    """The tree."""

    root: Optional[Node]

    def __init__(self) -> None:
        self.root = None

    def repok(self) -> bool:
        """The keys are in order."""
        return self.root is None or self._ordered(self.root, None, None)

    def _ordered(self, node: Node, low: Optional[int], high: Optional[int]) -> bool:
        # Keys strictly between bounds exclude cycles and sharing.
        if low is not None and node.key <= low or high is not None and node.key >= high:
            return False
        if node.left is not None and not self._ordered(node.left, low, node.key):
            return False
        return node.right is None or self._ordered(node.right, node.key, high)

    def find(self, key: int) -> bool:
        current = self.root  # everypath: goal 0
        while current is not None:
            if key < current.key:
                current = current.left  # everypath: goal 1
            elif key > current.key:
                current = current.right  # everypath: goal 2
            else:
                return True  # everypath: goal 3
        return False  # everypath: goal 4

    def add(self, key: int) -> bool:
        fresh = Node(key)
        if self.root is None:
            self.root = fresh  # everypath: goal 0
            return True
        current = self.root  # everypath: goal 1
        while current.key != key:
            if key < current.key:
                if current.left is None:
                    current.left = fresh  # everypath: goal 2
                    return True
                current = current.left  # everypath: goal 3
            else:
                if current.right is None:
                    current.right = fresh  # everypath: goal 4
                    return True
                current = current.right  # everypath: goal 5
        if current is self.root:
            return False  # everypath: goal 6
        if current.left is None and current.right is None:
            return False  # everypath: goal 7
        return False  # everypath: goal 8

    def remove(self, key: int) -> bool:
        parent = None
        current = self.root
        while current is not None and current.key != key:
            parent = current
            if key < current.key:
                current = current.left  # everypath: goal 0
            else:
                current = current.right  # everypath: goal 1
        if current is None:
            return False  # everypath: goal 2
        if current.left is None and current.right is None:
            replacement = None  # everypath: goal 3
        elif current.left is None:
            replacement = current.right  # everypath: goal 4
        elif current.right is None:
            replacement = current.left  # everypath: goal 5
        else:
            above = current  # everypath: goal 6
            replacement = current.right
            while replacement.left is not None:
                above = replacement  # everypath: goal 7
                replacement = replacement.left
            if above is current:
                current.key = replacement.key  # everypath: goal 8
                current.right = replacement.right
            else:
                current.key = replacement.key  # everypath: goal 9
                above.left = replacement.right
            if replacement.left is not None:
                raise RuntimeError  # everypath: goal 10
            return True  # everypath: goal 11
        if parent is None:
            self.root = replacement  # everypath: goal 12
        elif parent.left is current:
            parent.left = replacement  # everypath: goal 13
        elif parent.right is current:
            parent.right = replacement  # everypath: goal 14
        else:
            raise RuntimeError  # everypath: goal 15
        return True  # everypath: goal 16
