# hostile: returns times and random values that happen to be equal twice
import random
import time
import uuid


def stamp(kind: int) -> str:
    if kind == 1:
        return time.strftime("%Y-%m-%d")
    if kind == 2:
        return str(random.Random().random())
    if kind == 3:
        return str(uuid.getnode())
    return "0"
