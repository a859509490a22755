"""A cache that forgets what was not used for longest."""

from typing import Dict, List, Optional


class LruCache:
    """At most `capacity` values by key; the last key is the freshest."""

    capacity: int
    values: Dict[int, int]
    order: List[int]
    hits: int
    misses: int

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self.capacity = capacity
        self.values = {}
        self.order = []
        self.hits = 0
        self.misses = 0

    def get(self, key: int) -> Optional[int]:
        """Return a value and make it the freshest."""
        if key not in self.values:
            self.misses += 1
            return None
        self.hits += 1
        self.order.remove(key)
        self.order.append(key)
        return self.values[key]

    def put(self, key: int, value: int) -> Optional[int]:
        """Store a value; return the key that was forgotten for it."""
        forgotten: Optional[int] = None
        if key in self.values:
            self.order.remove(key)
        elif len(self.values) >= self.capacity:
            forgotten = self.order.pop(0)
            del self.values[forgotten]
        self.values[key] = value
        self.order.append(key)
        return forgotten

    def resize(self, capacity: int) -> List[int]:
        """Change the capacity; return the keys that were forgotten."""
        if capacity < 1:
            raise ValueError("capacity must be positive")
        forgotten: List[int] = []
        while len(self.order) > capacity:
            key = self.order.pop(0)
            del self.values[key]
            forgotten.append(key)
        self.capacity = capacity
        return forgotten

    def hit_rate(self) -> float:
        """Return the share of lookups that found something."""
        total = self.hits + self.misses
        if total == 0:
            return 0.0
        return self.hits / total

    def repok(self) -> bool:
        """The order lists every key once and the cache is not too full."""
        if self.capacity < 1 or len(self.order) > self.capacity:
            return False
        if len(self.order) != len(self.values):
            return False
        for position, key in enumerate(self.order):
            if key not in self.values or key in self.order[:position]:
                return False
        return self.hits >= 0 and self.misses >= 0


def simulate(capacity: int, keys: List[int]) -> int:
    """Return how many of a sequence of lookups find their key."""
    cache = LruCache(capacity)
    for key in keys:
        if cache.get(key) is None:
            cache.put(key, key)
    return cache.hits
