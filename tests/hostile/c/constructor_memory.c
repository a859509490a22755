// hostile: a constructor takes all the memory that it can get
// exit: 0 3 4
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void begin(void) {
    for (int i = 0; i < 400; i++) {
        char *block = malloc(16 << 20);
        if (block)
            memset(block, 1, 16 << 20);
    }
}

int twice(int x) {
    if (x > 1000 || x < -1000)
        return 0;
    return x * 2;
}
