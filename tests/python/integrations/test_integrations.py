"""Integrations: what they say is understood by the tools that they are for, and the commands of
docs/integrations.md do what the page says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "everypath"
EVERYPATH = os.environ.get("EVERYPATH", str(BUILT))
PAGE = (ROOT / "docs/integrations.md").read_text()


def command(start: str) -> str:
    """A command of the page, by how it begins."""
    (found,) = (line for line in PAGE.splitlines() if line.startswith(start))
    return found


def run(words, cwd, **more):
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", **more}
    done = subprocess.run(
        words, cwd=cwd, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "start",
    [
        "check-jsonschema --builtin-schema vendor.github-actions",
        "check-jsonschema --builtin-schema vendor.gitlab-ci",
        "pre-commit validate-manifest",
    ],
)
def test_what_a_service_reads_is_valid(start):
    run(command(start).split(), ROOT)


def test_the_hook_notices_a_suite_that_is_not_up_to_date(tmp_path):
    """The entry of the hook, as pre-commit calls it: with the files that change."""
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    (entry, *_) = (line for line in text.splitlines() if "entry:" in line)
    words = entry.split("entry: ")[1].split()
    assert words[0] == "everypath"
    (tmp_path / "sizes.py").write_text("def size(n: int) -> int:\n    return 1 if n > 3 else 2\n")
    hook = [EVERYPATH, *words[1:], "sizes.py", f"--python={sys.executable}"]
    before = subprocess.run(hook, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert before.returncode == 1, before.stderr
    run([EVERYPATH, "generate", "sizes.py", f"--python={sys.executable}"], tmp_path)
    run(hook, tmp_path)


def test_cmake_writes_suites_with_the_flags_of_a_target(tmp_path):
    if shutil.which("cmake") is None:
        if "cmake" in os.environ.get("EVERYPATH_SKIP", "").split(","):
            pytest.skip("cmake is left out")
        pytest.fail("no cmake (Debian: apt-get install cmake); or EVERYPATH_SKIP=cmake")
    source = "int size(int n) {\n    if (n > LIMIT) return 1;\n    return 2;\n}\n"
    (tmp_path / "shop.c").write_text(source)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(shop C)\n"
        f"list(APPEND CMAKE_MODULE_PATH {ROOT}/integrations/cmake)\ninclude(Everypath)\n"
        "add_library(shop shop.c)\ntarget_compile_definitions(shop PRIVATE LIMIT=41)\n"
        "everypath_generate(shop OPTIONS --unit-time 2)\n"
    )
    configure = command("cmake -S . -B build").replace("$(command -v everypath)", EVERYPATH)
    run(configure.split(), tmp_path)
    run(command("cmake --build build").split(), tmp_path)
    assert "42" in (tmp_path / "tests/test_shop.c").read_text()


def test_parts_on_several_machines_share_a_cache(tmp_path):
    """The commands for arrays of jobs: three machines with the same sources and one directory
    for what they find; the last command writes what the others made."""
    machines = [tmp_path / name for name in ("one", "two", "last")]
    for machine in machines:
        (machine / "src").mkdir(parents=True)
        for number in range(4):
            text = f"def size(n: int) -> int:\n    return {number} if n > {number} else -1\n"
            (machine / f"src/part{number}.py").write_text(text)
    part = command("everypath generate src --shard").replace("$SLURM_ARRAY_TASK_ID/16", "PART")
    part = part.replace("/shared/everypath", str(tmp_path / "shared")).split()[1:]
    python = f"--python={sys.executable}"
    for number, machine in enumerate(machines[:2], start=1):
        words = [word.replace("PART", f"{number}/2") for word in part]
        run([EVERYPATH, *words, python], machine)
    last = ["generate", "src", "--cache", str(tmp_path / "shared"), "--html", "report.html"]
    assert " ".join(last[:3]) in command("everypath generate src --cache")
    told = run([EVERYPATH, *last, python, "--json"], machines[2])
    assert told.count('"origin":"restored"') == 4
    made = {
        file.name: file.read_text()
        for machine in machines[:2]
        for file in (machine / "tests").glob("test_*.py")
    }
    found = {file.name: file.read_text() for file in (machines[2] / "tests").glob("test_*.py")}
    assert len(made) == 4 and found == made
