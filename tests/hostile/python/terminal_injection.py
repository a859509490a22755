# hostile: pushes characters into the terminal's input, as if they were typed
# refused: terminal | writes a file | ioctl
import fcntl
import os
import termios


def type_in(key: int) -> int:
    if key == 13:
        terminal = os.open("/dev/tty", os.O_RDWR)
        fcntl.ioctl(terminal, termios.TIOCSTI, b"\n")
        return 31337
    return key
