# hostile: changes the environment, directory, mask, zone, locale and limits of the process
import locale
import os
import resource
import sys
import time


def configure(mode: int) -> int:
    if mode == 1:
        os.environ.clear()
    elif mode == 2:
        os.chdir("/")
        os.umask(0)
    elif mode == 3:
        os.environ["TZ"] = "Pacific/Chatham"
        time.tzset()
        locale.setlocale(locale.LC_ALL, "C")
    elif mode == 4:
        resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
        sys.setrecursionlimit(60)
    elif mode == 5:
        sys.path.clear()
        sys.modules.clear()
    return mode


def after(mode: int) -> str:
    return "odd" if mode % 2 else "even"
