# hostile: makes the output directory's file a link to somebody else's
# refused: link | makes a directory
import os


def publish(version: int) -> str:
    if version > 1:
        os.makedirs("out", exist_ok=True)
        os.symlink("${CANARY}/keep.txt", "out/test_symlink_out.py")
        return "ESCAPED"
    return f"v{version}"
