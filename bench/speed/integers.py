"""A simple integer function with many paths."""


def grade(a: int, b: int, c: int, d: int) -> int:
    """Count which of some comparisons hold."""
    score = 0
    if a > 10:
        score += 1
    if a > 100:
        score += 2
    if b < a:
        score += 4
    if b < 0:
        score += 8
    if c + a > 50:
        score += 16
    if c == b:
        score += 32
    if d > c:
        score += 64
    if d - a < 7:
        score += 128
    if d == 3:
        score += 256
    if a + b + c + d > 1000:
        score += 512
    return score
