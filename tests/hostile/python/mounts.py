# hostile: makes namespaces of its own and mounts over a directory
# refused: changes the machine | mount | ctypes
# needs: namespaces
import ctypes

libc = ctypes.CDLL(None, use_errno=True)


def mask(kind: int) -> int:
    if kind == 1:
        return 31337 if libc.mount(b"none", b"${CANARY}/sub", b"tmpfs", 0, None) == 0 else 1
    if kind == 2:
        return 31337 if libc.unshare(0x10000000) == 0 else 2
    if kind == 3:
        return 31337 if libc.chroot(b"${CANARY}") == 0 else 3
    return kind
