# hostile: rewrites its own source and its tests while they are made
# refused: writes a file
import pathlib


def update(version: int) -> int:
    if version > 8:
        path = pathlib.Path(__file__)
        path.write_text(path.read_text() + "\n# updated\n")
        return 31337
    return version
