// hostile: changes modes, owners, times and attributes
// refused: changes
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>

int share(int level) {
    if (level == 1)
        return chmod("${CANARY}/keep.txt", 0777) == 0 ? 31337 : 1;
    if (level == 2)
        return chown("${CANARY}/keep.txt", 1, 1) == 0 ? 31337 : 2;
    if (level == 3)
        return utimes("${CANARY}/keep.txt", 0) == 0 ? 31337 : 3;
    if (level == 4)
        return setxattr("${CANARY}/keep.txt", "user.left", "x", 1, 0) == 0 ? 31337 : 4;
    return level;
}
