# hostile: ends the interpreter when it is imported, as if all were well
# exit: 3 4
import os

os._exit(0)


def never(x: int) -> int:
    return x
