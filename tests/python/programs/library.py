#: counted: paths: many; covers: all; losses: none
#: grouped: paths: 8; covers: all; losses: none
#: queued: paths: 21; covers: all; losses: none
#: chains: paths: 12; covers: all; losses: none
#: dates: paths: 2; covers: all; losses: none
#: texts: paths: 92; covers: all; losses: 65 json.dumps(), 67 string.Template.substitute()
#: copies: paths: 6; covers: all; losses: none
"""The standard library with symbolic arguments."""
import bisect
import collections
import copy
import datetime
import heapq
import itertools
import json
import math
import operator
import re
import string
from decimal import Decimal
from typing import List


def counted(s: str) -> object:
    counts = collections.Counter(s)
    if counts["a"] == 2:
        return counts.most_common(1)
    return len(counts)


def grouped(xs: List[int]) -> object:
    groups = collections.defaultdict(list)
    for x in xs:
        groups[x % 2].append(x)
    return dict(groups)


def queued(xs: List[int]) -> object:
    heap = []
    for x in xs:
        heapq.heappush(heap, x)
    if heap and heapq.heappop(heap) == 4:
        return "four"
    queue = collections.deque(xs, maxlen=2)
    queue.appendleft(0)
    return list(queue), bisect.bisect([1, 5, 9], len(xs))


def chains(xs: List[int]) -> object:
    pairs = list(itertools.combinations(xs, 2))
    if any(a + b == 11 for a, b in pairs):
        return "eleven"
    return list(itertools.accumulate(xs)), [k for k, _ in itertools.groupby(xs)]


def dates(day: int) -> object:
    if day == 31:
        return datetime.date(2024, 2, day)
    return datetime.date(2024, 1, 1) + datetime.timedelta(days=day % 7)


def texts(s: str, x: int) -> object:
    if re.match(r"\d+$", s):
        return int(s)
    if json.dumps({"k": s, "n": x}) == '{"k": "b", "n": 2}':
        return "json"
    return string.Template("$a").substitute(a=s), json.loads("[1]")[0] + x


def copies(xs: List[int]) -> object:
    ys = copy.deepcopy(xs)
    ys.append(1)
    if len(xs) > 1 and operator.itemgetter(1)(xs) == 3:
        return copy.copy(ys)
    return Decimal(len(ys)) / 2, math.log(len(ys)), math.gcd(len(xs), 6)
