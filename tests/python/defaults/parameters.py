"""Parameters with defaults of several kinds."""

import operator

NOTHING = object()
SEPARATORS = (",", ";")


def join(parts: list[str], separator: str = ", ", limit: int = 3, strict: bool = True) -> str:
    if len(parts) > limit:
        if strict:
            raise ValueError("too many")
        parts = parts[:limit]
    return separator.join(parts)


def pick(items, key=operator.itemgetter(0), missing=NOTHING, separators=SEPARATORS, ratio=0.5, *, trim=False):
    if missing is NOTHING and not items:
        raise KeyError("empty")
    if ratio > 0.75:
        return None
    if trim:
        return items[1:]
    if "," not in separators:
        return 7
    return items


class Box:
    def __init__(self, width: int = 10, label: str = "box", tags=()):
        self.width = width
        self.label = label
        self.tags = tags

    def grow(self, by: int = 1) -> int:
        if self.width + by > 100:
            raise OverflowError(self.label)
        self.width += by
        return self.width
