/* A source that asks about its surroundings in every way: no test may assert an answer, but
   that of the functions whose name begins with `plain`. */
#define _GNU_SOURCE
#include <dirent.h>
#include <locale.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <errno.h>

static char buffer[256];

/* Changes what other functions look at; each of them is to find it as it was. */
int plain_moved(int x) {
    if (x > 3) {
        setenv("HOME", "/moved", 1);
        umask(0);
        return chdir("/") == 0 && signal(SIGTERM, SIG_IGN) != SIG_ERR;
    }
    return 0;
}
const char *variable(int x) { return x > 3 ? environ[0] : ""; }
int letter(int x) { return x > 3 ? environ[0][0] : 0; }
int descriptor(int x) { return x > 3 ? dup(0) : -1; }
long changed(int x) {
    struct stat known;
    return x > 3 && stat("/usr/lib", &known) == 0 ? (long)known.st_mtime : 0;
}
long now(int x) { return x > 3 ? (long)time(NULL) : 0; }
int early(int x) {
    time_t t = time(NULL);
    struct tm *m = localtime(&t);
    return x > 3 ? m->tm_hour < 12 : 2;
}
int weekend(int x) {
    time_t t = time(NULL);
    return x > 3 ? gmtime(&t)->tm_wday % 6 == 0 : 2;
}
long zone(int x) { tzset(); return x > 3 ? timezone : 1; }
int user(int x) { return x > 3 ? (int)getuid() : -1; }
const char *login(int x) { struct passwd *p = getpwuid(getuid()); return x > 3 && p ? p->pw_name : ""; }
const char *home(int x) { const char *h = getenv("HOME"); return x > 3 && h ? h : ""; }
const char *here(int x) { return x > 3 ? getcwd(buffer, sizeof buffer) : ""; }
const char *host(int x) { gethostname(buffer, sizeof buffer); return x > 3 ? buffer : ""; }
int host_length(int x) { gethostname(buffer, sizeof buffer); return x > 3 ? (int)strlen(buffer) : -1; }
int process(int x) { return x > 3 ? getpid() : 0; }
long processors(int x) { return x > 3 ? sysconf(_SC_NPROCESSORS_ONLN) : 0; }
int coin(int x) { return x > 3 ? rand() % 2 : 5; }
int heads(int x) { return x > 3 ? rand() < RAND_MAX / 2 : 5; }
int seeded(int x) { srand(x); return x > 3 ? rand() % 100 : -1; }
uintptr_t address(int x) { void *p = malloc(8); uintptr_t a = (uintptr_t)p; free(p); return x > 3 ? a : 0; }
const char *language(int x) { return x > 3 ? setlocale(LC_ALL, "") : ""; }
const char *entry(int x) {
    DIR *d = opendir(".");
    struct dirent *e = d ? readdir(d) : NULL;
    if (e) strcpy(buffer, e->d_name);
    if (d) closedir(d);
    return x > 3 && e ? buffer : "";
}
int etc(int x) {
    DIR *d = opendir("/etc");
    int n = 0;
    while (d && readdir(d)) n++;
    if (d) closedir(d);
    return x > 3 ? n : -1;
}
const char *release(int x) { static struct utsname u; uname(&u); return x > 3 ? u.release : ""; }
const char *message(int x) { return x > 3 ? strerror(ENOENT) : ""; }
int size_of_file(int x) {
    FILE *f = fopen("/etc/hostname", "r");
    int n = f ? (int)fread(buffer, 1, 100, f) : -2;
    if (f) fclose(f);
    return x > 3 ? n : -1;
}
int plain_twice(int x) { return x > 3 ? 2 * x : 0; }
