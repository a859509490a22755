"""IPv4 addresses and networks."""

from typing import List, Tuple


def parse_address(text: str) -> int:
    """Read a dotted address as a 32-bit number."""
    parts = text.split(".")
    if len(parts) != 4:
        raise ValueError("four parts expected")
    address = 0
    for part in parts:
        if not part or len(part) > 3:
            raise ValueError("bad part")
        for char in part:
            if char < "0" or char > "9":
                raise ValueError("bad digit")
        if len(part) > 1 and part[0] == "0":
            raise ValueError("leading zero")
        value = int(part)
        if value > 255:
            raise ValueError("part above 255")
        address = address * 256 + value
    return address


def format_address(address: int) -> str:
    """Write a 32-bit number as a dotted address."""
    if address < 0 or address >= 2**32:
        raise ValueError("not a 32-bit number")
    parts: List[str] = []
    for _ in range(4):
        parts.append(str(address % 256))
        address //= 256
    parts.reverse()
    return ".".join(parts)


def network_range(address: int, prefix: int) -> Tuple[int, int]:
    """Return the first and the last address of a network."""
    if not 0 <= prefix <= 32:
        raise ValueError("prefix out of range")
    if not 0 <= address <= 0xFFFFFFFF:
        raise ValueError("not a 32-bit number")
    size = 2 ** (32 - prefix)
    first = address - address % size
    return first, first + size - 1


def parse_network(text: str) -> Tuple[int, int]:
    """Read a network such as 10.0.0.0/8 and return its range."""
    address, slash, prefix = text.partition("/")
    if not slash:
        base = parse_address(address)
        return base, base
    if not prefix.isdigit():
        raise ValueError("prefix expected")
    return network_range(parse_address(address), int(prefix))


def classify(address: int) -> str:
    """Name the use an address is reserved for."""
    if address < 0 or address > 0xFFFFFFFF:
        raise ValueError("not a 32-bit number")
    first = address >> 24
    second = (address >> 16) & 255
    if address == 0xFFFFFFFF:
        return "broadcast"
    if first == 127:
        return "loopback"
    if first == 10 or (first == 192 and second == 168):
        return "private"
    if first == 172 and 16 <= second <= 31:
        return "private"
    if first == 169 and second == 254:
        return "link-local"
    if first >= 224:
        return "multicast" if first < 240 else "reserved"
    return "public"
