"""A module that asks about its surroundings in every way: no test may assert an answer, but
that of the functions whose name begins with `plain`."""

import datetime
import decimal
import getpass
import locale
import os
import platform
import pwd
import random
import socket
import sys
import time
import uuid

STARTED = time.time()


def plain_moved(x: int) -> str:
    """Changes what other functions look at; each of them is to find it as it was."""
    if x > 3:
        os.environ["CANARY"] = os.environ["TZ"] = "UTC"
        time.tzset()
        sys.path.append("/moved")
        os.umask(0)
        return "moved"
    return ""


def rounded(x: int) -> str:
    """Would change the results of other tests, so that there is no test."""
    decimal.getcontext().prec = x
    return "rounded"


def plain_third(x: int) -> str:
    return str(decimal.Decimal(1) / 3) if x > 3 else ""


HOST = socket.gethostname()


def now(x: int) -> str:
    if x > 3:
        return datetime.datetime.now().isoformat()
    return "none"


def part_of_day(x: int) -> str:
    hour = datetime.datetime.now().hour
    if x > 3:
        return "early" if hour < 12 else "late"
    return "none"


def is_weekend(x: int) -> bool:
    return datetime.date.today().weekday() >= 5 and x > 3


def zone(x: int) -> str:
    return time.tzname[0] if x > 3 else ""


def user(x: int) -> str:
    return getpass.getuser() if x > 3 else ""


def home(x: int) -> str:
    return os.path.expanduser("~") if x > 3 else ""


def entry(x: int) -> str:
    return pwd.getpwuid(os.getuid()).pw_name if x > 3 else ""


def here(x: int) -> str:
    return os.getcwd() if x > 3 else ""


def secret(x: int) -> str:
    return os.environ.get("CANARY", "default") if x > 3 else ""


def everything(x: int) -> int:
    return len(os.environ) if x > 3 else 0


def host(x: int) -> str:
    return HOST if x > 3 else ""


def process(x: int) -> int:
    return os.getpid() if x > 3 else 0


def processors(x: int) -> int:
    return os.cpu_count() if x > 3 else 0


def coin(x: int) -> int:
    return random.randint(0, 1) if x > 3 else 5


def toss(x: int) -> int:
    if x > 3 and random.random() < 0.5:
        raise ValueError("tails")
    return 1


def plain_seeded(x: int) -> float:
    return random.Random(7).random() if x > 3 else 0.0


def letters(x: int) -> str:
    return "".join({"a", "b", "c", "dd"}) if x > 3 else ""


def address(x: int) -> int:
    return id(object()) % 1000003 if x > 3 else 0


def language(x: int) -> str:
    return str(locale.getlocale()) if x > 3 else ""


def entries(x: int) -> list:
    return os.listdir("/etc")[:3] if x > 3 else []


def version(x: int) -> str:
    return sys.version if x > 3 else ""


def minor(x: int) -> int:
    return sys.version_info[1] if x > 3 else 0


def plain_own_message(x: int) -> int:
    if x > 3:
        raise ValueError(f"too large: {x}")
    return x


def wrapped(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise RuntimeError(f"bad: {error}") from error


def where(x: int) -> str:
    return __file__ if x > 3 else ""


def unique(x: int) -> str:
    return str(uuid.uuid4()) if x > 3 else ""


def uptime(x: int) -> bool:
    return time.monotonic() > 5000 and x > 3


def kernel(x: int) -> str:
    return platform.release() if x > 3 else ""


def changed(x: int) -> float:
    return os.path.getmtime("/etc/passwd") if x > 3 else 0.0


def hostname_file(x: int) -> str:
    return open("/etc/hostname").read() if x > 3 else ""
