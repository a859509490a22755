// hostile: changes directory, mask, zone, locale, limits and environment of the process
#include <locale.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int configure(int mode) {
    struct rlimit few = {4, 4};
    if (mode == 1)
        return chdir("/");
    if (mode == 2)
        return (int)umask(0) >= 0;
    if (mode == 3) {
        setenv("TZ", "Pacific/Chatham", 1);
        tzset();
        return setlocale(LC_ALL, "") != 0;
    }
    if (mode == 4)
        return setrlimit(RLIMIT_NOFILE, &few);
    if (mode == 5)
        return clearenv();
    return mode;
}
