"""A class whose invariant holds for no object."""


class Counter:
    count: int

    def __init__(self) -> None:
        self.count = 0

    def increment(self, step: int) -> int:
        if step > 0:
            self.count += step
        return self.count

    def repok(self) -> bool:
        return self.count < 0 and self.count > 0
