"""Where the executable is."""

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

NAME = "everypath" + (sysconfig.get_config_var("EXE") or "")


class NotInstalled(FileNotFoundError):
    """The executable is not there."""


def executable() -> str:
    """The path of the executable that belongs to this package.

    `$EVERYPATH` comes first, then the places where installers put it, then the path.
    """
    for place in places():
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which(NAME)
    if found is None:
        raise NotInstalled(
            f"the executable {NAME} is not installed; "
            "install the package again, or name it in $EVERYPATH"
        )
    return found


def places() -> Iterator[Path]:
    given = os.environ.get("EVERYPATH")
    if given:
        yield Path(given)
    yield Path(sysconfig.get_path("scripts")) / NAME
    # `pip install --user`.
    user = f"{os.name}_user"
    if user in sysconfig.get_scheme_names():
        yield Path(sysconfig.get_path("scripts", scheme=user)) / NAME
    # `pip install --target` and `--prefix`: beside or above the package.
    package = Path(__file__).resolve().parent
    yield package.parent / "bin" / NAME
    yield from (above / "bin" / NAME for above in list(package.parents)[1:5])
    yield Path(sys.executable).parent / NAME
