/* Loaded before the C library: the time is another one, and so is the host's name. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* How far the time is ahead of the machine's, in seconds. */
static long ahead(void) {
    const char *text = getenv("KEEP_AHEAD");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    int code = (int)syscall(SYS_clock_gettime, clock, result);
    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        result->tv_sec += ahead();
    return code;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *result, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    result->tv_sec = now.tv_sec;
    result->tv_usec = now.tv_nsec / 1000;
    return 0;
}

int uname(struct utsname *result) {
    int code = (int)syscall(SYS_uname, result);
    const char *host = getenv("KEEP_HOST");
    if (code == 0 && host) {
        strncpy(result->nodename, host, sizeof result->nodename - 1);
        strcpy(result->release, "9.9.9-keep");
    }
    return code;
}

int gethostname(char *name, size_t size) {
    struct utsname machine;
    uname(&machine);
    strncpy(name, machine.nodename, size);
    return 0;
}
