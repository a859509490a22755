"""A function that talks to the network."""

import socket


def is_open(host: str, port: int) -> bool:
    if port < 1 or port > 65535:
        raise ValueError("no such port")
    with socket.socket() as connection:
        connection.settimeout(2)
        return connection.connect_ex((host, port)) == 0
