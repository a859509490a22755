"""A plugin of pytest: the tests in the order that the world has."""

import os
import random


def pytest_collection_modifyitems(items):
    order = os.environ.get("KEEP_ORDER", "written")
    if order == "reversed":
        items.reverse()
    elif order != "written":
        random.Random(int(order)).shuffle(items)
