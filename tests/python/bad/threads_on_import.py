"""A module that starts a thread when it is imported."""

import threading

threading.Thread(target=print).start()


def double(x: int) -> int:
    return x * 2
