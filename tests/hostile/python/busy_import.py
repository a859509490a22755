# hostile: its import takes the processor for ever and ignores every signal that it can
# exit: 3 4
# seconds: 45
import signal

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
while True:
    pass


def never(x: int) -> int:
    return x
