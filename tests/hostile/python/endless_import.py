# hostile: its import never ends
# exit: 3 4
# seconds: 45
import time

while True:
    time.sleep(0.01)


def never(x: int) -> int:
    return x
