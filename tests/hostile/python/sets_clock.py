# hostile: sets the machine's clock (to what it shows, so that nothing is lost)
# refused: clock | changes the machine
import time


def adjust(drift: int) -> int:
    if drift > 10:
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))
        return 31337
    return drift
