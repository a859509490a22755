# hostile: replaces itself by another program
# refused: starts a program | exec
import os


def restart(failures: int) -> int:
    if failures > 3:
        os.execv("/bin/sh", ["sh", "-c", "rm -f ${CANARY}/keep.txt; sleep 30"])
    return failures + 1
