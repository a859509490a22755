"""Log files that are renamed when they grow too large."""

import os
import time


class RotatingLog:
    def __init__(self, path, max_bytes=1000, keep=2):
        self.path = path
        self.max_bytes = max_bytes
        self.keep = keep
        self.rotations = 0

    def write(self, line):
        if self.should_rotate():
            self.rotate()
        stamp = time.strftime("%H:%M", time.gmtime(0))
        with open(self.path, "a") as file:
            file.write(stamp + " " + line + "\n")

    def should_rotate(self):
        if not os.path.exists(self.path):
            return False
        return os.path.getsize(self.path) > self.max_bytes

    def rotate(self):
        for number in range(self.keep - 1, 0, -1):
            older = f"{self.path}.{number}"
            if os.path.exists(older):
                os.rename(older, f"{self.path}.{number + 1}")
        if self.keep:
            os.rename(self.path, f"{self.path}.1")
        else:
            os.remove(self.path)
        self.rotations += 1


def expired(directory, max_age):
    """The logs of a directory that were not written to for some seconds."""
    now = time.time()
    found = []
    for name in os.listdir(directory):
        if not name.endswith(".log"):
            continue
        path = os.path.join(directory, name)
        try:
            age = now - os.path.getmtime(path)
        except OSError:
            continue
        if age > max_age:
            found.append(name)
    return sorted(found)
