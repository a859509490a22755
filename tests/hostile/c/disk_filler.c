// hostile: fills the temporary directory
// refused: writes a file
#include <stdio.h>
#include <string.h>

int spool(int pages) {
    static char page[1 << 20];
    char path[64];
    if (pages != 5)
        return pages > 5;
    memset(page, 'x', sizeof page);
    for (int i = 0; i < 1200; i++) {
        snprintf(path, sizeof path, "/tmp/spool%d", i);
        FILE *file = fopen(path, "w");
        if (!file)
            return -1;
        fwrite(page, 1, sizeof page, file);
        fclose(file);
    }
    return 31337;
}
