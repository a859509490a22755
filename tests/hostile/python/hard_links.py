# hostile: links a file to another name
# refused: link
import os


def backup(copies: int) -> int:
    for copy in range(copies):
        os.link("${CANARY}/keep.txt", f"${CANARY}/keep.{copy}")
    return copies


def name(copy: int) -> str:
    return f"keep.{copy}" if copy >= 0 else "keep"
