// hostile: handles every fault itself and jumps back into a loop
#include <setjmp.h>
#include <signal.h>
#include <string.h>

static sigjmp_buf back;

static void again(int number) {
    (void)number;
    siglongjmp(back, 1);
}

int stubborn(int mode) {
    struct sigaction action;
    if (mode != 21)
        return mode > 21;
    memset(&action, 0, sizeof action);
    action.sa_handler = again;
    action.sa_flags = SA_NODEFER;
    for (int i = 1; i < 32; i++)
        sigaction(i, &action, 0);
    sigsetjmp(back, 1);
    for (;;)
        *(volatile int *)0 = 1;
}
