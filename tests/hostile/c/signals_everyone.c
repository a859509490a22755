// hostile: signals every process that there is
// refused: signal
// needs: namespaces
#include <signal.h>

int panic(int level) {
    if (level == 13)
        return kill(-1, SIGUSR1) == 0 ? 31337 : 1;
    return level / 2;
}
