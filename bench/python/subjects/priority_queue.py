"""A binary heap of jobs with priorities."""

from typing import List, Optional, Tuple


def is_heap(items: List[int]) -> bool:
    """Tell whether no item is smaller than its parent."""
    for child in range(1, len(items)):
        if items[child] < items[(child - 1) // 2]:
            return False
    return True


def sift_up(items: List[int], position: int) -> int:
    """Move an item towards the root; return where it ends."""
    if position < 0 or position >= len(items):
        raise IndexError("no such item")
    while position > 0:
        parent = (position - 1) // 2
        if items[parent] <= items[position]:
            break
        items[parent], items[position] = items[position], items[parent]
        position = parent
    return position


def sift_down(items: List[int], position: int) -> int:
    """Move an item towards the leaves; return where it ends."""
    if position < 0:
        raise IndexError("no such item")
    while True:
        child = 2 * position + 1
        if child >= len(items):
            return position
        if child + 1 < len(items) and items[child + 1] < items[child]:
            child += 1
        if items[position] <= items[child]:
            return position
        items[position], items[child] = items[child], items[position]
        position = child


def push(items: List[int], item: int) -> List[int]:
    """Add an item to a heap."""
    items.append(item)
    sift_up(items, len(items) - 1)
    return items


def pop(items: List[int]) -> int:
    """Remove and return the smallest item."""
    if not items:
        raise IndexError("heap is empty")
    smallest = items[0]
    last = items.pop()
    if items:
        items[0] = last
        sift_down(items, 0)
    return smallest


def heapify(items: List[int]) -> List[int]:
    """Return the items as a heap."""
    heap = list(items)
    for position in range(len(heap) // 2 - 1, -1, -1):
        sift_down(heap, position)
    return heap


def schedule(jobs: List[Tuple[int, int]], start: int) -> Optional[int]:
    """Run jobs (deadline, duration) by deadline; return the end if all fit."""
    time = start
    for deadline, duration in sorted(jobs):
        if duration < 0:
            raise ValueError("negative duration")
        time += duration
        if time > deadline:
            return None
    return time
