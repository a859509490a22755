"""Functions that do not end for some inputs."""


def count_down(x: int) -> int:
    """Loops forever for every negative number."""
    steps = 0
    while x != 0:
        x -= 1
        steps += 1
    return steps


def spin(x: int) -> int:
    """Loops forever for one number only."""
    if x == 42:
        while True:
            pass
    return x + 1
