# hostile: leaves a child behind when it is imported, by libc and not by os.fork
# exit: 0 3
import ctypes
import os
import time

libc = ctypes.CDLL(None)
if libc.fork() == 0:
    libc.setsid()
    if libc.fork() == 0:
        for _ in range(300):
            time.sleep(0.1)
    os._exit(0)


def half(number: int) -> int:
    if number % 2:
        return (number - 1) // 2
    return number // 2
