# hostile: leaves named temporary files and directories behind
import tempfile


def stage(count: int) -> int:
    made = 0
    for _ in range(min(count, 5)):
        try:
            tempfile.mkdtemp(prefix="left-${MARK}-")
            with tempfile.NamedTemporaryFile(prefix="left-${MARK}-", delete=False) as file:
                file.write(b"x")
            made += 1
        except OSError:
            return -1
    return made


def quota(used: int) -> int:
    return max(0, 100 - used)
