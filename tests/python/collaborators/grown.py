"""Untyped code: what it does with values says what they are."""


class Node:
    def __init__(self, data):
        self.data = data
        self.left = None
        self.right = None


def is_search_tree(node, low=None, high=None):
    if node is None:
        return True
    if low is not None and node.data <= low:
        return False
    if high is not None and node.data >= high:
        return False
    return is_search_tree(node.left, low, node.data) and is_search_tree(node.right, node.data, high)


class Service:
    def __init__(self, repository, clock):
        self.repository = repository
        self.clock = clock

    def fetch(self, key):
        try:
            item = self.repository.find(key)
        except KeyError:
            return "missing"
        if item is None:
            return "none"
        if item.expires < self.clock.now():
            self.repository.delete(key)
            return "expired"
        return item.name


def total(orders):
    result = 0
    for order in orders:
        if order["paid"]:
            continue
        for name, price in order["lines"]:
            if name == "gift":
                price = 0
            result += price
    return result


def drain(queue):
    seen = []
    while True:
        item = queue.get()
        if item is None:
            break
        if item > 5:
            seen.append(item)
    return seen


def first_comment(path, opener):
    with opener(path) as file:
        for line in file:
            if line.startswith("#"):
                return line
    return None


async def body(client, url):
    response = await client.get(url)
    if response.status == 200:
        return await response.text()
    raise RuntimeError("bad")


def named(client, name: str):
    """An attribute by a name that may be none."""
    if getattr(client, name)(3) > 4:
        return 1
    return 0
