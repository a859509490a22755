"""A whole run on three local Ray nodes, one of which is killed on the way, writes the same files as
one machine. It needs Ray (`pip install "ray>=2.9,<3"`) and about a minute:

    python tests/cluster/run.py --everypath target/release/everypath
"""

import argparse
import filecmp
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODULES = 9
# How long the first suite may take, in seconds.
PATIENCE = 120


def sources(directory: Path) -> None:
    """The modules of a project."""
    (directory / "src").mkdir(parents=True)
    for number in range(MODULES):
        text = (
            "def size(n: int, s: str) -> int:\n"
            f'    if n > {number} and s == "ab{number}":\n        return n * 2\n    return len(s)\n'
        )
        (directory / f"src/part{number}.py").write_text(text)


def suites(directory: Path) -> list[str]:
    return sorted(file.name for file in (directory / "tests").glob("*.py"))


def on_a_cluster(directory: Path, what: list[str]) -> float:
    """Runs it on three nodes and kills one as soon as there is a suite; the seconds it took."""
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    cluster.wait_for_nodes()
    clock = time.monotonic()
    words = ["-m", "everypath.cluster", "--on", cluster.address, "--parts", "6", "--", *what]
    driver = subprocess.Popen([sys.executable, *words], cwd=directory)
    while not suites(directory) and time.monotonic() - clock < PATIENCE:
        time.sleep(0.05)
    cluster.remove_node(nodes[0], allow_graceful=False)
    print(f"one of three nodes was killed after {time.monotonic() - clock:.1f} s")
    code = driver.wait()
    seconds = time.monotonic() - clock
    cluster.shutdown()
    assert code == 0, f"it ended with {code}"
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--everypath", type=Path, default=ROOT / "target/release/everypath")
    os.environ["EVERYPATH"] = str(parser.parse_args().everypath.resolve())
    os.environ["PYTHONPATH"] = str(ROOT / "python")
    with tempfile.TemporaryDirectory() as place:
        one, many = Path(place, "one"), Path(place, "many")
        sources(one)
        sources(many)
        words = [os.environ["EVERYPATH"], "generate", "src", "--quiet=true"]
        subprocess.run(words, cwd=one, check=True)
        seconds = on_a_cluster(many, ["src"])
        names = suites(one)
        assert len(names) == MODULES and suites(many) == names, suites(many)
        same, *others = filecmp.cmpfiles(one / "tests", many / "tests", names, shallow=False)
        assert same == names, others
        print(f"{len(names)} suites, byte for byte those of one machine, in {seconds:.1f} s")


if __name__ == "__main__":
    main()
