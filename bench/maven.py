"""Jars from Maven, kept in the benches' cache."""

import subprocess
from pathlib import Path

CACHE = Path(__file__).resolve().parent / ".cache" / "java"


def fetch(name: str, artifacts: list[str], transitive: bool) -> list[Path]:
    """Bring jars, by their coordinates, into a folder of the cache."""
    folder = CACHE / "jars" / name
    if not folder.is_dir():
        parts = [artifact.split(":") for artifact in artifacts]
        dependencies = "".join(
            f"<dependency><groupId>{p[0]}</groupId><artifactId>{p[1]}</artifactId>"
            f"<version>{p[2]}</version>"
            + (f"<classifier>{p[3]}</classifier>" if len(p) > 3 else "")
            + "</dependency>"
            for p in parts
        )
        work = CACHE / "pom" / name
        work.mkdir(parents=True, exist_ok=True)
        (work / "pom.xml").write_text(
            "<project><modelVersion>4.0.0</modelVersion><groupId>bench</groupId>"
            f"<artifactId>bench</artifactId><version>1</version><dependencies>{dependencies}"
            "</dependencies></project>"
        )
        subprocess.run(
            [
                "mvn",
                "-q",
                "-B",
                "-f",
                work / "pom.xml",
                "dependency:copy-dependencies",
                f"-DoutputDirectory={folder}",
                f"-DexcludeTransitive={str(not transitive).lower()}",
            ],
            check=True,
        )
    return sorted(folder.glob("*.jar"))
