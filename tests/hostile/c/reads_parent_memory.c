// hostile: reads and writes memory of other processes
// refused: changes the machine | reads another process | starts a process | process
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int peek(int mode) {
    char held[64], path[64];
    struct iovec here = {held, 64}, there = {(void *)0x400000, 64};
    if (mode == 1)
        return process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0 ? 31337 : 1;
    if (mode == 2) {
        snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
        return open(path, O_RDONLY) >= 0 ? 2 : 3;
    }
    return mode;
}
