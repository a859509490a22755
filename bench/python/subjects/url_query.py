"""Splitting of URLs and query strings."""

from typing import Dict, List, NamedTuple

HEX = "0123456789abcdef"
DEFAULT_PORTS = {"http": 80, "https": 443, "ftp": 21}


class Url(NamedTuple):
    """The parts of a URL."""

    scheme: str
    host: str
    port: int
    path: str
    query: str


def unquote(text: str) -> str:
    """Replace %XX and + by the characters they stand for."""
    result = []
    position = 0
    while position < len(text):
        char = text[position]
        if char == "+":
            result.append(" ")
        elif char == "%":
            if position + 2 >= len(text):
                raise ValueError("escape ends too early")
            high = HEX.find(text[position + 1].lower())
            low = HEX.find(text[position + 2].lower())
            if high < 0 or low < 0:
                raise ValueError("bad escape")
            result.append(chr(high * 16 + low))
            position += 2
        else:
            result.append(char)
        position += 1
    return "".join(result)


def parse_query(query: str) -> Dict[str, List[str]]:
    """Collect the values of each name, in order."""
    values: Dict[str, List[str]] = {}
    if query.startswith("?"):
        query = query[1:]
    for pair in query.split("&"):
        if not pair:
            continue
        name, equals, value = pair.partition("=")
        name = unquote(name)
        if not name:
            raise ValueError("name missing")
        bucket = values.setdefault(name, [])
        bucket.append(unquote(value) if equals else "")
    return values


def parse_port(text: str) -> int:
    """Read a port number."""
    if not text or not text.isdigit() or len(text) > 5:
        raise ValueError("bad port")
    port = int(text)
    if port == 0 or port > 65535:
        raise ValueError("port out of range")
    return port


def parse_url(text: str) -> Url:
    """Split a URL into its parts."""
    scheme, colon, rest = text.partition("://")
    if not colon or not scheme.isalpha():
        raise ValueError("scheme expected")
    scheme = scheme.lower()
    rest, _, _fragment = rest.partition("#")
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    host, colon, port_text = authority.partition(":")
    if not host:
        raise ValueError("host missing")
    if colon:
        port = parse_port(port_text)
    elif scheme in DEFAULT_PORTS:
        port = DEFAULT_PORTS[scheme]
    else:
        raise ValueError("unknown scheme")
    return Url(scheme, host.lower(), port, slash + path or "/", query)
