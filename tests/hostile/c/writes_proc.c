// hostile: writes to /proc: the host's name, and how soon another process is ended
// refused: writes a file
#include <stdio.h>

static int put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file)
        return 1;
    fputs(text, file);
    fclose(file);
    return 31337;
}

int tune(int knob) {
    if (knob == 1)
        return put("/proc/sys/kernel/hostname", "changed");
    if (knob == 2)
        return put("/proc/${SENTINEL}/oom_score_adj", "1000");
    return knob;
}
