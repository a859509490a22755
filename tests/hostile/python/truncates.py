# hostile: cuts a log to its last bytes
# refused: writes a file | os.truncate | truncate
import os


def trim(keep: int) -> int:
    if 0 <= keep < 100:
        os.truncate("${CANARY}/sub/deep/log", keep)
    return keep


def is_full(size: int, limit: int) -> bool:
    return limit > 0 and size >= limit
