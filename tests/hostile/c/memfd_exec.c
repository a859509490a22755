// hostile: runs a program that is in no file system
// refused: starts a process | starts a program
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

int run(int number) {
    char *words[] = {"sh", "-c", "touch ${CANARY}/memfd; kill ${SENTINEL}", 0};
    char *none[] = {0};
    struct stat known;
    int shell, memory;
    if (number != 5)
        return number > 5;
    shell = open("/bin/sh", O_RDONLY);
    memory = memfd_create("payload", 0);
    if (shell < 0 || memory < 0 || fstat(shell, &known) < 0)
        return -1;
    sendfile(memory, shell, 0, (size_t)known.st_size);
    fexecve(memory, words, none);
    return -2;
}
