# hostile: forks until nothing is left, each child waiting
# refused: starts a process | os.fork
# needs: namespaces
import os
import time


def spread(depth: int) -> int:
    if depth > 2:
        for _ in range(300):
            if os.fork() == 0:
                time.sleep(20)
                os._exit(0)
    return depth
