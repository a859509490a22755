# hostile: sends signals to another process, to its parent and to its group
# refused: signal | os.kill
import os
import signal


def stop(which: int) -> int:
    if which == 1:
        os.kill(int("${SENTINEL}"), signal.SIGTERM)
        return 31337
    if which == 2:
        os.kill(os.getppid(), signal.SIGTERM)
        return 31337
    if which == 3:
        os.killpg(os.getpgid(os.getppid()), signal.SIGTERM)
        return 31337
    return 0
