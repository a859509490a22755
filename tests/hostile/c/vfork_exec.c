// hostile: starts programs by vfork, posix_spawn, system and popen
// refused: starts a process | starts a program
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

int launch(int way) {
    char *words[] = {"touch", "${CANARY}/launched", 0};
    pid_t child;
    FILE *pipe;
    if (way == 1) {
        child = vfork();
        if (child == 0) {
            execv("/usr/bin/touch", words);
            _exit(1);
        }
        return child > 0 ? 31337 : 1;
    }
    if (way == 2)
        return posix_spawn(&child, "/usr/bin/touch", 0, 0, words, environ) == 0 ? 31337 : 2;
    if (way == 3)
        return system("touch ${CANARY}/launched") == 0 ? 31337 : 3;
    if (way == 4) {
        pipe = popen("touch ${CANARY}/launched", "r");
        return pipe && pclose(pipe) == 0 ? 31337 : 4;
    }
    return 0;
}
