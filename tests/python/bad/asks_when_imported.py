"""A module that finds out when it is imported whether there is a network."""

import http.client

try:
    http.client.HTTPConnection("127.0.0.1", 9, timeout=1).connect()
    ONLINE = True
except OSError:
    ONLINE = False


def mode(wanted: bool) -> str:
    if wanted and ONLINE:
        return "online"
    return "offline"
