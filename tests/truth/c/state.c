/* State: globals that other files set, memory that hardware changes, statics that calls change. */
#include <stdlib.h>

int shared;
static int hidden;
static int counter;
const int limit = 10;
volatile int device;
extern int elsewhere;
static int table[4];
static int untouched[4];
char *name;

int public_global(int n) {
    if (n > 0 && shared > n)
        return 1;
    return 0;
}

int external(int n) {
    if (n > 0 && elsewhere == n)
        return 1;
    return 0;
}

int never_written(int n) {
    if (n > 0 && hidden != 0) /* dead: hidden != 0` is true: static, and nothing writes it */
        return 1;
    return 0;
}

int counted(int n) {
    counter++;
    if (n > 0 && counter > 2)
        return 1;
    return 0;
}

int limited(int n) {
    if (n < 5 && n > limit) /* dead: n > limit` is true: a constant */
        return 1;
    return 0;
}

int device_changes(int n) {
    int a = device;
    int b = device;
    if (a != b && n > 0)
        return 1;
    return 0;
}

int device_is(int n) {
    if (device == 7 && device == 8)
        return 1;
    return n;
}

void store(int at, int value) {
    table[at & 3] = value;
}

int stored(int at) {
    if (table[at & 3] == 7)
        return 1;
    return 0;
}

int zeros(int at) {
    if (untouched[at & 3] != 0) /* dead: untouched[at & 3] != 0` is true: static, and nothing writes it */
        return 1;
    return 0;
}

int named(int n) {
    if (n > 0 && name != NULL && name[0] == 'x')
        return 1;
    return 0;
}

int local_static(int n) {
    static int calls;
    calls++;
    if (n == 2 && calls > 1)
        return 1;
    return 0;
}

int environment(int n) {
    if (n > 0 && getenv("TRUTH_FLAG") != NULL)
        return 1;
    return 0;
}
