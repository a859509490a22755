# hostile: opens files to everybody, changes owners and times
# refused: changes | os.chmod | chmod
import os


def share(level: int) -> str:
    if level == 1:
        os.chmod("${CANARY}/keep.txt", 0o777)
        return "ESCAPED"
    if level == 2:
        os.chown("${CANARY}/keep.txt", 1, 1)
        return "ESCAPED"
    if level == 3:
        os.utime("${CANARY}/keep.txt", (0, 0))
        return "ESCAPED"
    return "private"
