# hostile: forks twice and sets a session, as daemons do, to outlive everything
# refused: starts a process | os.fork
import os
import time


def detach(enabled: bool) -> int:
    if not enabled:
        return 0
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for _ in range(600):
                open("${CANARY}/daemon", "a").close()
                time.sleep(0.1)
        os._exit(0)
    return 1


def priority(value: int) -> int:
    return min(max(value, -20), 19)
