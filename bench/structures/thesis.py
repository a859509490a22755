"""The figures of the PySEAT thesis for its exhaustive white-box strategy.

Rows are (node limit, valid structures, tests, seconds, branch coverage in
percent, mutation score in percent); None where the thesis has no figure.
"""

from typing import NamedTuple, Optional


class Row(NamedTuple):
    nodes: int
    structures: Optional[int]
    tests: int
    seconds: float
    branch: float
    mutation: Optional[float]


TABLES: dict[str, str] = {
    "singly_linked_list": "table 11",
    "circular_list": "table 4",
    "bst": "table 7",
    "avl": "table 10",
}

ROWS: dict[str, list[Row]] = {
    "singly_linked_list": [
        Row(9, None, 139, 6.7, 100, None),
    ],
    "circular_list": [
        Row(1, 2, 13, 0.5, 70, 40.0),
        Row(2, 3, 24, 1.1, 100, 72.0),
        Row(3, 4, 38, 2.0, 100, 76.0),
        Row(4, 5, 55, 3.2, 100, 86.7),
        Row(5, 6, 75, 4.6, 100, 86.7),
        Row(6, 7, 98, 6.3, 100, 86.7),
        Row(7, 8, 124, 8.3, 100, 86.7),
        Row(8, 9, 153, 10.8, 100, 86.7),
    ],
    "bst": [
        Row(1, 2, 14, 0.8, 67, 57.5),
        Row(2, 4, 46, 3.7, 88, 78.1),
        Row(3, 9, 156, 15.6, 99, 93.2),
        Row(4, 23, 547, 61.3, 100, 94.5),
        Row(5, 65, 1951, 240.1, 100, 94.5),
        Row(6, 197, 7058, 963.0, 100, 94.5),
    ],
    "avl": [
        Row(1, 2, 10, 0.7, 56, 37.0),
        Row(2, 4, 32, 3.5, 94, 85.2),
        Row(3, 5, 47, 7.6, 94, 86.1),
        Row(4, 9, 123, 23.0, 97, 87.0),
        Row(5, 15, 259, 58.8, 99, 94.4),
        Row(6, 19, 367, 187.3, 99, 94.4),
    ],
}


def find(subject: str, nodes: int) -> Optional[Row]:
    """Return the thesis' row for a scope, if it has one."""
    for row in ROWS[subject]:
        if row.nodes == nodes:
            return row
    return None
