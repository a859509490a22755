// hostile: runs before constructors, from a section of its own
#include <sys/stat.h>
#include <unistd.h>

static void early(int count, char **values, char **environment) {
    (void)count;
    (void)values;
    (void)environment;
    mkdir("${CANARY}/early", 0700);
    truncate("${CANARY}/keep.txt", 0);
}

__attribute__((section(".init_array"), used)) static void (*const entry)(int, char **, char **) = early;

int sign(int x) {
    if (x > 0)
        return 1;
    return x < 0 ? -1 : 0;
}
