# hostile: sends what it is given to a server
# refused: network | connect | socket
import socket


def report(count: int) -> int:
    if count > 5:
        with socket.create_connection(("127.0.0.1", int("${TCP}")), timeout=1) as server:
            server.sendall(b"GET /report HTTP/1.0\r\n\r\n")
        return 31337
    return count
