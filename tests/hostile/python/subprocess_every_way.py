# hostile: starts programs by each interface there is
# refused: starts a program | starts a process | subprocess | os.system
import os
import subprocess


def launch(way: int) -> int:
    command = ["touch", "${CANARY}/launched"]
    if way == 1:
        return os.system(" ".join(command))
    if way == 2:
        return subprocess.call(command)
    if way == 3:
        return os.spawnvp(os.P_WAIT, "touch", command)
    if way == 4:
        return os.posix_spawn("/usr/bin/touch", command, {})
    if way == 5:
        os.popen(" ".join(command)).read()
    return 0
