# hostile: adds a key to the session's keyring, sets the host's name and becomes another user
# refused: changes the machine | ctypes | keys
# needs: namespaces
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def keep(kind: int) -> int:
    if kind == 1:
        return 31337 if libc.syscall(248, b"user", b"left", b"x", 1, -2) >= 0 else 1
    if kind == 2:
        return 31337 if libc.sethostname(b"changed", 7) == 0 else 2
    if kind == 3:
        return libc.setuid(12345)
    return kind
