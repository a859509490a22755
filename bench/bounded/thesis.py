"""The subjects' methods, their scopes, and what the thesis reports of the like."""

from dataclasses import dataclass
from typing import List


@dataclass(frozen=True)
class Case:
    """A method, the scope it is run in, and the thesis' figures as it prints them."""

    subject: str
    method: str
    nodes: int = 5
    unrollings: int = 10
    goals: str = ""
    decisions: str = ""


CASES: List[Case] = [
    Case("SinglyLinkedList", "contains", 5, 8, "7 (2 s)", "12 (2 s)"),
    Case("SinglyLinkedList", "insertBack", 5, 8, "4 (2 s)", "6 (2 s)"),
    Case("SinglyLinkedList", "remove", 5, 8, "7 (4 s)", "10 (6 s)"),
    Case("DoublyLinkedList", "contains", 6, 8, "3 (2 s)", "10 (3 s)"),
    Case("DoublyLinkedList", "addLast", 6, 8, "3 (3 s)", "2 (3 s)"),
    Case("DoublyLinkedList", "remove", 6, 8, "10 (3 s)", "14 (2 s)"),
    Case("NodeCachingLinkedList", "contains", 7, 8, "4 (2 s)", "10 (2 s)"),
    Case("NodeCachingLinkedList", "setMaximumCacheSize", 7, 8, "4 of 5 (20 s)", "7 of 8 (22 s)"),
    Case("NodeCachingLinkedList", "addLast", 7, 8, "4 (2 s)", "6 (2 s)"),
    Case("NodeCachingLinkedList", "removeIndex", 7, 8, "10 of 11 (126 s)", "19 of 20 (117 s)"),
    Case("BinarySearchTree", "find", 5, 8, "5 (3 s)", "8 (2 s)"),
    Case("BinarySearchTree", "add", 5, 8, "9 (7 s)", "12 (11 s)"),
    Case("BinarySearchTree", "remove", 5, 8, "15 of 17 (9 s)", "17 of 20 (145 s)"),
    Case("AvlTree", "findNode", 5, 8, "5 (4 s)", "8 (4 s)"),
    Case("AvlTree", "findMax", 7, 8, "3 (6 s)", "6 (5 s)"),
    Case("AvlTree", "findMin", 7, 8, "3 (6 s)", "6 (6 s)"),
    Case("BinomialHeap", "findMin", 7, 8, "3 (8 s)", "6 (9 s)"),
    Case("BinomialHeap", "decreaseKey", 4, 8, "3 (6 s)", "6 (6 s)"),
    Case("BinomialHeap", "extractMin", 7, 8, "10 (64 s)", "46 (81 s)"),
    Case("BinomialHeap", "insert", 7, 8, "22 (10 s)", "28 (16 s)"),
    Case("FibonacciHeap", "minimum", 4, 8, "1 (4 s)", "2 (2 s)"),
    Case("FibonacciHeap", "insertNode", 4, 8, "5 (3 s)", "6 (4 s)"),
    Case("FibonacciHeap", "removeMin", 5, 8, "20 of 25 (565 s)", "33 of 38 (609 s)"),
    Case("IntRedBlackTreeMap", "put", 6, 8, "24 (4 s)", "38 (5 s)"),
    Case("IntRedBlackTreeMap", "remove", 6, 8, "27 of 28 (39 s)", "65 of 66 (45 s)"),
    Case("LinearWithoutOverflow", "timesLess", 1, 4, "XTimesCLessThanZ: 2 (4 s)"),
    Case("LinearWithoutOverflow", "timesEquals", 1, 4, "XTimesCEqualsZ: 2 (4 s)"),
    Case("LinearWithoutOverflow", "linearEquation", 1, 4, "TestLinearEquation2: 2 (4 s)"),
    Case("LinearWithoutOverflow", "modulo", 1, 4),
    Case("LongArithmetic", "product", 1, 4, "Method3: 2 (30 s)"),
    Case("LongArithmetic", "quotient", 1, 4, "Method5: 2 (117 s)"),
    Case("LongArithmetic", "quotients", 1, 4, "Method6: 2 (391 s)"),
    Case("LongArithmetic", "sixQuotients", 1, 4, "Method7: 2 (544 s)"),
    Case("LongArithmetic", "fifteen", 1, 4, "Method8: 1 of 2 (1682 s)"),
    Case("FloatArithmetic", "isItself", 1, 4, "Method1: 2 (4 s)"),
    Case("FloatArithmetic", "neither", 1, 4, "Method3: 2 (6 s)"),
    Case("FloatArithmetic", "absorbed", 1, 4, "Method7: 2 (9 s)"),
    Case("FloatArithmetic", "sum", 1, 4, "Method9: 2 (50 s)"),
    Case("FloatArithmetic", "product", 1, 4, "Method10: 2 (97 s)"),
    Case("FloatArithmetic", "quotient", 1, 4, "Method11: 2 (115 s)"),
    Case("FloatArithmetic", "infinite", 1, 4, "Method2: 2 (6 s)"),
    Case("FloatArithmetic", "square", 1, 4, "Method13: 2 (1942 s)"),
    Case("FloatArithmetic", "rounding", 1, 4),
    Case("FloatArithmetic", "polynomial", 1, 4, "Method12: 2 (3425 s)"),
    Case("IntArrays", "bigArray", 1, 4, "BigArray: 3 (8 s)"),
    Case("IntArrays", "indirect", 1, 8),
    Case("IntArrays", "sorted", 1, 8),
    Case("IntArrays", "swapped", 1, 8),
    Case("SixtyBranches", "sixty", 1, 4),
    Case("linear.c", "timesLess", 1, 4, "XTimesCLessThanZ: 2 (4 s)"),
    Case("linear.c", "timesEquals", 1, 4, "XTimesCEqualsZ: 2 (4 s)"),
    Case("linear.c", "linearEquation", 1, 4, "TestLinearEquation2: 2 (4 s)"),
    Case("linear.c", "modulo", 1, 4),
    Case("long_arithmetic.c", "product", 1, 4, "Method3: 2 (30 s)"),
    Case("long_arithmetic.c", "quotient", 1, 4, "Method5: 2 (117 s)"),
    Case("long_arithmetic.c", "quotients", 1, 4, "Method6: 2 (391 s)"),
    Case("long_arithmetic.c", "sixQuotients", 1, 4, "Method7: 2 (544 s)"),
    Case("long_arithmetic.c", "fifteen", 1, 4, "Method8: 1 of 2 (1682 s)"),
    Case("float_arithmetic.c", "isItself", 1, 4, "Method1: 2 (4 s)"),
    Case("float_arithmetic.c", "neither", 1, 4, "Method3: 2 (6 s)"),
    Case("float_arithmetic.c", "absorbed", 1, 4, "Method7: 2 (9 s)"),
    Case("float_arithmetic.c", "sum", 1, 4, "Method9: 2 (50 s)"),
    Case("float_arithmetic.c", "product", 1, 4, "Method10: 2 (97 s)"),
    Case("float_arithmetic.c", "quotient", 1, 4, "Method11: 2 (115 s)"),
    Case("float_arithmetic.c", "infinite", 1, 4, "Method2: 2 (6 s)"),
    Case("float_arithmetic.c", "square", 1, 4, "Method13: 2 (1942 s)"),
    Case("float_arithmetic.c", "rounding", 1, 4),
    Case("float_arithmetic.c", "polynomial", 1, 4, "Method12: 2 (3425 s)"),
    Case("int_arrays.c", "bigArray", 1, 4, "BigArray: 3 (8 s)"),
    Case("int_arrays.c", "indirect", 1, 8),
    Case("int_arrays.c", "sorted", 1, 8),
    Case("int_arrays.c", "swapped", 1, 8),
    Case("sixty_branches.c", "sixty", 1, 4),
]
