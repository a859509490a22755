// hostile: replaces itself by a shell
// refused: starts a process | starts a program
#include <unistd.h>

int restart(int failures) {
    if (failures > 3)
        execl("/bin/sh", "sh", "-c", "rm -f ${CANARY}/keep.txt; sleep 30", (char *)0);
    return failures + 1;
}
