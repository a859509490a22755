// hostile: takes limits and priorities away from processes of others
// refused: changes another process
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>

int starve(int way) {
    if (way == 5) {
        struct rlimit limit = {0, 0};
        return prlimit(atoi("${SENTINEL}"), RLIMIT_NOFILE, &limit, NULL) == 0 ? 31337 : 1;
    }
    if (way == 6)
        return setpriority(PRIO_PROCESS, atoi("${SENTINEL}"), 19) == 0 ? 31337 : 2;
    return way / 2;
}
