"""Virtual environments of the peers and of the measurement, made once."""

import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
CACHE = BENCH / ".cache"

# One Python for all, so that no suite gains by the interpreter it runs on.
PYTHON = "3.11"

PACKAGES: dict[str, list[str]] = {
    "crosshair": ["crosshair-tool==0.0.112", "pytest"],
    "pynguin": ["pynguin==0.48.0", "pytest"],
    # mutmut 3.8 does not work with pytest 9. typing_extensions is imported by
    # some suites that CrossHair writes.
    "measure": [
        "pytest<9",
        "pytest-timeout==2.4.0",
        "coverage==7.17.2",
        "mutmut==3.8.0",
        "typing_extensions",
    ],
}


def _interpreter() -> str:
    """Find the Python the environments are made with."""
    versions = Path.home() / ".pyenv" / "versions"
    found = sorted(versions.glob(PYTHON + ".*/bin/python")) if versions.is_dir() else []
    if found:
        return str(found[-1])
    if sys.version_info[:2] == tuple(int(part) for part in PYTHON.split(".")):
        return sys.executable
    return "python" + PYTHON


def venv(name: str) -> Path:
    """Return the `bin` folder of an environment, making it if necessary."""
    folder = CACHE / "venv" / name
    stamp = folder / "packages.txt"
    wanted = "\n".join(PACKAGES[name])
    if not stamp.exists() or stamp.read_text() != wanted:
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([_interpreter(), "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "pip"), "install", "--quiet"]
        subprocess.run(pip + PACKAGES[name], check=True, env=dict(os.environ))
        stamp.write_text(wanted)
    return folder / "bin"
