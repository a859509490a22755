# hostile: replaces standard output and input, and closes the descriptors under them
import io
import os
import sys

sys.stdout = io.StringIO()


def silence(level: int) -> int:
    if level == 1:
        sys.stderr = None
        sys.__stdout__ = None
    elif level == 2:
        for number in range(3, 20):
            try:
                os.close(number)
            except OSError:
                pass
    elif level == 3:
        os.dup2(os.open("/dev/null", os.O_RDONLY), 1)
    return level
