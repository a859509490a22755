# hostile: takes limits and priorities away from processes of others
# refused: changes another process | ctypes
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def starve(way: int) -> int:
    if way == 5:
        limit = (ctypes.c_ulong * 2)(0, 0)
        return 31337 if libc.prlimit(int("${SENTINEL}"), 7, limit, None) == 0 else 1
    if way == 6:
        return 31337 if libc.setpriority(0, int("${SENTINEL}"), 19) == 0 else 2
    if way == 7:
        return 31337 if libc.setpriority(2, 0, 1) == 0 else 3
    return way
