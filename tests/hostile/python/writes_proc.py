# hostile: writes to /proc: the host's name, and how soon another process is ended
# refused: writes a file
def tune(knob: int) -> int:
    if knob == 1:
        with open("/proc/sys/kernel/hostname", "w") as file:
            file.write("changed")
        return 31337
    if knob == 2:
        with open("/proc/${SENTINEL}/oom_score_adj", "w") as file:
            file.write("1000")
        return 31337
    return knob
