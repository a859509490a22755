"""Checks of the structures by enumeration, with no generator involved."""

import itertools
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import avl
import avl_stale_height
import bst
import circular_list
import singly_linked_list


def shapes(size):
    """All binary tree shapes with `size` nodes, as nested pairs."""
    if size == 0:
        yield None
    for left in range(size):
        for pair in itertools.product(shapes(left), shapes(size - 1 - left)):
            yield pair


def build(module, shape, values, parent=None):
    """The tree of this shape, its values taken in order from `values`."""
    if shape is None:
        return None
    node = module.Node(0)
    node.parent = parent
    node.left_child = build(module, shape[0], values, node)
    node.value = next(values)
    node.right_child = build(module, shape[1], values, node)
    if hasattr(node, "height"):
        children = [child for child in (node.left_child, node.right_child) if child]
        node.height = 1 + max((child.height for child in children), default=0)
    return node


def trees(module, cls, size):
    for shape in shapes(size):
        tree = cls()
        tree.root = build(module, shape, itertools.count(0, 2))
        if tree.repok():
            yield tree


@pytest.mark.parametrize(
    "module, cls, counts",
    [(bst, bst.BST, [1, 1, 2, 5, 14, 42, 132]), (avl, avl.AVLTree, [1, 1, 2, 1, 4, 6, 4])],
)
def test_number_of_shapes(module, cls, counts):
    assert [len(list(trees(module, cls, size))) for size in range(7)] == counts


@pytest.mark.parametrize("module, cls", [(bst, bst.BST), (avl, avl.AVLTree)])
def test_insert_keeps_the_invariant(module, cls):
    for size in range(6):
        for value in range(-1, 2 * size + 1):
            for tree in trees(module, cls, size):
                missing = tree.find(value) is None
                assert tree.insert(value) == missing
                assert tree.repok() and tree.find(value).value == value


def test_bst_delete_keeps_the_invariant():
    for size in range(6):
        for value in range(-1, 2 * size):
            for tree in trees(bst, bst.BST, size):
                assert tree.delete_value(value) == (value % 2 == 0 and value >= 0)
                assert tree.repok() and tree.find(value) is None


def test_stale_height_shows_with_four_nodes_only():
    broken = []
    for size in range(5):
        for value in range(0, 2 * size, 2):
            for tree in trees(avl_stale_height, avl_stale_height.AVLTree, size):
                tree.delete_value(value)
                if not tree.repok():
                    broken.append(size)
    assert set(broken) == {4}


def graphs(node_class, links, size):
    """All ways to link `size` nodes, the first being the head."""
    slots = size * len(links)
    for targets in itertools.product(range(size + 1), repeat=slots):
        nodes = [node_class(0) for _ in range(size)]
        pool = nodes + [None]
        for slot, target in enumerate(targets):
            setattr(nodes[slot // len(links)], links[slot % len(links)], pool[target])
        yield nodes


def reachable(node, links):
    seen, pending = [], [node]
    while pending:
        current = pending.pop()
        if current is not None and current not in seen:
            seen.append(current)
            pending.extend(getattr(current, link) for link in links)
    return seen


@pytest.mark.parametrize(
    "module, cls, root, links, expected",
    [
        (singly_linked_list, singly_linked_list.LinkedList, "head", ["next"], 2),
        (circular_list, circular_list.CDLinkedList, "head", ["next", "prev"], 2),
        (bst, bst.BST, "root", ["left_child", "right_child", "parent"], 0),
    ],
)
def test_repok_terminates_on_every_graph_of_three_nodes(module, cls, root, links, expected):
    whole = 0
    for nodes in graphs(module.Node, links, 3):
        structure = cls()
        setattr(structure, root, nodes[0])
        before = [[getattr(node, link) for link in links] for node in nodes]
        if structure.repok() and len(reachable(nodes[0], links)) == 3:
            whole += 1
        assert before == [[getattr(node, link) for link in links] for node in nodes]
    assert whole == expected  # the orders of the other two nodes; equal values are no BST
