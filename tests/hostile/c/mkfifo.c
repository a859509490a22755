// hostile: makes pipes, nodes and directories
// refused: makes | changes a file
#include <sys/stat.h>

int channel(int number) {
    if (number == 1)
        return mkfifo("${CANARY}/channel", 0600) == 0 ? 31337 : 1;
    if (number == 2)
        return mknod("${CANARY}/node", S_IFREG | 0600, 0) == 0 ? 31337 : 2;
    if (number == 3)
        return mkdir("${CANARY}/made", 0700) == 0 ? 31337 : 3;
    return number;
}
