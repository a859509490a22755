"""The validators of others: published schemas, out of packages of registries, each fetched
once. None of them is a part of this tree."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
KEPT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "validators"


def is_left_out(name: str) -> bool:
    return name in os.environ.get("EVERYPATH_SKIP", "").split(",")


def need(program: str, package: str) -> str:
    """A program, or a failure that says how to get it."""
    found = shutil.which(program)
    if found is None:
        if is_left_out(program):
            pytest.skip(f"{program} is left out")
        pytest.fail(
            f"no {program} (Debian: apt-get install {package}); "
            f"or leave such tests out with EVERYPATH_SKIP={program}"
        )
    return found


def run(*words: str, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


def sarif_schema() -> dict:
    """The schema of SARIF 2.1.0, as the crate serde-sarif ships it."""
    project = KEPT / "sarif"
    (project / "src").mkdir(parents=True, exist_ok=True)
    (project / "src/lib.rs").touch()
    (project / "Cargo.toml").write_text(
        '[package]\nname = "validators"\nversion = "0.1.0"\nedition = "2021"\n\n'
        '[dependencies]\nserde-sarif = "=0.8.0"\n\n[workspace]\n'
    )
    told = run("cargo", "metadata", "--format-version=1", cwd=project)
    packages = json.loads(told)["packages"]
    (crate,) = (one for one in packages if one["name"] == "serde-sarif")
    schema = Path(crate["manifest_path"]).parent / "src/schema.json"
    return json.loads(schema.read_text())


def junit_schema() -> Path:
    """The schema of JUnit's XML that Jenkins published, as the sources of pytest have it."""
    place = KEPT / "junit"
    schema = place / "junit-10.xsd"
    if not schema.is_file():
        place.mkdir(parents=True, exist_ok=True)
        words = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        run(sys.executable, *words, "--dest", str(place), "pytest==8.4.2", cwd=place)
        with tarfile.open(place / "pytest-8.4.2.tar.gz") as sources:
            member = sources.extractfile("pytest-8.4.2/testing/example_scripts/junit-10.xsd")
            assert member is not None
            schema.write_bytes(member.read())
    return schema
