#: encoded: paths: 46; covers: all; losses: 34 json.dumps(), 36 _struct.pack(), 38 _pickle.dumps(), 40 _hashlib.openssl_md5(), 40 base64.b64encode(), 42 bytearray(), 42 bytes(), 42 int.to_bytes, 43 complex(), 43 fractions.Fraction()
#: patterns: paths: 72; covers: all; losses: none
#: paths: paths: 9; misses: 56 `os.path.splitext(s)[1] == '.py'` is true; losses: 56 posixpath.splitext(), 58 posixpath.basename(), 58 textwrap.shorten()
#: keywords: paths: 10; covers: all; losses: 66 names of keyword arguments
#: cached: paths: 2; covers: all; losses: none
#: enumerated: paths: 23; covers: all; losses: none
#: points: paths: 93; covers: all; losses: none
#: counted: paths: many; misses: 109 `counts[2] == 2` is true; losses: none
#: seeded: paths: 2; covers: all; losses: 118 random.Random.choice()
#: grouped: paths: many; covers: all; losses: none
"""C code and library code that looks at exact types."""
import base64
import collections
import enum
import functools
import hashlib
import itertools
import json
import os.path
import pickle
import random
import re
import struct
import textwrap
import typing
from dataclasses import asdict, astuple, dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Dict, List


def encoded(x: int, s: str) -> object:
    if x == 3:
        return json.dumps([x, s, {"k": [x > 1]}]), json.loads(json.dumps({"a": s}))
    if x == 4:
        return struct.pack("<i", x), struct.calcsize("i") + x
    if x == 5:
        return pickle.loads(pickle.dumps((x, s, [x > 2])))
    if x == 6:
        return hashlib.md5(s.encode()).hexdigest(), base64.b64encode(s.encode())
    if x == 7:
        return bytes([x]), bytearray(x), bytes(s, "utf8"), x.to_bytes(2, "big")
    return Decimal(x) + 1, Fraction(x, 3), complex(x, 1)


def patterns(s: str) -> object:
    if re.match(r"^[a-c]+$", s):
        return "letters"
    if re.fullmatch(r"(\d)-(\d)", s):
        return re.split("-", s)
    found = re.search("x", s)
    return found.start() if found else re.findall("[xy]", s)


def paths(s: str) -> object:
    if os.path.splitext(s)[1] == ".py":
        return os.path.join("a", s)
    return os.path.basename(s), textwrap.shorten(s, 5)


def keywords(k: str, v: int) -> object:
    def take(**kw):
        return sorted(kw.items())

    if v == 2:
        return take(**{k: v})
    return take(a=v, **{"b": k})


@functools.lru_cache(maxsize=None)
def cached(x: int) -> int:
    return x * 2 if x > 3 else 0


class Mode(enum.Flag):
    A = 1
    B = 2


class Word(str, enum.Enum):
    HI = "hi"
    LO = "lo"


def enumerated(x: int, s: str) -> object:
    if cached(x) == 10:
        return Mode(x - 2)
    try:
        return Word(s).name, Word(s) == s
    except ValueError as error:
        return str(error)


@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = 0


def points(x: int, y: int) -> object:
    if Point(x) < Point(1, y):
        return len({Point(x), Point(1), Point(2)}), asdict(Point(x))
    return hash(Point(x)) == hash(Point(y)), astuple(Point(x, y))


def counted(xs: List[int]) -> object:
    counts = collections.Counter(xs)
    order = collections.OrderedDict((x, i) for i, x in enumerate(xs))
    if counts[2] == 2:
        return list(order), counts.most_common(1)
    named = collections.namedtuple("Named", "a b")(len(xs), xs)
    return named.a, list(itertools.product(xs[:1], [1])), sum(counts.values())


def seeded(x: int) -> object:
    rng = random.Random(3)
    if rng.randint(0, 10) == x:
        return rng.choice([x, 1])
    return typing.cast(int, x), rng.random() < x


def grouped(d: Dict[str, int]) -> object:
    if "".join(sorted(d)) == "ab":
        return max(d, key=d.get), functools.reduce(lambda a, b: a + b, d.values())
    return [k for k, v in sorted(d.items(), key=lambda kv: kv[1])]
