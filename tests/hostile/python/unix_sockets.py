# hostile: talks to a service over a unix socket, and to one that has an abstract name
# refused: network | socket | connect
import socket


def ask(which: int) -> str:
    if which == 1:
        peer = socket.socket(socket.AF_UNIX)
        peer.connect("${SOCKET}")
        return "ESCAPED"
    if which == 2:
        peer = socket.socket(socket.AF_UNIX)
        peer.connect("\0${ABSTRACT}")
        return "ESCAPED"
    return "none"
