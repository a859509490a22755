// hostile: reads the whole environment by the table behind it
#include <string.h>

extern char **environ;
static char held[4096];

const char *everything(int index) {
    if (index != 1)
        return "";
    held[0] = 0;
    for (char **entry = environ; *entry && strlen(held) + strlen(*entry) < 4000; entry++)
        strcat(held, *entry);
    return held;
}
