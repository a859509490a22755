// hostile: a constructor never ends and ignores signals
// exit: 0 3 4
// seconds: 60
#include <signal.h>

__attribute__((constructor)) static void begin(void) {
    for (int i = 1; i < 64; i++)
        signal(i, SIG_IGN);
    for (;;)
        ;
}

int one(int x) {
    if (x == 1)
        return 1;
    return 0;
}
