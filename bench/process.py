"""Running of other programs with a time limit and CPU accounting."""

import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Optional


@dataclass
class Outcome:
    """How a program ended and what it took."""

    code: int
    output: str
    errors: str
    cpu: float
    wall: float
    timed_out: bool

    @property
    def ok(self) -> bool:
        return self.code == 0 and not self.timed_out

    def reason(self) -> str:
        """Say in one line why the program failed."""
        if self.timed_out:
            return "timed out"
        lines = [line.strip() for line in (self.errors + "\n" + self.output).splitlines()]
        lines = [line for line in lines if line]
        return f"exit {self.code}: {lines[-1][:160] if lines else 'no output'}"


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _session_cpu(session: int) -> float:
    """CPU seconds of the live processes of a session and their ended children.

    Children of a killed process are never waited for, so that rusage would
    leave them out.
    """
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        if int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def run(
    command: list[str],
    cwd: Path,
    timeout: float,
    env: Optional[dict[str, str]] = None,
) -> Outcome:
    """Run a program in its own process group; end the group when time is up."""
    before = _children_cpu()
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    timed_out = False
    killed_cpu = 0.0
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        timed_out = True
        killed_cpu = _session_cpu(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
    return Outcome(
        code=process.returncode,
        output=output,
        errors=errors,
        cpu=max(_children_cpu() - before, killed_cpu),
        wall=time.monotonic() - start,
        timed_out=timed_out,
    )
