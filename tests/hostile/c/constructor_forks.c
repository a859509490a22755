// hostile: a constructor leaves children behind
// exit: 0 4
#include <unistd.h>

__attribute__((constructor)) static void begin(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int i = 0; i < 300; i++)
                usleep(100000);
        }
        _exit(0);
    }
}

int step(int x) {
    if (x > 9)
        return 0;
    return x + 1;
}
