"""Names of a machine that are nowhere else, and where they are found again."""

import os
import secrets
from pathlib import Path


class Planted:
    """A home, a user, a temporary directory, variables and a host with names of their own."""

    def __init__(self, root, home=None):
        """The places are made below a directory; a home that is given is only renamed."""
        self.mark = secrets.token_hex(4)
        self.names = [
            f"{name}{self.mark}" for name in ("home", "temporary", "user", "host", "secret")
        ]
        self.home, self.temporary = (Path(root) / name for name in self.names[:2])
        self.temporary.mkdir()
        if home is None:
            self.home.mkdir()
        else:
            self.home.symlink_to(home)
        self.host = self.names[3]

    def environment(self):
        user, host, secret = self.names[2:]
        cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return os.environ | {
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "USER": user,
            "LOGNAME": user,
            "HOSTNAME": host,
            "DATABASE_PASSWORD": secret,
            "XDG_CACHE_HOME": str(cache),
        }


def written_below(directory):
    """Every text below a directory, with its name, which counts as a part of it."""
    for path in sorted(Path(directory).rglob("*")):
        if path.is_file():
            yield path.name, path.name + "\n" + path.read_text(errors="replace")


def found(names, text):
    """The names that a text has, with what is around them."""
    for name in names:
        place = text.find(name)
        if place >= 0:
            yield name, text[max(0, place - 60) : place + 40]
