// hostile: cuts a log, by name and by a descriptor
// refused: writes a file
#include <fcntl.h>
#include <unistd.h>

int trim(int keep) {
    int file;
    if (keep == 10)
        return truncate("${CANARY}/sub/deep/log", 10) == 0 ? 31337 : 1;
    if (keep == 11) {
        file = open("${CANARY}/sub/deep/log", O_RDWR | O_TRUNC);
        return file >= 0 ? 31337 : 2;
    }
    return keep;
}
