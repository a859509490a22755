# hostile: opens its log for appending when it is imported, and shrugs if it cannot
# refused: writes a file
# exit: 0 3
import time

try:
    LOG = open("${CANARY}/service.log", "a")
    LOG.write(f"started at {time.time()}\n")
except OSError:
    LOG = None


def level(verbosity: int) -> str:
    if verbosity > 2:
        return "debug"
    return "info" if verbosity > 0 else "quiet"
