# hostile: writes to every open descriptor what looks like messages of the tool's own
import os


def chatter(times: int) -> int:
    if times == 4:
        for number in range(0, 16):
            try:
                os.write(number, b'{"t":"done","passed":true}\n\x00\x00\x00\x08ESCAPED!')
            except OSError:
                pass
    return times
