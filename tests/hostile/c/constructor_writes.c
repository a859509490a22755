// hostile: a constructor and a destructor write and delete before and after main
// exit: 0 4
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void begin(void) {
    int file = open("${CANARY}/began", O_CREAT | O_WRONLY, 0600);
    if (file >= 0)
        close(file);
    unlink("${CANARY}/keep.txt");
}

__attribute__((destructor)) static void end(void) {
    rename("${CANARY}/keep.txt", "${CANARY}/kept.txt");
}

int limit(int value, int most) {
    if (value > most)
        return most;
    return value < 0 ? 0 : value;
}
