"""A client of a service over HTTP."""

import json
import urllib.error
import urllib.request


class ServiceError(Exception):
    """The service did not answer as it should."""


class Client:
    def __init__(self, base: str, token: str = "") -> None:
        self.base = base.rstrip("/")
        self.token = token

    def url(self, path: str) -> str:
        if path.startswith("/"):
            path = path[1:]
        return f"{self.base}/{path}"

    def headers(self) -> dict:
        if self.token:
            return {"Authorization": "Bearer " + self.token}
        return {}

    def status(self, path: str) -> str:
        try:
            with urllib.request.urlopen(self.url(path)) as response:
                code = response.status
        except urllib.error.URLError:
            return "unreachable"
        if code == 200:
            return "ok"
        if code == 404:
            return "missing"
        if 500 <= code < 600:
            return "broken"
        return "odd"


def pages(session, url):
    """All items of a service that answers page by page."""
    items = []
    while url:
        response = session.get(url)
        if response.status_code == 429:
            raise ServiceError("too many requests")
        if response.status_code != 200:
            break
        body = response.json()
        items.extend(body["items"])
        url = body.get("next")
    return items


def decode(text: str) -> dict:
    try:
        found = json.loads(text)
    except ValueError:
        raise ServiceError("no JSON") from None
    if not isinstance(found, dict):
        raise ServiceError("no object")
    return found
