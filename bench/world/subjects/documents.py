"""Documents on a disk, and what becomes of old ones."""

import shutil
import subprocess
from pathlib import Path


def read_title(path: Path) -> str:
    if not path.exists():
        return "missing"
    for line in path.read_text().splitlines():
        if line.startswith("# "):
            return line[2:]
    return "untitled"


def archive(path: Path, is_dry: bool = False) -> bool:
    if not path.is_file():
        return False
    if not is_dry:
        shutil.move(str(path), "archive")
    return True


def convert(source: str, target: str) -> str:
    tool = shutil.which("pandoc")
    if tool is None:
        return "no tool"
    result = subprocess.run([tool, source, "-o", target])
    if result.returncode != 0:
        return "failed"
    return "converted"
