// hostile: leaves shared memory behind, which lives until the machine stops
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/shm.h>

int publish(int size) {
    if (size == 64)
        return shm_open("/left-${MARK}", O_CREAT | O_RDWR, 0600) >= 0 ? 31337 : 1;
    if (size == 65)
        return shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0 ? 2 : 3;
    return size > 65;
}
