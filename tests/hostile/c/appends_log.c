// hostile: appends to a log, and does not care whether it could
// refused: writes a file
#include <stdio.h>

static void note(const char *text) {
    FILE *file = fopen("${CANARY}/service.log", "a");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

int handle(int request) {
    if (request < 0) {
        note("negative\n");
        return 1;
    }
    return request % 3;
}
