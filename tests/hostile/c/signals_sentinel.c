// hostile: ends another process, and its own parent and group
// refused: signal
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int stop(int which) {
    if (which == 1)
        return kill(atoi("${SENTINEL}"), SIGTERM) == 0 ? 31337 : 1;
    if (which == 2)
        return kill(getppid(), SIGTERM) == 0 ? 31337 : 2;
    if (which == 3)
        return killpg(getpgid(getppid()), SIGTERM) == 0 ? 31337 : 3;
    return which;
}
