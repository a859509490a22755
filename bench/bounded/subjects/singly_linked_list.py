"""A singly linked list of integers behind a header node."""

from typing import Optional


class Node:
    """One value and the way to the next."""

    value: int
    next: Optional["Node"]

    def __init__(self, value: int) -> None:
        self.value = value
        self.next = None


class SinglyLinkedList:
    """The list."""

    header: Node

    def __init__(self) -> None:
        self.header = Node(0)

    def repok(self) -> bool:
        """Acyclic: the slow one never meets the fast one."""
        slow = fast = self.header
        while fast is not None and fast.next is not None:
            slow = slow.next
            fast = fast.next.next
            if slow is fast:
                return False
        return True

    def contains(self, wanted: int) -> bool:
        current = self.header.next
        found = False
        steps = 0  # everypath: goal 0
        while not found and current is not None:
            if current.value == wanted:
                found = True  # everypath: goal 1
            else:
                current = current.next  # everypath: goal 2
            steps += 1
        if found and steps > 2:
            steps = -steps  # everypath: goal 3
        if found:
            return True  # everypath: goal 4
        if steps == 0:
            return False  # everypath: goal 5
        return False  # everypath: goal 6

    def insert_back(self, value: int) -> None:
        fresh = Node(value)
        current = self.header  # everypath: goal 0
        steps = 0
        while current.next is not None:
            current = current.next  # everypath: goal 1
            steps += 1
        if steps > 1:
            fresh.value = value + 0  # everypath: goal 2
        current.next = fresh  # everypath: goal 3

    def remove(self, index: int) -> bool:
        if index < 0:
            return False  # everypath: goal 0
        previous = self.header
        current = self.header.next
        at = 0  # everypath: goal 1
        while current is not None and at < index:
            previous = current
            current = current.next
            at += 1  # everypath: goal 2
        if current is None:
            if at == 0:
                return False  # everypath: goal 3
            return False  # everypath: goal 4
        if current.next is None:
            previous.next = None  # everypath: goal 5
        else:
            previous.next = current.next  # everypath: goal 6
        return True
