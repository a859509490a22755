# hostile: loops for ever inside C, where no bytecode is run, and blocks signals
import itertools
import signal


def drain(start: int) -> int:
    if start == 99:
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
        return sum(itertools.count())
    return start % 10
