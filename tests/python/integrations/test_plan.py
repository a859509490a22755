"""Plans for Slurm and Kubernetes: what they say, a shell does here, part by part, and the files
are those of one command."""

import json
import os
import shlex
import subprocess
import sys

import pytest
from test_integrations import EVERYPATH, ROOT, command

# Stands in for Slurm: it runs what is submitted at once, in the order in which that depends.
SBATCH = """#!/bin/bash
echo "$@" >> submitted
case $2 in
--array=1-*)
    for SLURM_ARRAY_TASK_ID in $(seq "${2#--array=1-}"); do
        SLURM_JOB_ID=7 SLURM_ARRAY_TASK_ID=$SLURM_ARRAY_TASK_ID bash "$3" >&2 || exit
    done
    echo 7
    ;;
*) SLURM_JOB_ID=8 bash "$2" ;;
esac
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "src").mkdir()
    for number in range(3):
        text = f"def size(n: int) -> int:\n    return {number} if n > {number} else -1\n"
        (tmp_path / f"src/part{number}.py").write_text(text)
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "everypath").write_text(f'#!/bin/sh\nexec {shlex.quote(EVERYPATH)} "$@"\n')
    (bin / "sbatch").write_text(SBATCH)
    for file in bin.iterdir():
        file.chmod(0o755)
    return tmp_path


def run(words, project, **more):
    environment = {
        **os.environ,
        "PATH": f"{project}/bin{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "python"),
        **more,
    }
    done = subprocess.run(
        words, cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def plan(project, scheduler: str) -> str:
    """What the command of the page prints, with fewer parts and a cache that is there."""
    line = command(f"python -m everypath.cluster src --plan {scheduler}").split(" > ")[0]
    words = line.replace("--parts 16", "--parts 2").replace("/shared/everypath", "kept").split()
    python = [f"--python={sys.executable}", "--out=tests"]
    return run([sys.executable, *words[1:], *python], project)


def suites(project) -> dict[str, str]:
    return {file.name: file.read_text() for file in (project / "tests").glob("*.py")}


def expected(project) -> dict[str, str]:
    """The files of one command, which are removed again."""
    python = f"--python={sys.executable}"
    run([EVERYPATH, "generate", "src", "--out=tests", "--no-cache", python], project)
    found = suites(project)
    assert len(found) == 3
    for name in found:
        (project / "tests" / name).unlink()
    return found


def test_slurm_runs_the_parts_and_then_the_whole(project):
    wanted = expected(project)
    (project / "everypath.sh").write_text(plan(project, "slurm"))
    run(["bash", "everypath.sh"], project)
    submitted = (project / "submitted").read_text().splitlines()
    assert submitted[0] == "--parsable --array=1-2 everypath.sh"
    assert submitted[1] == "--dependency=afterany:7 everypath.sh"
    assert suites(project) == wanted


def test_kubernetes_runs_each_part(project):
    wanted = expected(project)
    job = json.loads(plan(project, "kubernetes"))
    spec = job["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    assert spec["completionMode"] == "Indexed"
    assert container["workingDir"] == str(project)
    for index in range(spec["completions"]):
        run(container["command"], project, JOB_COMPLETION_INDEX=str(index))
    assert suites(project) == wanted
