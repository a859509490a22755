// hostile: loops for ever with every signal blocked
#include <signal.h>

int drain(int start) {
    if (start == 99) {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, 0);
        for (volatile int i = 0;; i++)
            ;
    }
    return start % 10;
}
