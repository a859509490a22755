"""`python -m everypath.cluster`: a whole run on a Ray cluster.

Every task is a part of the modules, by `--shard`; tasks that are lost with their node are given
again. They share a cache in a directory that all nodes see, so that a task that comes back goes on
where it was, and the last command finds every result there and writes the files: the same as on one
machine. With `--plan`, the same is printed for another scheduler.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import plan
from .location import executable

# How often a part is given again that was lost with its node.
RETRIES = 3
# Parts for each processor: the smaller they are, the less a lost one costs.
PARTS = 4
# Parts of a plan, which knows no processors.
PLANNED = 16


class Part(NamedTuple):
    """What became of a part."""

    number: int
    code: int
    words: str


def command(given: argparse.Namespace, options: list[str], whole: list[str]) -> list[str]:
    """The command for all parts, but for which it is."""
    return [executable(), "generate", f"--cache={given.cache}", *given.targets, *options, *whole]


def planned(given: argparse.Namespace, words: list[str]) -> str:
    """The run for another scheduler."""
    directory, count = str(Path.cwd()), given.parts or PLANNED
    if given.plan == "slurm":
        return plan.slurm(words, count, directory)
    return plan.kubernetes(words, count, directory, given.image, given.claim)


def run_part(words: list[str], number: int, count: int, directory: str) -> Part:
    """Runs a part, on the node that this is called on."""
    start, rest = words[:2], words[2:]
    words = [*start, f"--shard={number}/{count}", "--jobs=1", "--quiet=true", *rest]
    done = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False)
    return Part(number, done.returncode, done.stderr.strip())


def parts_on_ray(words: list[str], count: int, directory: str) -> Iterator[Part]:
    """Runs all parts on the cluster that Ray is connected to, and gives them as they end."""
    import ray

    task = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=True)(run_part)
    waiting = [task.remote(words, number, count, directory) for number in range(1, count + 1)]
    while waiting:
        done, waiting = ray.wait(waiting)
        yield from ray.get(done)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m everypath.cluster", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--on", default="auto", help="the address of the cluster [default: auto]")
    parser.add_argument("--cache", type=Path, default=Path(".everypath/cache"))
    parser.add_argument("--parts", type=int, help="how many parts [default: 4 for each processor]")
    parser.add_argument(
        "--plan", choices=["slurm", "kubernetes"], help="print the run for this scheduler instead"
    )
    parser.add_argument(
        "--image", default="everypath", help="the image of the pods [default: everypath]"
    )
    parser.add_argument(
        "--claim", default="project", help="their claim on the project's volume [default: project]"
    )
    words = sys.argv[1:]
    # Behind `--` are the words of `everypath generate`, as they are.
    end = words.index("--") if "--" in words else len(words)
    whole = words[end + 1 :]
    given, options = parser.parse_known_args(words[:end])
    if not given.targets and not whole:
        parser.error("name a target")
    given.cache = given.cache.absolute()
    if given.plan:
        print(planned(given, ["everypath", *command(given, options, whole)[1:]]), end="")
        return
    try:
        import ray
    except ImportError:
        sys.exit('everypath: Ray is missing; install it with: pip install "everypath[ray]"')
    ray.init(address=given.on, log_to_driver=False)
    count = given.parts or PARTS * max(1, int(ray.cluster_resources().get("CPU", 1)))
    words = command(given, options, whole)
    for ended, part in enumerate(parts_on_ray(words, count, str(Path.cwd())), start=1):
        told = f": {part.words}" if part.code else ""
        print(f"part {part.number}: {ended} of {count} done{told}", file=sys.stderr, flush=True)
    # What others wrote is there, or is written from the cache; what failed is told again.
    sys.exit(subprocess.run(words, check=False).returncode)


if __name__ == "__main__":
    main()
