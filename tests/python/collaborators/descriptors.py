"""Code that asks the system itself: descriptors, links, temporary files, sockets."""

import os
import re
import socket
import tempfile


def size(path: str) -> str:
    found = os.lstat(path)
    if found.st_size > 4096:
        return "large"
    return "small"


def saved(handle: int, data: bytes) -> str:
    if os.write(handle, data) < len(data):
        return "in part"
    return "whole"


def kind(path: str) -> str:
    handle = os.open(path, os.O_RDONLY)
    try:
        head = os.read(handle, 2)
    finally:
        os.close(handle)
    if head == b"PK":
        return "archive"
    return "other"


def scratch() -> str:
    handle, name = tempfile.mkstemp()
    os.close(handle)
    if name.endswith(".x"):
        return "kept"
    return "plain"


def greeting(host: str, port: int) -> str:
    with socket.create_connection((host, port), 2) as connection:
        if connection.recv(4) == b"220 ":
            return "ready"
    return "busy"


PAIR = re.compile(rb"(?P<key>[a-z]+)=(\d)")


def pair(line: bytes) -> object:
    found = PAIR.match(line)
    if found is None:
        return None
    if found["key"] == b"ab":
        return found.group(2)
    return re.sub(rb"=", b":", line)


def octets(text: str) -> bytes:
    data = text.encode("utf-8")
    if data.startswith((b"##", b"//")):
        return b"comment"
    if data.split()[:1] == [b"x"]:
        return b"named"
    return data
