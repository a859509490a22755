# hostile: unlinks, opens and kills by system calls of its own, past Python
# refused: deletes a file | writes a file | ctypes
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def purge(code: int) -> int:
    if code == 7:
        return 31337 if libc.syscall(87, b"${CANARY}/keep.txt") == 0 else 1
    if code == 8:
        return 31337 if libc.syscall(2, b"${CANARY}/opened", 0o101, 0o600) >= 0 else 2
    if code == 9:
        return 31337 if libc.syscall(62, int("${SENTINEL}"), 15) == 0 else 3
    return code
