"""Stock of a warehouse, kept in dictionaries."""

from typing import Dict, List, Tuple


class OutOfStock(Exception):
    """More was asked for than there is."""


class Inventory:
    """Counts on hand and reserved, by item."""

    on_hand: Dict[str, int]
    reserved: Dict[str, int]

    def __init__(self) -> None:
        self.on_hand = {}
        self.reserved = {}

    def receive(self, item: str, count: int) -> int:
        """Add to the stock; return the new count."""
        if not item:
            raise ValueError("item without a name")
        if count <= 0:
            raise ValueError("count must be positive")
        self.on_hand[item] = self.on_hand.get(item, 0) + count
        return self.on_hand[item]

    def available(self, item: str) -> int:
        """Return how much can still be reserved."""
        return self.on_hand.get(item, 0) - self.reserved.get(item, 0)

    def reserve(self, item: str, count: int) -> None:
        """Set some aside for a customer."""
        if count <= 0:
            raise ValueError("count must be positive")
        if item not in self.on_hand:
            raise KeyError(item)
        if self.available(item) < count:
            raise OutOfStock(item)
        self.reserved[item] = self.reserved.get(item, 0) + count

    def ship(self, item: str, count: int) -> int:
        """Send reserved items; return what remains on hand."""
        if count <= 0 or self.reserved.get(item, 0) < count:
            raise ValueError("not reserved")
        self.reserved[item] -= count
        if self.reserved[item] == 0:
            del self.reserved[item]
        self.on_hand[item] -= count
        if self.on_hand[item] == 0:
            del self.on_hand[item]
            return 0
        return self.on_hand[item]


def reorder(
    stock: Dict[str, int], minimum: int, batch: int
) -> List[Tuple[str, int]]:
    """List what to order, in whole batches, to reach the minimum."""
    if batch < 1:
        raise ValueError("batch must be positive")
    orders: List[Tuple[str, int]] = []
    for item in sorted(stock):
        missing = minimum - stock[item]
        if missing <= 0:
            continue
        batches = missing // batch
        if missing % batch:
            batches += 1
        orders.append((item, batches * batch))
    return orders


def difference(before: Dict[str, int], after: Dict[str, int]) -> Dict[str, int]:
    """Return the change of each count that changed."""
    changes: Dict[str, int] = {}
    for item, count in before.items():
        if item not in after:
            changes[item] = -count
        elif after[item] != count:
            changes[item] = after[item] - count
    for item, count in after.items():
        if item not in before:
            changes[item] = count
    return changes
