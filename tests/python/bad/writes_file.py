"""Functions that write to the file system."""

from pathlib import Path


def save(name: str, amount: int) -> int:
    if amount < 0:
        raise ValueError("negative amount")
    with open(name, "w", encoding="utf-8") as out:
        return out.write(str(amount))


def make_folder(name: str) -> bool:
    Path(name).mkdir(parents=True)
    return True
