"""When a run has taken too long.

What it may take is the processor's time, so that a busy machine decides nothing. One that
uses hardly any of it waits for something; that is no evidence of anything, and is ended by
the clock.
"""

from time import perf_counter, process_time

from .endings import Ending

# How many times its time a run may wait, and the share of a processor that one uses that
# does not.
PATIENCE = 4
WAITING = 0.02


class RunTimeout(Ending):
    """The run took longer than allowed."""


class Waited(Ending):
    """The run waits for something."""

    def __init__(self):
        super().__init__("waits longer than a run may take")


class Deadline:
    """That of the current run."""

    def __init__(self):
        self.seconds = self.processor = self.clock = self.waited = 0.0

    def begin(self, seconds):
        self.seconds, self.waited = seconds, 0.0
        self.processor, self.clock = process_time(), perf_counter()

    def check(self):
        """Ends a run that has taken too long."""
        used, passed = process_time() - self.processor, perf_counter() - self.clock
        if used > self.seconds:
            raise RunTimeout
        if passed > self.seconds * PATIENCE and used < passed * WAITING:
            self.waited = passed
            raise Waited

    def used(self):
        """The seconds that the run has used: the processor's, or the clock's if it waited."""
        return self.waited or process_time() - self.processor
