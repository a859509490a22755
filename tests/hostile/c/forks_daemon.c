// hostile: becomes a daemon by two forks
// refused: starts a process
#include <stdlib.h>
#include <unistd.h>

int detach(int enabled) {
    if (enabled != 1)
        return 0;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 0; i < 300; i++)
                usleep(100000);
        }
        _exit(0);
    }
    return 31337;
}
