# hostile: fills the temporary directory with files
# refused: writes a file
import os
import tempfile


def spool(pages: int) -> int:
    if pages > 3:
        for number in range(100):
            path = os.path.join(tempfile.gettempdir(), f"spool{number}")
            with open(path, "wb") as file:
                for _ in range(16):
                    file.write(b"x" * (1 << 20))
        return 31337
    return pages
