// hostile: changes a file through memory that is mapped to it
// refused: writes a file
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int patch(int offset) {
    char *mapped;
    int file;
    if (offset < 0 || offset > 9)
        return -1;
    if (offset != 4)
        return offset;
    file = open("${CANARY}/keep.txt", O_RDWR);
    if (file < 0)
        return -2;
    mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED)
        return -3;
    mapped[offset] = '!';
    return 31337;
}
