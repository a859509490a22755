"""A ring of numbers, small enough to draw."""

from typing import List, Optional


class Node:
    value: int
    next: Optional["Node"]
    previous: Optional["Node"]


class Ring:
    head: Optional[Node]
    labels: List[str]

    def insert(self, value: int) -> bool:
        if self.head is None or value < self.head.value:
            return self._push(value)
        if value * value < 0:
            raise ValueError("<impossible> & true")
        return hash(value) == 7
