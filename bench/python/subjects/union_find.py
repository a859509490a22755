"""Disjoint sets and what they are good for."""

from typing import List, Tuple


class UnionFind:
    """A partition of the numbers from 0 to size - 1."""

    parents: List[int]
    sizes: List[int]
    groups: int

    def __init__(self, size: int) -> None:
        if size < 0 or size > 1000:
            raise ValueError("size out of range")
        self.parents = list(range(size))
        self.sizes = [1] * size
        self.groups = size

    def find(self, item: int) -> int:
        """Return the representative of an item's group."""
        if item < 0 or item >= len(self.parents):
            raise IndexError("no such item")
        root = item
        while self.parents[root] != root:
            root = self.parents[root]
        while self.parents[item] != root:
            self.parents[item], item = root, self.parents[item]
        return root

    def union(self, first: int, second: int) -> bool:
        """Join two groups; tell whether they were apart."""
        a = self.find(first)
        b = self.find(second)
        if a == b:
            return False
        if self.sizes[a] < self.sizes[b]:
            a, b = b, a
        self.parents[b] = a
        self.sizes[a] += self.sizes[b]
        self.groups -= 1
        return True

    def connected(self, first: int, second: int) -> bool:
        """Tell whether two items are in one group."""
        return self.find(first) == self.find(second)

    def largest(self) -> int:
        """Return the size of the largest group."""
        best = 0
        for item, parent in enumerate(self.parents):
            if item == parent and self.sizes[item] > best:
                best = self.sizes[item]
        return best


def components(size: int, edges: List[Tuple[int, int]]) -> int:
    """Return the number of connected parts of a graph."""
    sets = UnionFind(size)
    for first, second in edges:
        sets.union(first, second)
    return sets.groups


def has_cycle(size: int, edges: List[Tuple[int, int]]) -> bool:
    """Tell whether an undirected graph has a cycle."""
    sets = UnionFind(size)
    for first, second in edges:
        if first == second or not sets.union(first, second):
            return True
    return False


def spanning_cost(size: int, edges: List[Tuple[int, int, int]]) -> int:
    """Return the least total cost of edges that connect everything."""
    sets = UnionFind(size)
    total = 0
    for cost, first, second in sorted(edges):
        if cost < 0:
            raise ValueError("negative cost")
        if sets.union(first, second):
            total += cost
    if sets.groups > 1:
        raise ValueError("graph is not connected")
    return total
