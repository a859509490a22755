# hostile: __del__ and weakref.finalize write files when objects are collected
# exit: 0 4
import weakref


class Session:
    def __init__(self, number: int) -> None:
        self.number = number
        weakref.finalize(self, leave, "${CANARY}/finalized")

    def __del__(self) -> None:
        leave("${CANARY}/deleted")

    def is_valid(self) -> bool:
        if self.number > 100:
            return False
        return self.number > 0


def leave(path: str) -> None:
    try:
        with open(path, "w") as file:
            file.write("bye")
    except OSError:
        pass
