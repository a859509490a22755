"""Units whose runs are timed."""


def nothing(x: int, y: int) -> int:
    return 0


def branches(x: int, y: int) -> int:
    n = 0
    if x > 10:
        n += 1
    if y > 3:
        n += 2
    if x + y > 20:
        n += 3
    if x - y < 4:
        n += 4
    if x * 3 > 50:
        n += 5
    if x % 7 == 3:
        n += 6
    if y == 5:
        n += 7
    if x != y:
        n += 8
    if x < 90:
        n += 9
    if y * 2 >= x:
        n += 10
    return n


def texts(s: str) -> int:
    if s.startswith("ab"):
        return 1
    if "x" in s or len(s) > 10:
        return 2
    return 0
