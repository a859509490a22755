"""Functions that start processes which would be seen afterwards."""

import multiprocessing
import os
import subprocess


def popen(really: bool) -> bool:
    if really:
        subprocess.Popen(["sleep", "98765"])
    return really


def shell(really: bool) -> bool:
    if really:
        os.system("touch started.txt; sleep 98765 &")
    return really


def spawn(really: bool) -> bool:
    if really:
        os.posix_spawn("/bin/sleep", ["sleep", "98765"], {})
    return really


def process(really: bool) -> bool:
    if really:
        multiprocessing.Process(target=print).start()
    return really


def signal(really: bool) -> bool:
    if really:
        os.kill(os.getppid(), 2)
    return really
