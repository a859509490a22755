"""Other tools on the same units. A driver in `drivers` makes a unit's arguments of a
block of bytes; a peer explores the driver, and its blocks are replayed under gcov."""

import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE.parent.parent / ".cache"
# Processor time that a peer may take for a unit.
SECONDS = 60

DRIVER = """#include "{unit}"
#include "{driver}"
#include <stdio.h>
struct input input;
void explored(void) {{ drive(&input); }}
int main(int count, char **names) {{
    for (int i = 1; i < count; i++) {{
        FILE *file = fopen(names[i], "rb");
        if (!file || fread(&input, 1, sizeof input, file) != sizeof input)
            return 2;
        fclose(file);
        drive(&input);
    }}
    return 0;
}}
unsigned long input_size = sizeof(struct input);
"""

# Runs in angr's own interpreter: program, directory for blocks, seconds.
ANGR = """
import sys, time, logging
logging.disable(logging.CRITICAL)
import angr, claripy
program, out, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
project = angr.Project(program, auto_load_libs=False)
find = lambda name: project.loader.find_symbol(name).rebased_addr
blank = project.factory.blank_state()
size = blank.mem[find("input_size")].uint64_t.concrete
state = project.factory.call_state(find("explored"), add_options={
    angr.options.ZERO_FILL_UNCONSTRAINED_MEMORY, angr.options.ZERO_FILL_UNCONSTRAINED_REGISTERS})
block = claripy.BVS("input", 8 * size)
state.memory.store(find("input"), block)
manager = project.factory.simulation_manager(state)
start, kept = time.process_time(), 0
def keep(states):
    global kept
    for state in states:
        with open("%s/%d" % (out, kept), "wb") as file:
            file.write(state.solver.eval(block, cast_to=bytes))
        kept += 1
while manager.active and time.process_time() - start < seconds:
    manager.step()
    keep(manager.deadended)
    manager.drop(stash="deadended")
# What the time cuts off counts as far as it came.
for state in manager.active[:200]:
    if time.process_time() - start > seconds + 10:
        break
    keep([state])
"""


def angr():
    """angr's interpreter, in an environment of its own; none if it cannot be had."""
    home = CACHE / "angr-venv"
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    known = [str(python), "-c", "import angr; print(angr.__version__)"]
    if subprocess.run(known, capture_output=True).returncode != 0:
        subprocess.run(
            [str(python), "-m", "pip", "install", "-q", "angr", "bitstring<5", "pycparser==3.0"],
            check=False,
        )
    shown = subprocess.run(known, capture_output=True, text=True)
    return (str(python), shown.stdout.strip()) if shown.returncode == 0 else None


def branches(work: Path, source: Path):
    """Branches of the source that were taken, and how many there are."""
    shown = subprocess.run(
        ["gcov", "--json-format", "--stdout", "-b", str(next(work.glob("*.gcda")))],
        check=True,
        cwd=work,
        capture_output=True,
        text=True,
    )
    taken = total = 0
    for line in shown.stdout.splitlines():
        for file in json.loads(line)["files"]:
            if Path(file["file"]).name == source.name:
                for entry in file["lines"]:
                    total += len(entry["branches"])
                    taken += sum(branch["count"] > 0 for branch in entry["branches"])
    return taken, total


def measure(python: str, source: Path, cpu):
    """What angr finds for one unit: branches taken, all of them, blocks, seconds."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        shutil.copy(source, work / source.name)
        driver = HERE / "drivers" / (source.stem + ".h")
        main = work / "driver.c"
        main.write_text(DRIVER.format(unit=source.name, driver=driver))
        build = ["gcc", "-O0", "-g", "-w", str(main), "-lm", "-o"]
        subprocess.run([*build, str(work / "explored")], check=True, cwd=work)
        subprocess.run([*build, str(work / "counted"), "--coverage"], check=True, cwd=work)
        blocks = work / "blocks"
        blocks.mkdir()
        before, start = cpu(), time.monotonic()
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [python, "-c", ANGR, str(work / "explored"), str(blocks), str(SECONDS)],
                cwd=work,
                capture_output=True,
                timeout=10 * SECONDS,
            )
        seconds, wall = cpu() - before, time.monotonic() - start
        for block in sorted(blocks.iterdir()):
            # One that crashes counts as well, as far as it came.
            subprocess.run(
                [str(work / "counted"), str(block)],
                cwd=work,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        if not list(work.glob("*.gcda")):
            return 0, 0, 0, seconds, wall
        return (*branches(work, source), len(list(blocks.iterdir())), seconds, wall)
