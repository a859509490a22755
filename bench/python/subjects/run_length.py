"""Run-length coding of text and of bits."""

from typing import List, Tuple


def runs(text: str) -> List[Tuple[str, int]]:
    """Return each run of equal characters with its length."""
    found: List[Tuple[str, int]] = []
    for char in text:
        if found and found[-1][0] == char:
            found[-1] = (char, found[-1][1] + 1)
        else:
            found.append((char, 1))
    return found


def encode(text: str) -> str:
    """Write runs as a count and a character; a count of one is left out."""
    parts: List[str] = []
    for char, count in runs(text):
        if "0" <= char <= "9" or char == "\\":
            char = "\\" + char
        if count > 1:
            parts.append(str(count))
        parts.append(char)
    return "".join(parts)


def decode(code: str) -> str:
    """Undo `encode`."""
    text = ""
    count = 0
    escaped = False
    for char in code:
        if escaped:
            if char != "\\" and not "0" <= char <= "9":
                raise ValueError("needless escape")
            text += char * (count or 1)
            count = 0
            escaped = False
        elif char == "\\":
            escaped = True
        elif "0" <= char <= "9":
            if char == "0" and count == 0:
                raise ValueError("count starts with zero")
            count = count * 10 + int(char)
            if count > 1000:
                raise ValueError("run too long")
        else:
            text += char * (count or 1)
            count = 0
    if escaped or count:
        raise ValueError("code ends too early")
    return text


def encode_bits(bits: List[bool]) -> List[int]:
    """Return the lengths of alternating runs; the first run is of zeros."""
    lengths: List[int] = []
    current = False
    length = 0
    for bit in bits:
        if bit == current:
            length += 1
        else:
            lengths.append(length)
            current = bit
            length = 1
    if length:
        lengths.append(length)
    return lengths


def worth_it(text: str) -> bool:
    """Tell whether the code is shorter than the text."""
    return len(encode(text)) < len(text)
