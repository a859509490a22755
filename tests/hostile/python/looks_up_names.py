# hostile: asks name servers, which tells them
# refused: network | socket | getaddrinfo
import socket


def resolve(name: str, really: bool) -> str:
    if really:
        try:
            return socket.gethostbyname("secret-${MARK}.example.com")
        except OSError:
            return "unknown"
    return name.lower()
