// hostile: links a file, by hard links and symbolic ones
// refused: link
#include <unistd.h>

int backup(int copies) {
    if (copies == 1)
        return link("${CANARY}/keep.txt", "${CANARY}/keep.1") == 0 ? 31337 : 1;
    if (copies == 2)
        return symlink("${CANARY}/keep.txt", "${CANARY}/keep.2") == 0 ? 31337 : 2;
    return copies;
}
