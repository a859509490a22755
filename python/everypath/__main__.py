"""`python -m everypath`: the executable, with this Python's environment."""

import os
import sys

from .location import NotInstalled, executable


def main() -> None:
    try:
        path = executable()
    except NotInstalled as missing:
        sys.exit(f"everypath: {missing}")
    arguments = [path, *sys.argv[1:]]
    # The executable takes the place of this process: signals and exit codes are its own.
    os.execv(path, arguments)


if __name__ == "__main__":
    main()
