# hostile: attaches to its parent as a debugger does, and reads its memory
# refused: changes the machine | trace | ptrace | ctypes
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)


def attach(mode: int) -> int:
    if mode == 1:
        return 31337 if libc.ptrace(16, os.getppid(), 0, 0) == 0 else 1
    if mode == 2:
        with open(f"/proc/{os.getppid()}/mem", "rb") as memory:
            memory.read(1)
        return 31337
    return mode
