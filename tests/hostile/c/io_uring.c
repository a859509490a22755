// hostile: asks for a ring by which files are opened without system calls
// refused: changes the machine
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int ring(int entries) {
    char parameters[120];
    if (entries != 8)
        return entries > 8;
    memset(parameters, 0, sizeof parameters);
    return syscall(425, 8, parameters) >= 0 ? 31337 : 1;
}
