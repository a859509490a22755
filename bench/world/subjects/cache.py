"""A cache whose entries expire."""

import time


class ExpiringCache:
    def __init__(self, lifetime: float, max_size: int = 3) -> None:
        if lifetime <= 0:
            raise ValueError("lifetime must be positive")
        self.lifetime = lifetime
        self.max_size = max_size
        self.entries = {}
        self.hits = 0

    def get(self, key: str, default=None):
        entry = self.entries.get(key)
        if entry is None:
            return default
        value, stored = entry
        if time.monotonic() - stored > self.lifetime:
            del self.entries[key]
            return default
        self.hits += 1
        return value

    def put(self, key: str, value: int) -> None:
        if key not in self.entries and len(self.entries) >= self.max_size:
            oldest = min(self.entries, key=lambda k: self.entries[k][1])
            del self.entries[oldest]
        self.entries[key] = (value, time.monotonic())

    def get_or_load(self, key: str, loader):
        found = self.get(key)
        if found is not None:
            return found
        try:
            value = loader(key)
        except KeyError:
            return None
        self.put(key, value)
        return value
