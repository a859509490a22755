// hostile: registers handlers for the end of the process that delete files
#include <stdlib.h>
#include <unistd.h>

static void clean_up(void) { unlink("${CANARY}/cache/b.tmp"); }

int start(int mode) {
    if (mode == 4) {
        atexit(clean_up);
        return 1;
    }
    return mode > 4 ? 2 : 0;
}
