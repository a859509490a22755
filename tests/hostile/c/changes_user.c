// hostile: becomes another user, and tries to come back with more
#include <sys/prctl.h>
#include <unistd.h>

int become(int user) {
    if (user == 1000)
        return setuid(1000) + seteuid(0);
    if (user == 2000)
        return prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 ? 31337 : 1;
    return user > 0;
}
