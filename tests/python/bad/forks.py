"""Functions that start processes."""

import os
import subprocess


def fork(times: int) -> int:
    for _ in range(times):
        if os.fork() == 0:
            os._exit(0)
    return times


def run(command: str) -> int:
    if not command:
        return 0
    return subprocess.run(command, shell=True, check=False).returncode
