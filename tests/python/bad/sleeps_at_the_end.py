"""An object that takes its time when nobody waits for it any more."""

import time


class Slow:
    def __init__(self, delay: int):
        self.delay = delay

    def __del__(self):
        time.sleep(self.delay)

    def is_late(self) -> bool:
        if self.delay > 1_000_000:
            return True
        return self.delay < 0
