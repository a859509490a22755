"""One subject in a world of its own: runs the tool on it and tells what changed.

Started by `run.py`, in namespaces where there are any: then it is the first process, has
a temporary directory, a network and a host name of its own, and what is left alive ends
with it. Prints a result as JSON.
"""

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import subjects
from processes import Watch, kill, left_alive, others
from world import World, as_owner

# What the documentation states: all processes together take `--memory` and 1 GB more, and
# 2 GB of temporary files; and what grows between two looks.
CONSTANT_MEMORY = (1024 + 512) << 20
SUBJECT_MEMORY_MB = 256
LARGEST_DISK = 2100 << 20
LARGEST_OUTPUT = 20 << 20


def own_mounts():
    """Temporary directories and a network of this stage's own; needs namespaces."""
    for place, size in (("/tmp", "2500m"), ("/var/tmp", "200m"), ("/dev/shm", "200m")):
        options = f"mode=1777,size={size}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "hostile", place], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


def make_reachable(python, owner):
    """Lets another user start an interpreter below a home that is closed to him."""
    prefix = subprocess.check_output(
        [python, "-c", "import sys; print(sys.base_prefix)"], text=True
    ).strip()
    top = Path("/", *Path(prefix).parts[1:2])
    if owner[0] == 0 or os.stat(top).st_mode & 0o001:
        return
    kept = tempfile.mkdtemp(dir="/var/tmp")
    subprocess.run(["mount", "--bind", prefix, kept], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "hostile", str(top)], check=True)
    Path(prefix).mkdir(parents=True)
    subprocess.run(["mount", "--move", kept, prefix], check=True)


def limits(owner):
    """The runner's own limits: nothing a subject of these reaches."""

    def enter():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        if owner[0] != 0:
            resource.setrlimit(resource.RLIMIT_NPROC, (2000, 2000))

    return enter


def run_tool(subject, world, arguments, owner):
    """Runs the tool; gives its exit code, standard output and error, and what it took."""
    command = [arguments["everypath"], "generate", subject.path.name, "--out", "out", "--json"]
    command += ["--html", "report.html", "--no-config", "--no-cache", "--jobs", "2"]
    command += ["--time", "8", "--unit-time", "2", "--timeout", "1"]
    command += ["--memory", str(SUBJECT_MEMORY_MB)]
    if subject.language == "python":
        command += ["--python", arguments["python"]]
    # Files, since a pipe that a subject's child keeps open would never end.
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(
            command,
            cwd=world.work,
            env=world.environment() | arguments["environment"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
            preexec_fn=limits(owner),
            **as_owner(owner),
        )
        clock = time.monotonic()
        try:
            code = child.wait(subject.seconds)
        except subprocess.TimeoutExpired:
            code = None
            for pid in others():
                if pid != world.sentinel.pid:
                    kill(pid)
            child.wait()
        took = time.monotonic() - clock
        output.seek(0)
        errors.seek(0)
        said = [it.read(LARGEST_OUTPUT).decode(errors="replace") for it in (output, errors)]
    return code, *said, took


def run_suite(subject, world, arguments, owner):
    """Runs the written suite by its own framework; what fails."""
    out = world.work / "out"
    built = world.root / "built"
    built.mkdir()
    os.chown(built, *owner)
    if subject.language == "python":
        tests = [
            path for path in out.glob("test_*.py") if not path.stem.endswith(("_bugs", "_possible"))
        ]
        options = ["-q", "-p", "no:cacheprovider", *map(str, tests)]
        commands = [[arguments["python"], "-m", "pytest", *options]]
    elif subject.language == "java":
        tests = [path for path in out.rglob("*Test.java") if "Bugs" not in path.stem]
        jar = next((world.cache / "everypath/jars").glob("junit-platform-console-standalone-*"))
        sources = [str(path) for path in tests]
        options = ["-nowarn", "-proc:none", "-cp", str(jar), "-d", str(built)]
        runner = ["-jar", str(jar), "execute", "-cp", str(built), "--scan-classpath"]
        commands = [
            ["javac", *options, subject.path.name, *sources],
            ["java", *runner, "--details=none", "--disable-banner"],
        ]
    else:
        tests = [
            path for path in out.glob("test_*.c") if not path.stem.endswith(("_bugs", "_possible"))
        ]
        program = str(built / "suite")
        commands = [["cc", "-w", *map(str, tests), "-lm", "-lpthread", "-o", program], [program]]
    if not tests:
        return ["no test was written"]
    for command in commands:
        ended = subprocess.run(
            # Nothing is refused here, and the parent of the tests is one of their victims.
            ["sh", "-c", '"$@"; exit $?', "sh", *command],
            cwd=world.work,
            env=world.environment() | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=90,
            start_new_session=True,
            preexec_fn=limits(owner),
            **as_owner(owner),
        )
        if ended.returncode != 0:
            lines = ended.stdout.decode(errors="replace").strip().splitlines()
            return ["the suite fails: " + " / ".join(lines[-6:])[:600]]
    return []


def compare(before, after):
    """What changed among the files."""
    changes = [f"{name} is gone" for name in before if name not in after]
    for name, known in after.items():
        if name not in before:
            changes.append(f"{name} was made")
        elif before[name] != known:
            parts = ("mode", "owner", "group", "links", "time", "contents")
            what = [part for part, a, b in zip(parts, before[name], known) if a != b]
            changes.append(f"{', '.join(what)} of {name} changed")
    return changes


def written(world, said):
    """Everything that the tool wrote: names and texts."""
    texts = dict(zip(("standard output", "standard error"), said))
    for path in (world.work / "report.html", *(world.work / "out").rglob("*")):
        if path.is_file():
            texts[str(path.relative_to(world.work))] = path.read_text(errors="replace")
    return texts


def leaks(subject, world, texts):
    """Planted words in what was written, and machines' paths in the suite."""
    found = []
    # What a subject itself says may be said again.
    own = (world.work / subject.path.name).read_text(errors="replace")
    planted = {word: what for word, what in world.planted().items() if word not in own}
    for name, text in texts.items():
        for word, what in planted.items():
            if word in text or word in name:
                line = next((line for line in text.splitlines() if word in line), name)
                place = line.find(word)
                found.append(f"{what} is in {name}: {line[max(0, place - 60) : place + 40]!r}")
        if name.startswith("out/") and not name.endswith(".html"):
            if str(world.work) in text:
                found.append(f"a path of this machine is in {name}")
            if any("ESCAPED" in test or "31337" in test for test in unaided(text)):
                found.append(f"{name} believes in what should have been refused")
    return found


# How a Python test puts something in place of what would have done harm.
STOOD_IN = "monkeypatch.setattr("


def unaided(suite):
    """The tests of a suite in which nothing stands in for the world."""
    return [test for test in suite.split("\ndef test_") if STOOD_IN not in test]


def reasons(output):
    """What the report says of what is not covered, not kept and not followed."""
    try:
        modules = json.loads(output)["modules"]
    except (ValueError, KeyError):
        return []
    found = []
    for module in modules:
        found += [goal["reason"] for goal in module["goals"] if goal["verdict"] != "covered"]
        found += [test["note"] for test in module["tests"] if test["kind"] == "dropped"]
        found += [loss["construct"] for loss in module["losses"]] + module["warnings"]
    return list(dict.fromkeys(found))


def copy_cache(world, cache):
    """The tool's own files, so that it need not fetch and build them each time."""
    if cache is not None:
        shutil.copytree(f"/proc/self/fd/{cache}", world.cache / "everypath", dirs_exist_ok=True)
        for path in world.everything(world.cache):
            os.chown(path, *world.owner)


def check(subject, arguments):
    """Runs a subject; gives a result."""
    owner = tuple(arguments["owner"])
    isolated = arguments["isolated"]
    # Open, it can be read after something is mounted over the way to it.
    cache = arguments["cache"]
    arguments["cache"] = os.open(cache, os.O_PATH) if os.path.isdir(cache) else None
    if isolated:
        own_mounts()
        make_reachable(arguments["python"], owner)
    root = Path(tempfile.mkdtemp(prefix="everypath-hostile-", dir="/var/tmp"))
    os.chmod(root, 0o755)
    # Orphans become children of this process, so that none is lost from sight.
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    temporary = Path("/tmp" if isolated else tempfile.mkdtemp(prefix="everypath-hostile-tmp-"))
    if not isolated:
        arguments["environment"]["TMPDIR"] = str(temporary)
        os.chown(temporary, *owner)
    (root / "world").mkdir()
    world = World(root / "world", owner)
    try:
        return observe(subject, world, arguments, owner, temporary)
    finally:
        world.close()
        shutil.rmtree(root, ignore_errors=True)
        if not isolated:
            shutil.rmtree(temporary, ignore_errors=True)


def observe(subject, world, arguments, owner, temporary):
    if arguments["isolated"]:
        subprocess.run(["hostname", f"host{world.mark}"], check=True)
    copy_cache(world, arguments["cache"])
    offset = time.time() - time.monotonic()
    known = {world.sentinel.pid}
    watch = Watch(temporary, known)
    world.write_subject(subject)
    before = world.snapshot()
    before_temporary = set(os.listdir(temporary))
    watch.start()
    code, output, errors, took = run_tool(subject, world, arguments, owner)
    changes = left_alive(known)
    watch.ended.set()
    watch.join()
    changes += compare(before, world.snapshot()) + world.heard() + world.signalled()
    left = sorted(set(os.listdir(temporary)) - before_temporary)
    # Every Java machine makes this directory, and leaves it.
    left = [entry for entry in left if not entry.startswith("hsperfdata_")]
    # What was killed by this stage could not clean up.
    changes += (
        [] if code is None else [f"left in the temporary directory: {entry}" for entry in left]
    )
    changes += [
        f"left in /dev/shm: {entry}" for entry in arguments["isolated"] * os.listdir("/dev/shm")
    ]
    if abs(time.time() - time.monotonic() - offset) > 0.5:
        changes.append("the clock was set")
    if arguments["isolated"] and os.uname().nodename != f"host{world.mark}":
        changes.append("the host's name was changed")
    if watch.over:
        changes.append(watch.over)
    if watch.memory > CONSTANT_MEMORY + (SUBJECT_MEMORY_MB << 20):
        changes.append(f"{watch.memory >> 20} MB of memory were used")
    if arguments["isolated"] and watch.used > LARGEST_DISK:
        changes.append(f"{watch.used >> 20} MB of disk were used")
    texts = written(world, (output, errors))
    changes += leaks(subject, world, texts)
    faults = []
    if code is None:
        faults.append(f"it took more than {subject.seconds} s")
    elif code not in subject.exits:
        faults.append(f"exit code {code}, not {' or '.join(map(str, subject.exits))}")
    if "panicked" in errors:
        faults.append("the tool panicked")
    said = reasons(output) + [errors]
    # What is stood in for is not refused: nobody does it.
    is_stood_in = any(STOOD_IN in text for name, text in texts.items() if name.endswith(".py"))
    is_told = any(part in line for part in subject.refused for line in said)
    if subject.refused and not is_told and not is_stood_in:
        told = "; ".join(said).strip() or "nothing"
        faults.append(f"not told: {' or '.join(subject.refused)}; but: {told[:400]}")
    if code == 0:
        try:
            faults += run_suite(subject, world, arguments, owner)
        except subprocess.TimeoutExpired:
            faults.append("the suite hangs")
        left_alive(known)
    result = {"name": subject.name, "changes": changes, "faults": faults, "exit": code}
    result |= {"seconds": round(took, 1), "memory": watch.memory >> 20, "disk": watch.used >> 20}
    if arguments["show"]:
        kept = {name: text for name, text in texts.items() if not name.endswith(".html")}
        result["texts"] = kept
    return result


if __name__ == "__main__":
    ARGUMENTS = json.loads(sys.argv[1])
    print(json.dumps(check(subjects.read(Path(ARGUMENTS["subject"])), ARGUMENTS)))
