"""Functions that end the process for some inputs."""

import os
import sys


def check(code: int) -> int:
    if code > 100:
        sys.exit(code)
    return code


def check_hard(code: int) -> int:
    if code == 5:
        os._exit(3)
    return code
