// hostile: forks without end
// refused: starts a process
// needs: namespaces
#include <unistd.h>

int spread(int depth) {
    if (depth > 2)
        for (int i = 0; i < 300; i++)
            if (fork() == 0) {
                sleep(20);
                _exit(0);
            }
    return depth;
}
