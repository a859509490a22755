"""A function that talks to the network, by a library that opens the connection itself."""

import http.client


def is_open(host: str, port: int) -> bool:
    if port < 1 or port > 65535:
        raise ValueError("no such port")
    connection = http.client.HTTPConnection(host, port, timeout=2)
    connection.connect()
    return True
