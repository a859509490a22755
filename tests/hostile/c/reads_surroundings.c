// hostile: returns the user, host, directory and process that it runs as
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char held[512];

const char *about(int what) {
    struct passwd *known;
    held[0] = 0;
    if (what == 1)
        gethostname(held, sizeof held);
    if (what == 2)
        getcwd(held, sizeof held);
    if (what == 3) {
        known = getpwuid(getuid());
        strcpy(held, known ? known->pw_dir : "none");
    }
    if (what == 4)
        snprintf(held, sizeof held, "%d", (int)getpid());
    return held;
}
