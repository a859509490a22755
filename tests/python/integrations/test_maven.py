"""The Maven plugin: installed into a repository of its own, it writes the suite of a project that
names it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from test_integrations import EVERYPATH, ROOT, command

CLASS = """package shop;

public final class Fee {
    public static int of(int amount) {
        return amount > 41 ? 5 : 0;
    }
}
"""
PROJECT = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
  </properties>
  <build><plugins>
PLUGIN
  </plugins></build>
</project>
"""


def plugin() -> str:
    """How docs/integrations.md names the plugin."""
    page = (ROOT / "docs/integrations.md").read_text()
    return page.split("```xml\n")[1].split("```")[0]


def run(words, cwd):
    return subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    if shutil.which("mvn") is None:
        if "maven" in os.environ.get("EVERYPATH_SKIP", "").split(","):
            pytest.skip("maven is left out")
        pytest.fail("no mvn (Debian: apt-get install maven); or EVERYPATH_SKIP=maven")
    place = tmp_path_factory.mktemp("maven")
    # Maven builds beside the sources, and the tree stays as it is.
    shutil.copytree(ROOT / "integrations/maven", place / "integrations/maven")
    words = command("mvn -B -f integrations/maven/pom.xml install").split()
    installed = run([*words, f"-Dmaven.repo.local={place}/repository"], place)
    assert installed.returncode == 0, installed.stdout
    project = place / "project"
    (project / "src/main/java/shop").mkdir(parents=True)
    (project / "src/main/java/shop/Fee.java").write_text(CLASS)
    (project / "pom.xml").write_text(PROJECT.replace("PLUGIN", plugin()))
    return project


def generate(project: Path, executable: str, *more: str):
    start = "mvn -B everypath:generate"
    words = command(start).replace("executable=everypath", f"executable={executable}").split()
    repository = f"-Dmaven.repo.local={project.parent}/repository"
    return run([*words, repository, *more], project)


def test_an_executable_that_is_missing_is_named(project):
    done = generate(project, "/nowhere/everypath")
    assert done.returncode != 0
    assert "install it, or name it with -Deverypath.executable=PATH" in done.stdout


def test_a_goal_writes_the_suite_of_a_project(project):
    done = generate(project, EVERYPATH, "-Deverypath.targets=src/main/java/shop/Fee.java")
    assert done.returncode == 0, done.stdout
    (suite,) = (project / "src/test/java").rglob("FeeTest.java")
    assert "42" in suite.read_text()


def test_a_command_that_fails_is_a_build_that_fails(project):
    done = generate(project, EVERYPATH, "-Deverypath.targets=src/main/java/shop/None.java")
    assert done.returncode != 0
    assert "everypath ended with exit code 3" in done.stdout
