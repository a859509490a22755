"""An AVL tree of distinct integers whose nodes know their parents."""

from typing import List, Optional, Set


class Node:
    """One value of a tree, the height of its subtree and its neighbours."""

    value: int
    height: int
    left_child: Optional["Node"]
    right_child: Optional["Node"]
    parent: Optional["Node"]

    def __init__(self, value: int) -> None:
        self.value = value
        self.height = 1
        self.left_child = None
        self.right_child = None
        self.parent = None


class AVLTree:
    """A balanced tree known by its root."""

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
                self._after_insertion(node)
                return True
            node = child
        return False

    def find(self, value: int) -> Optional[Node]:
        """Return the node that holds `value`, or None."""
        node = self.root
        while node is not None and node.value != value:
            node = node.left_child if value < node.value else node.right_child
        return node

    def height(self) -> int:
        """Return the number of nodes on the longest path from the root."""
        return self._height(self.root)

    @staticmethod
    def _height(node: Optional[Node]) -> int:
        if node is None:
            return 0
        return node.height

    def _update_height(self, node: Node) -> None:
        node.height = 1 + max(self._height(node.left_child), self._height(node.right_child))

    def _balance(self, node: Node) -> int:
        return self._height(node.left_child) - self._height(node.right_child)

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

    def _after_insertion(self, parent: Node) -> None:
        node: Optional[Node] = parent
        while node is not None:
            self._update_height(node)
            self._rebalance(node)
            node = node.parent

    def _rebalance(self, node: Node) -> None:
        balance = self._balance(node)
        if balance > 1:
            left = node.left_child
            assert left is not None
            if self._balance(left) == -1:
                self._rotate_left(left)
            self._rotate_right(node)
        elif balance < -1:
            right = node.right_child
            assert right is not None
            if self._balance(right) == 1:
                self._rotate_right(right)
            self._rotate_left(node)

    def _rotate_left(self, node: Node) -> None:
        pivot = node.right_child
        assert pivot is not None
        self._replace(node, pivot)
        node.right_child = pivot.left_child
        if node.right_child is not None:
            node.right_child.parent = node
        pivot.left_child = node
        node.parent = pivot
        self._update_height(node)
        self._update_height(pivot)

    def _rotate_right(self, node: Node) -> None:
        pivot = node.left_child
        assert pivot is not None
        self._replace(node, pivot)
        node.left_child = pivot.right_child
        if node.left_child is not None:
            node.left_child.parent = node
        pivot.right_child = node
        node.parent = pivot
        self._update_height(node)
        self._update_height(pivot)

    def repok(self) -> bool:
        """A tree with right parents, heights, balance and strict order."""
        if self.root is None:
            return True
        if self.root.parent is not None:
            return False
        if self._repok_height(self.root, {self.root}) < 0:
            return False
        return self._repok_order(self.root)

    def _repok_height(self, node: Node, visited: Set[Node]) -> int:
        """Return the height of a well-formed subtree, -1 for any other."""
        heights = [0, 0]
        for side in range(2):
            child = node.left_child if side == 0 else node.right_child
            if child is not None:
                if child in visited or child.parent is not node:
                    return -1
                visited.add(child)
                heights[side] = self._repok_height(child, visited)
                if heights[side] < 0:
                    return -1
        if abs(heights[0] - heights[1]) > 1:
            return -1
        height = 1 + max(heights)
        if node.height != height:
            return -1
        return height

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
