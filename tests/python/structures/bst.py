"""A binary search tree of distinct integers whose nodes know their parents."""

from typing import List, Optional


class Node:
    """One value of a tree and the links to its neighbours."""

    value: int
    left_child: Optional["Node"]
    right_child: Optional["Node"]
    parent: Optional["Node"]

    def __init__(self, value: int) -> None:
        self.value = value
        self.left_child = None
        self.right_child = None
        self.parent = None


class BST:
    """A tree known by its root."""

    root: Optional[Node]

    def __init__(self) -> None:
        self.root = None

    def insert(self, value: int) -> bool:
        """Add `value`; tell whether it was missing before."""
        if self.root is None:
            self.root = Node(value)
            return True
        node = self.root
        while value != node.value:
            child = node.left_child if value < node.value else node.right_child
            if child is None:
                self._attach(Node(value), node)
                return True
            node = child
        return False

    def delete_value(self, value: int) -> bool:
        """Remove `value`; tell whether it was there."""
        node = self.find(value)
        if node is None:
            return False
        if node.left_child is not None and node.right_child is not None:
            successor = self._minimum(node.right_child)
            node.value = successor.value
            node = successor
        child = node.right_child if node.left_child is None else node.left_child
        self._replace(node, child)
        return True

    def find(self, value: int) -> Optional[Node]:
        """Return the node that holds `value`, or None."""
        node = self.root
        while node is not None and node.value != value:
            node = node.left_child if value < node.value else node.right_child
        return node

    def height(self) -> int:
        """Return the number of nodes on the longest path from the root."""
        return self._height(self.root)

    def _height(self, node: Optional[Node]) -> int:
        if node is None:
            return 0
        left = self._height(node.left_child)
        right = self._height(node.right_child)
        if left > right:
            return left + 1
        return right + 1

    def _minimum(self, node: Node) -> Node:
        return node if node.left_child is None else self._minimum(node.left_child)

    @staticmethod
    def _attach(added: Node, parent: Node) -> None:
        added.parent = parent
        if added.value < parent.value:
            parent.left_child = added
        else:
            parent.right_child = added

    def _replace(self, node: Node, child: Optional[Node]) -> None:
        parent = node.parent
        if parent is None:
            self.root = child
        elif parent.left_child is node:
            parent.left_child = child
        else:
            parent.right_child = child
        if child is not None:
            child.parent = parent

    def repok(self) -> bool:
        """The nodes form a tree, know their parents and are in strict order."""
        if self.root is None:
            return True
        if self.root.parent is not None:
            return False
        return self._repok_links(self.root) and self._repok_order(self.root)

    @staticmethod
    def _repok_links(root: Node) -> bool:
        visited = {root}
        pending = [root]
        while pending:
            node = pending.pop()
            left = node.left_child
            if left is not None:
                if left in visited or left.parent is not node:
                    return False
                visited.add(left)
                pending.append(left)
            right = node.right_child
            if right is not None:
                if right in visited or right.parent is not node:
                    return False
                visited.add(right)
                pending.append(right)
        return True

    @staticmethod
    def _repok_order(root: Node) -> bool:
        previous: Optional[Node] = None
        pending: List[Node] = []
        node: Optional[Node] = root
        while pending or node is not None:
            while node is not None:
                pending.append(node)
                node = node.left_child
            current = pending.pop()
            if previous is not None and previous.value >= current.value:
                return False
            previous = current
            node = current.right_child
        return True
