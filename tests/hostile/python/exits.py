# hostile: ends the interpreter by each way there is
import os
import signal
import sys


def leave(code: int) -> int:
    if code == 1:
        sys.exit(0)
    if code == 2:
        os._exit(0)
    if code == 3:
        os.abort()
    if code == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    if code == 5:
        raise KeyboardInterrupt
    return code
