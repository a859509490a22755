// hostile: a constructor signals every process that there is
// exit: 0 4
// needs: namespaces
#include <signal.h>
#include <stdlib.h>

__attribute__((constructor)) static void begin(void) {
    kill(-1, SIGUSR1);
    kill(atoi("${SENTINEL}"), SIGTERM);
}

int parity(int x) {
    if (x & 1)
        return 1;
    return 0;
}
