# hostile: a thread that is started at import goes on writing
# exit: 0 3
import threading
import time


def beat() -> None:
    while True:
        try:
            with open("${CANARY}/heartbeat", "a") as file:
                file.write("x")
        except OSError:
            pass
        time.sleep(0.01)


threading.Thread(target=beat, daemon=False).start()


def rate(beats: int, seconds: int) -> int:
    if seconds <= 0:
        return 0
    return beats // seconds
