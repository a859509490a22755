"""Calls that are tried again, with longer and longer waits."""

import random
import time


class GaveUp(Exception):
    """Nothing helped."""


def retry(operation, attempts=3, delay=1.0, factor=2.0, jitter=False):
    if attempts < 1:
        raise ValueError("attempts must be positive")
    last = None
    for attempt in range(attempts):
        try:
            return operation()
        except (OSError, TimeoutError) as error:
            last = error
        if attempt + 1 < attempts:
            wait = delay * factor**attempt
            if jitter:
                wait *= 0.5 + random.random()
            if wait > 60:
                wait = 60
            time.sleep(wait)
    raise GaveUp(f"after {attempts} attempts") from last


class CircuitBreaker:
    def __init__(self, threshold: int = 3, cooldown: float = 30.0) -> None:
        self.threshold = threshold
        self.cooldown = cooldown
        self.failures = 0
        self.opened_at = None

    def allows(self) -> bool:
        if self.opened_at is None:
            return True
        if time.monotonic() - self.opened_at >= self.cooldown:
            self.opened_at = None
            self.failures = 0
            return True
        return False

    def record(self, success: bool) -> None:
        if success:
            self.failures = 0
            return
        self.failures += 1
        if self.failures >= self.threshold:
            self.opened_at = time.monotonic()
