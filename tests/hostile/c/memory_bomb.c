// hostile: takes and touches all the memory that it can get
#include <stdlib.h>
#include <string.h>

int table(int rows) {
    char *block;
    long total = 0;
    if (rows != 77)
        return rows > 77;
    while ((block = malloc(16 << 20))) {
        memset(block, 1, 16 << 20);
        total += 16;
    }
    return total > 4096 ? 31337 : 1;
}
