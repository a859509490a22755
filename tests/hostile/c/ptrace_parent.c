// hostile: attaches to its parent and to others
// refused: starts a process | changes the machine | trace
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

int attach(int mode) {
    if (mode == 1)
        return ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0 ? 31337 : 1;
    if (mode == 2)
        return ptrace(PTRACE_SEIZE, atoi("${SENTINEL}"), 0, 0) == 0 ? 31337 : 2;
    return mode;
}
