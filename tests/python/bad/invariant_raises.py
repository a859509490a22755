"""A class whose invariant raises for some objects instead of answering."""

from typing import Optional


class Box:
    size: int
    inner: Optional["Box"]

    def __init__(self, size: int) -> None:
        self.size = size
        self.inner = None

    def fits(self, size: int) -> bool:
        return size < self.size

    def repok(self) -> bool:
        if self.size < 0:
            raise RuntimeError("negative size")
        return self.inner.size < self.size  # no inner box: AttributeError
