"""The processes below this one: how many, how large, and what is left of them."""

import contextlib
import os
import signal
import threading
import time

# Past these everything is ended: they keep the machine safe, whatever the tool does.
END_MEMORY = 4 << 30
END_PROCESSES = 400


class Watch(threading.Thread):
    """Looks at the memory, processes and disk of the stage, and ends it at a limit."""

    def __init__(self, disk, spared):
        super().__init__(daemon=True)
        self.spared = spared
        self.disk = disk
        self.free = os.statvfs(disk).f_bavail
        self.memory = self.used = self.processes = 0
        self.over = None
        self.ended = threading.Event()

    def run(self):
        page = os.sysconf("SC_PAGE_SIZE")
        while not self.ended.wait(0.05):
            pids = others()
            memory = 0
            for pid in pids:
                try:
                    with open(f"/proc/{pid}/statm") as numbers:
                        memory += int(numbers.read().split()[1]) * page
                except (OSError, IndexError):
                    continue
            free = os.statvfs(self.disk)
            self.memory = max(self.memory, memory)
            self.processes = max(self.processes, len(pids))
            self.used = max(self.used, (self.free - free.f_bavail) * free.f_frsize)
            if memory > END_MEMORY or len(pids) > END_PROCESSES:
                self.over = f"{len(pids)} processes with {memory >> 20} MB were ended"
                for pid in pids:
                    if pid not in self.spared:
                        kill(pid)


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def processes():
    """The state and the parent of each process."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat") as text:
            state, parent = text.read().rsplit(")", 1)[1].split()[:2]
            found[int(name)] = state, int(parent)
    return found


def others():
    """The processes below this one."""
    known = {pid: parent for pid, (state, parent) in processes().items() if state not in "ZX"}
    below, level = [], {os.getpid()}
    while level:
        level = {pid for pid, parent in known.items() if parent in level and pid not in below}
        below.extend(level)
    return below


def words(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as text:
            return text.read().replace(b"\0", b" ").decode(errors="replace").strip()[:120]
    except OSError:
        return "?"


def left_alive(known):
    """What is alive two seconds later, and ends it."""
    deadline = time.monotonic() + 2
    left = []
    while time.monotonic() < deadline:
        reap(known)
        left = [pid for pid in others() if pid not in known]
        if not left:
            return []
        time.sleep(0.05)
    told = [f"left alive: {words(pid)}" for pid in left]
    for pid in left:
        kill(pid)
    return told


def reap(known):
    """Orphans come to this process, which has to wait for them."""
    for pid, (state, parent) in processes().items():
        if state == "Z" and parent == os.getpid() and pid not in known:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
