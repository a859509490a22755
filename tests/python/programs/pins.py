#: replaced: paths: 81; covers: all; losses: 14 re.sub()
#: dumped: paths: 9; covers: all; losses: 21 json.dumps()
#: hashed: paths: 9; covers: all; losses: 28 _hashlib.openssl_md5()
#: gamma: paths: 9; covers: all; losses: 35 math.lgamma()
#: with_default: paths: 81; covers: all; losses: 42 re.sub()
"""What is handed to code that is not followed: goals behind it are covered all the same."""
import json
import re
import hashlib
import math


def replaced(sep: str, s: str) -> int:
    t = re.sub("x+", sep, s)
    if sep:
        return 1
    return 0


def dumped(key: str) -> str:
    t = json.dumps(key)
    if key:
        return t
    return "none"


def hashed(key: str) -> str:
    t = hashlib.md5(key.encode()).hexdigest()
    if len(key) > 3:
        return t
    return "short"


def gamma(x: float) -> float:
    y = math.lgamma(x)
    if x > 10:
        return y
    return 0.0


def with_default(s: str, sep: str = "-") -> int:
    t = re.sub("x+", sep, s)
    if sep:
        return 1
    return 0
