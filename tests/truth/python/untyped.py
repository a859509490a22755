"""Parameters that nothing says the type of: what is tried is a guess."""


def not_itself(n):
    if n > 3:
        return 1
    if n != n:
        return 2
    return 0


def between(n):
    if 0 < n < 1:
        return 1
    return 0


def not_its_text(text):
    if text.startswith("a") and len(text) == 0:
        return 1
    return 0


def holds_text(items):
    for item in items:
        if item == "x":
            return 1
    return 0


def mixed(items):
    for item in items:
        if item > 3 and item != item + 0:
            return 1
    return 0


def missing(row):
    if row["a"] is None:
        return 1
    return 0


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def is_strange(self):
        if self.x > 0 and self.x != self.x * 1:
            return 1
        if 0 < self.y < 1:
            return 2
        return 0


def is_far(point):
    if point.is_strange() == 2 and point.x > 10:
        return 1
    return 0


def by_default(step=1):
    if step > 0 and step != int(step):
        return 1
    return 0


def contradiction(n):
    if n is None and n is not None:  # dead: is true: of one value
        return 1
    return 0
