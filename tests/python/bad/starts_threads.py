"""A function that works in threads."""

import threading
from typing import List


def squares(count: int) -> List[int]:
    results: List[int] = []
    if count < 0:
        raise ValueError("negative count")
    threads = [
        threading.Thread(target=lambda n=n: results.append(n * n)) for n in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(results)


def leaves_one_running(x: int) -> int:
    if x == 3:
        threading.Thread(target=threading.Event().wait).start()
    return x
