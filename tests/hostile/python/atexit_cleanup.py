# hostile: an atexit handler removes what it thinks is its own
import atexit
import os


@atexit.register
def clean_up() -> None:
    for name in ("keep.txt", "cache/a.tmp"):
        try:
            os.unlink(os.path.join("${CANARY}", name))
        except OSError:
            pass


def size(kilobytes: int) -> str:
    if kilobytes >= 1024:
        return f"{kilobytes // 1024} MB"
    return f"{kilobytes} kB"
