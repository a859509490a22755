# hostile: makes a pipe with a name, which no audit event announces
# refused: makes a link, pipe or device | os.mkfifo | makes a pipe
import os


def channel(number: int) -> str:
    if number > 3:
        os.mkfifo("${CANARY}/channel", 0o600)
        return "ESCAPED"
    return f"channel-{number}"
