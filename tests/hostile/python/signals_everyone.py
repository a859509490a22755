# hostile: sends a signal to every process that it may signal, by libc
# refused: signal
# needs: namespaces
import ctypes

libc = ctypes.CDLL(None)


def panic(level: int) -> int:
    if level == 13:
        libc.kill(-1, 10)
        return 1
    return level // 2
