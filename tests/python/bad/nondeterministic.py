"""Functions whose result differs from run to run."""

import os
import random
import time
import uuid


def roll(sides: int) -> int:
    if sides < 1:
        raise ValueError("no sides")
    return random.randint(1, sides)


def stamp(prefix: str) -> str:
    return f"{prefix}{time.time()}"


def older_than(seconds: int) -> bool:
    return time.time() > seconds


def new_id(short: bool) -> str:
    return uuid.uuid4().hex[:8] if short else uuid.uuid4().hex


def bucket(name: str) -> int:
    """Depends on the seed of string hashes."""
    return hash(name) % 16 + os.getpid() % 2
