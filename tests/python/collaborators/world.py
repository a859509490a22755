"""Code that asks the world: the clock, chance, files, other programs."""

import asyncio
import csv
import os
import random
import shutil
import subprocess
import time
from datetime import date, datetime, timezone
from pathlib import Path
from time import monotonic


def greeting():
    hour = datetime.now().hour
    if hour < 12:
        return "morning"
    return "evening" if hour > 18 else "day"


def is_holiday():
    return date.today().month == 8


def is_over(end: datetime) -> bool:
    return datetime.now(timezone.utc) > end


class Watch:
    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.start = monotonic()

    def is_late(self) -> bool:
        return monotonic() - self.start > self.limit


def wait(seconds: float) -> float:
    start = time.time()
    time.sleep(seconds)
    if time.time() - start < seconds:
        return -1.0
    return seconds


def roll(sides: int) -> str:
    if sides < 2:
        return "no die"
    found = random.randint(1, sides)
    if found == sides:
        return "best"
    return "other"


def titles(path):
    if not os.path.exists(path):
        return None
    found = []
    with open(path) as file:
        for line in file:
            if line.startswith("= "):
                found.append(line[2:].strip())
    return found


def prices(path):
    total = 0
    with open(path, newline="") as file:
        for row in csv.reader(file):
            if len(row) == 2 and row[0] == "x":
                total += 1
    return total


def clean(path: Path) -> bool:
    if path.is_dir():
        shutil.rmtree(path)
        return True
    return False


def convert(source: str) -> str:
    result = subprocess.run(["tool", source])
    if result.returncode != 0:
        return "failed"
    return "done"


def ask() -> str:
    while True:
        answer = input("? ")
        if answer in ("y", "n"):
            return answer


async def later(number: int) -> int:
    async def double(part):
        await asyncio.sleep(5)
        return part * 2

    one, other = await asyncio.gather(double(number), double(1))
    if one > other:
        return one
    return other
