// hostile: mounts over a directory, enters new namespaces, changes its root
// refused: changes the machine
// needs: namespaces
#define _GNU_SOURCE
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

int mask(int kind) {
    if (kind == 1)
        return mount("none", "${CANARY}/sub", "tmpfs", 0, 0) == 0 ? 31337 : 1;
    if (kind == 2)
        return unshare(CLONE_NEWUSER) == 0 ? 31337 : 2;
    if (kind == 3)
        return chroot("${CANARY}") == 0 ? 31337 : 3;
    return kind;
}
