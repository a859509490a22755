// hostile: ends the process by each way there is
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int leave(int code) {
    if (code == 1)
        exit(0);
    if (code == 2)
        _exit(0);
    if (code == 3)
        abort();
    if (code == 4)
        syscall(SYS_exit_group, 0);
    if (code == 5)
        raise(SIGKILL);
    if (code == 6)
        quick_exit(0);
    return code;
}
