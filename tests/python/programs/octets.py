#: header: paths: 4; covers: all; losses: none
#: frames: paths: 29; covers: all; losses: none
#: checksum: paths: 13; covers: all; losses: none
#: lines: paths: many; covers: all; losses: 50 bytes.decode, 50 bytes.hex
#: made: paths: many; covers: all; losses: 54 bytes(), 57 int.from_bytes()
#: mutable: paths: 9; misses: 61 `data and data[0] == 3` is true; losses: none
"""bytes: indices, slices, search, conversion."""
from typing import List


def header(data: bytes) -> object:
    if len(data) < 4:
        raise ValueError("short")
    if data[:2] != b"PK":
        return None
    version = data[2]
    if version > 3:
        return data[-1] << 8 | version
    return data[3:]


def frames(data: bytes) -> List[bytes]:
    out = []
    while data:
        size = data[0]
        if size == 0 or size >= len(data):
            break
        out.append(data[1:1 + size])
        data = data[1 + size:]
    return out


def checksum(data: bytes) -> int:
    total = 0
    for octet in data:
        total = (total + octet) % 256
        if octet == 255:
            return -1
    return total ^ 0x55


def lines(data: bytes) -> object:
    if data.startswith(b"#") or b"\x00" in data:
        return "binary"
    if 59 in data:
        return data.split(b";")
    head, sep, tail = data.partition(b"=")
    if sep:
        return head.strip(), tail.upper(), data.find(b"="), data.count(b"a")
    return data.decode(), data.hex(), data + b"!", b"," + data, data * 2


def made(x: int, y: int) -> object:
    data = bytes([x, y, 7])
    if data == b"ab\x07":
        return "ab"
    return int.from_bytes(data, "big"), list(data), data.isalpha(), data < b"c"


def mutable(data: bytearray) -> object:
    if data and data[0] == 3:
        data.append(4)
    return bytes(data), isinstance(data, bytearray)
