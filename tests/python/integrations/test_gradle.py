"""The Gradle plugin: published into a repository of its own, it writes the suite of a build that
names it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from test_integrations import EVERYPATH, ROOT, command
from test_maven import CLASS

SETTINGS = """
apply plugin: 'java'
sourceCompatibility = '1.8'
everypath {
    executable = project.findProperty('executable')
    targets = [project.findProperty('target')]
}
"""


def plugin() -> str:
    """How docs/integrations.md names the plugin."""
    page = (ROOT / "docs/integrations.md").read_text()
    (named,) = (block for block in page.split("```groovy\n")[1:] if "apply plugin" in block)
    return named.split("```")[0]


def run(words: list[str], place: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    # By the environment, since the executable calls Gradle, too. One that stays up would outlive
    # the test.
    environment = {
        **os.environ,
        "GRADLE_USER_HOME": str(place / "home"),
        "GRADLE_OPTS": f"-Dmaven.repo.local={place}/repository -Dorg.gradle.daemon=false",
    }
    return subprocess.run(
        words, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    if shutil.which("gradle") is None:
        if "gradle" in os.environ.get("EVERYPATH_SKIP", "").split(","):
            pytest.skip("gradle is left out")
        pytest.fail("no gradle (Debian: apt-get install gradle); or EVERYPATH_SKIP=gradle")
    place = tmp_path_factory.mktemp("gradle")
    # Gradle builds beside the sources, and the tree stays as it is.
    shutil.copytree(ROOT / "integrations/gradle", place / "integrations/gradle")
    published = run(command("gradle -p integrations/gradle").split(), place, place)
    assert published.returncode == 0, published.stdout + published.stderr
    project = place / "project"
    (project / "src/main/java/shop").mkdir(parents=True)
    (project / "src/main/java/shop/Fee.java").write_text(CLASS)
    (project / "settings.gradle").write_text("rootProject.name = 'shop'\n")
    (project / "build.gradle").write_text(plugin() + SETTINGS)
    return project


def generate(project: Path, executable: str, target: str) -> subprocess.CompletedProcess[str]:
    properties = [f"-Pexecutable={executable}", f"-Ptarget={target}"]
    words = command("gradle everypathGenerate").split()
    return run([*words, *properties], project.parent, project)


def test_a_task_writes_the_suite_of_a_project(project):
    done = generate(project, EVERYPATH, "src/main/java/shop/Fee.java")
    assert done.returncode == 0, done.stdout + done.stderr
    (suite,) = (project / "src/test/java").rglob("FeeTest.java")
    assert "42" in suite.read_text()


def test_a_command_that_fails_is_a_build_that_fails(project):
    done = generate(project, EVERYPATH, "src/main/java/shop/None.java")
    assert done.returncode != 0
    assert "non-zero exit value 3" in done.stderr


def test_an_executable_that_is_missing_is_named(project):
    done = generate(project, "/nowhere/everypath", "src/main/java/shop/Fee.java")
    assert done.returncode != 0
    assert "/nowhere/everypath" in done.stderr
