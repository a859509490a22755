"""Small matrices of integers as lists of rows."""

from typing import List, Tuple


def shape(matrix: List[List[int]]) -> Tuple[int, int]:
    """Return the numbers of rows and columns."""
    if not matrix:
        return 0, 0
    columns = len(matrix[0])
    for row in matrix:
        if len(row) != columns:
            raise ValueError("rows of different lengths")
    if columns == 0:
        raise ValueError("rows without columns")
    return len(matrix), columns


def transpose(matrix: List[List[int]]) -> List[List[int]]:
    """Exchange rows and columns."""
    rows, columns = shape(matrix)
    return [[matrix[r][c] for r in range(rows)] for c in range(columns)]


def multiply(a: List[List[int]], b: List[List[int]]) -> List[List[int]]:
    """Return the product of two matrices."""
    rows, inner = shape(a)
    inner_b, columns = shape(b)
    if inner != inner_b:
        raise ValueError("shapes do not fit")
    product = []
    for r in range(rows):
        row = []
        for c in range(columns):
            total = 0
            for k in range(inner):
                total += a[r][k] * b[k][c]
            row.append(total)
        product.append(row)
    return product


def determinant(matrix: List[List[int]]) -> int:
    """Return the determinant of a square matrix."""
    rows, columns = shape(matrix)
    if rows != columns:
        raise ValueError("not square")
    if rows > 4:
        raise ValueError("too large")
    if rows == 0:
        return 1
    if rows == 1:
        return matrix[0][0]
    total = 0
    sign = 1
    for c in range(columns):
        if matrix[0][c] != 0:
            minor = [row[:c] + row[c + 1:] for row in matrix[1:]]
            total += sign * matrix[0][c] * determinant(minor)
        sign = -sign
    return total


def is_symmetric(matrix: List[List[int]]) -> bool:
    """Tell whether a matrix equals its transpose."""
    rows, columns = shape(matrix)
    if rows != columns:
        return False
    for r in range(rows):
        for c in range(r):
            if matrix[r][c] != matrix[c][r]:
                return False
    return True


def saddle_point(matrix: List[List[int]]) -> Tuple[int, int]:
    """Return where a value is least in its row and greatest in its column."""
    rows, columns = shape(matrix)
    for r in range(rows):
        for c in range(columns):
            value = matrix[r][c]
            if value > min(matrix[r]):
                continue
            if all(matrix[other][c] <= value for other in range(rows)):
                return r, c
    return -1, -1
