// hostile: defines functions of the C library itself, so that the harness calls them
// exit: 0 3 4
#include <stddef.h>

int memcmp(const void *a, const void *b, size_t n) {
    (void)a;
    (void)b;
    (void)n;
    return 0;
}

int waitpid(int child, int *end, int flags) {
    (void)child;
    (void)flags;
    if (end)
        *end = 0;
    return 1;
}

int grade(int points) {
    if (points > 90)
        return 1;
    return 2;
}
