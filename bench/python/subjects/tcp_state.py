"""The states of one end of a connection that resembles TCP."""

from typing import List

SYN = 1
ACK = 2
FIN = 4
RST = 8


def flag_names(flags: int) -> str:
    """Name the flags of a segment."""
    if flags < 0 or flags > 15:
        raise ValueError("unknown flags")
    names: List[str] = []
    if flags & SYN:
        names.append("SYN")
    if flags & ACK:
        names.append("ACK")
    if flags & FIN:
        names.append("FIN")
    if flags & RST:
        names.append("RST")
    return "|".join(names) or "none"


def next_state(state: str, flags: int) -> str:
    """Return the state after a segment has arrived."""
    if flags & RST:
        return "LISTEN" if state in ("LISTEN", "SYN_RECEIVED") else "CLOSED"
    if state == "LISTEN":
        return "SYN_RECEIVED" if flags == SYN else state
    if state == "SYN_SENT":
        if flags == SYN | ACK:
            return "ESTABLISHED"
        return "SYN_RECEIVED" if flags == SYN else state
    if state == "SYN_RECEIVED":
        return "ESTABLISHED" if flags == ACK else state
    if state == "ESTABLISHED":
        return "CLOSE_WAIT" if flags & FIN else state
    if state == "FIN_WAIT_1":
        if flags & FIN:
            return "TIME_WAIT" if flags & ACK else "CLOSING"
        return "FIN_WAIT_2" if flags & ACK else state
    if state == "FIN_WAIT_2":
        return "TIME_WAIT" if flags & FIN else state
    if state == "CLOSING":
        return "TIME_WAIT" if flags & ACK else state
    if state == "LAST_ACK":
        return "CLOSED" if flags & ACK else state
    if state in ("CLOSED", "CLOSE_WAIT", "TIME_WAIT"):
        return state
    raise ValueError("unknown state " + state)


class Window:
    """A receive window over sequence numbers that wrap around."""

    base: int
    size: int
    modulus: int

    def __init__(self, base: int, size: int, modulus: int = 256) -> None:
        if modulus < 2 or not 0 <= base < modulus:
            raise ValueError("base out of range")
        if size < 1 or size > modulus // 2:
            raise ValueError("size out of range")
        self.base = base
        self.size = size
        self.modulus = modulus

    def contains(self, number: int) -> bool:
        """Tell whether a sequence number is in the window."""
        if not 0 <= number < self.modulus:
            raise ValueError("number out of range")
        end = (self.base + self.size) % self.modulus
        if self.base < end:
            return self.base <= number < end
        return number >= self.base or number < end

    def accept(self, number: int, length: int) -> bool:
        """Move the window over data that arrives in order."""
        if length <= 0 or number != self.base:
            return False
        if length > self.size:
            length = self.size
        self.base = (self.base + length) % self.modulus
        return True
