# hostile: opens a port for others
# refused: network | socket | bind
import socket


def serve(port: int) -> int:
    if port == 8099:
        server = socket.socket()
        server.bind(("127.0.0.1", port))
        server.listen()
        return 31337
    return port % 1024
