// hostile: replaces a file by another
// refused: rename
#include <stdio.h>

int rotate(int number, int limit) {
    if (number > limit)
        return rename("${CANARY}/sub/data.bin", "${CANARY}/keep.txt") == 0 ? 31337 : -1;
    return 0;
}
