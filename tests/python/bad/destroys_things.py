"""Functions that destroy what lies beside this file, each in its own way."""

import os
import shutil
import sqlite3
from pathlib import Path

HERE = Path(__file__).parent
PRECIOUS = HERE / "precious.txt"


def remove(really: bool) -> bool:
    if really:
        os.remove(PRECIOUS)
    return really


def unlink(really: bool) -> bool:
    if really:
        PRECIOUS.unlink()
    return really


def overwrite(really: bool) -> bool:
    if really:
        with open(PRECIOUS, "w", encoding="utf-8") as file:
            file.write("gone")
    return really


def truncate(really: bool) -> bool:
    if really:
        os.truncate(PRECIOUS, 0)
    return really


def rename(really: bool) -> bool:
    if really:
        os.rename(PRECIOUS, HERE / "renamed.txt")
    return really


def swallow(really: bool) -> bool:
    """Catches whatever keeps it from doing it, and tries something else."""
    if really:
        try:
            shutil.rmtree(HERE / "folder")
        except BaseException:
            os.replace(PRECIOUS, HERE / "renamed.txt")
    return really


def database(really: bool) -> bool:
    if really:
        sqlite3.connect(HERE / "made.sqlite").execute("create table t (x)")
    return really


def leave(really: bool) -> bool:
    if really:
        os.chdir("/")
    return really
