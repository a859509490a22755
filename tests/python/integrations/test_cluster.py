"""`--on`: the command is handed over to Python, word for word. What a real cluster does is
`tests/cluster/run.py`; here Ray is a stand-in that runs each task where it is called."""

import os
import subprocess
import sys

import pytest
from test_integrations import EVERYPATH, ROOT

RAY = """
class Task:
    def __init__(self, function):
        self.function = function

    def remote(self, *arguments):
        return self.function(*arguments)


def remote(**options):
    return Task


def init(address, log_to_driver):
    assert address == "ray://head:10001", address


def cluster_resources():
    return {"CPU": 0.5}


def wait(waiting):
    return waiting[:1], waiting[1:]


def get(done):
    return done
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "src").mkdir()
    for number in range(3):
        text = f"def size(n: int) -> int:\n    return {number} if n > {number} else -1\n"
        (tmp_path / f"src/part{number}.py").write_text(text)
    (tmp_path / "library").mkdir()
    return tmp_path


def generate(project, *words, path):
    # The Python that is found first on the path is the one of these tests.
    place = os.path.dirname(sys.executable)
    environment = {
        **os.environ,
        "PATH": f"{place}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(map(str, path)),
    }
    environment.pop("EVERYPATH", None)
    return subprocess.run(
        [EVERYPATH, "generate", *words],
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_is_done_in_parts_and_writes_what_one_machine_writes(project):
    (project / "library/ray.py").write_text(RAY)
    words = [f"--python={sys.executable}", "--unit-time", "5", "src", "--out"]
    path = [ROOT / "python", project / "library"]
    done = generate(
        project, "--on", "ray://head:10001", *words, "many", "--cache", "kept", path=path
    )
    assert done.returncode == 0, done.stderr
    assert "4 of 4 done" in done.stderr
    assert "3 modules unchanged" in done.stdout + done.stderr
    assert (project / "kept").is_dir()
    one = generate(project, *words, "one", "--no-cache", path=[])
    assert one.returncode == 0, one.stderr
    many = {file.name: file.read_text() for file in (project / "many").glob("*.py")}
    assert len(many) == 3
    assert many == {file.name: file.read_text() for file in (project / "one").glob("*.py")}


def test_what_is_missing_is_said_once(project):
    (project / "library/everypath").mkdir()
    (project / "library/everypath/__init__.py").write_text("raise ImportError\n")
    done = generate(project, "src", "--on=auto", path=[project / "library"])
    assert done.returncode == 5
    message = (
        'everypath: --on needs Everypath\'s Python package and Ray: pip install "everypath[ray]"'
    )
    assert done.stderr.strip() == message
