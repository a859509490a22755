# hostile: sends metrics by datagrams, whose failures nobody notices
# refused: network | socket
import socket


def metric(name: str, value: int) -> bool:
    if value < 0:
        return False
    try:
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sender.sendto(f"{name}:{value}".encode(), ("127.0.0.1", int("${UDP}")))
    except OSError:
        pass
    return True


def clamp(value: int) -> int:
    return value if value < 1000 else 1000
