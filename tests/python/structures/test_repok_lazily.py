"""Counts the accepting paths of `repok` by a naive lazy initialisation.

Each first read of a field and each comparison of a symbolic number is a choice;
all sequences of choices are tried. One accepting path per valid shape means
that the count of paths is the count of shapes.
"""

import sys
from pathlib import Path
from typing import get_type_hints

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import avl
import bst
import circular_list
import singly_linked_list


class Run:
    """One run of `repok`, steered by a list of choices that it extends."""

    def __init__(self, module, choices, max_nodes):
        self.module = module
        self.choices = choices
        self.position = 0
        self.max_nodes = max_nodes
        self.nodes = []

    def choose(self, count):
        if self.position == len(self.choices):
            self.choices.append([0, count])
        self.position += 1
        return self.choices[self.position - 1][0]

    def lazy(self, base):
        hints = get_type_hints(base, vars(self.module))
        run = self

        class Lazy(base):
            def __init__(self):
                pass

            def __getattribute__(self, name):
                if name in hints and name not in object.__getattribute__(self, "__dict__"):
                    setattr(self, name, Number(run) if hints[name] is int else run.link())
                return object.__getattribute__(self, name)

        return Lazy()

    def link(self):
        room = len(self.nodes) < self.max_nodes
        choice = self.choose(1 + len(self.nodes) + room)
        if choice == 0:
            return None
        if choice <= len(self.nodes):
            return self.nodes[choice - 1]
        self.nodes.append(self.lazy(self.module.Node))
        return self.nodes[-1]


class Number:
    """A number nothing is known of: each comparison goes both ways."""

    def __init__(self, run):
        self.run = run

    def _compare(self, _other):
        return bool(self.run.choose(2))

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _compare
    __hash__ = None


def accepting_paths(module, cls, max_nodes):
    choices = []
    accepted = 0
    while True:
        run = Run(module, choices, max_nodes)
        accepted += run.lazy(cls).repok()
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return accepted
        choices[-1][0] += 1


@pytest.mark.parametrize(
    "module, cls, counts",
    [
        (singly_linked_list, singly_linked_list.LinkedList, [2, 3, 4, 5, 6, 7, 8, 9]),
        (circular_list, circular_list.CDLinkedList, [2, 3, 4, 5, 6, 7, 8, 9]),
        (bst, bst.BST, [2, 4, 9, 23, 65, 197]),
        (avl, avl.AVLTree, [2, 4, 5, 9, 15, 19]),
    ],
)
def test_one_accepting_path_per_shape(module, cls, counts):
    found = [accepting_paths(module, cls, size + 1) for size in range(len(counts))]
    assert found == counts
