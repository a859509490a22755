"""Small boards: cells, neighbours, moves."""

from typing import List, Tuple


def neighbours(row: int, column: int, rows: int, columns: int) -> List[Tuple[int, int]]:
    found = []
    for up, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        r, c = row + up, column + right
        if 0 <= r < rows and 0 <= c < columns:
            found.append((r, c))
    return found


def column_name(number: int) -> str:
    """A, B, ..., Z, AA."""
    if number < 1:
        raise ValueError("columns are counted from one")
    name = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def winner(cells: List[int]) -> int:
    """Of three in a row, on a board of three by three; 0 if nobody won."""
    if len(cells) != 9:
        raise ValueError("nine cells")
    for start in (0, 3, 6):
        if cells[start] and cells[start] == cells[start + 1] == cells[start + 2]:
            return cells[start]
    for start in (0, 1, 2):
        if cells[start] and cells[start] == cells[start + 3] == cells[start + 6]:
            return cells[start]
    if cells[4] and (cells[0] == cells[4] == cells[8] or cells[2] == cells[4] == cells[6]):
        return cells[4]
    return 0


def clamp(value: float, low: float, high: float) -> float:
    if low > high:
        low, high = high, low
    return max(low, min(value, high))
