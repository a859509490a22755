"""Jobs that are due at some time."""

import heapq
import time
from datetime import date, datetime


class Scheduler:
    def __init__(self):
        self.jobs = []
        self.count = 0

    def add(self, due, action):
        if due < 0:
            raise ValueError("due before the beginning of time")
        heapq.heappush(self.jobs, (due, self.count, action))
        self.count += 1

    def run_pending(self):
        ran = 0
        now = time.time()
        while self.jobs and self.jobs[0][0] <= now:
            _, _, action = heapq.heappop(self.jobs)
            try:
                action()
            except Exception:
                continue
            ran += 1
        return ran


def is_working_day(day=None):
    if day is None:
        day = date.today()
    return day.weekday() < 5


def next_run(hour: int) -> str:
    now = datetime.now()
    if now.hour < hour:
        return "today"
    if now.weekday() == 4:
        return "monday"
    return "tomorrow"
