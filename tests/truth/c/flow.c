/* Flow: loops, switches, memory, texts, callbacks. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

int looped(int n) {
    int i = 0;
    while (i < n && i < 4)
        i++;
    if (i > 4) /* dead: i > 4` is true: stops at four */
        return 1;
    return i;
}

int switched(int n) {
    switch (n & 3) { /* dead: case 4 is taken: two bits */
    case 0:
        return 1;
    case 3:
        return 2;
    case 4:
        return 3;
    }
    return 0;
}

int text(const char *s) {
    if (strcmp(s, "key") == 0)
        return 1;
    return 0;
}

int long_text(const char *s) {
    if (strlen(s) > 5000) /* beyond: is true: longer than the scope */
        return 1;
    return 0;
}

int allocated(size_t n) {
    char *p = malloc(n & 15);
    if (p == NULL)
        return 1;
    free(p);
    return 0;
}

int callback(int (*f)(int)) {
    if (f(1) && !f(1))
        return 1;
    return 0;
}

int initialised(int n) {
    int a[3] = {0};
    if (a[n & 1] != 0) /* dead: a[n & 1] != 0` is true: zeros */
        return 1;
    return 0;
}

int jumped(int n) {
    jmp_buf env;
    if (setjmp(env)) {
        return 1;
    }
    if (n == 5)
        longjmp(env, 1);
    return 0;
}

int deep(int n) {
    if (n <= 0)
        return 0;
    return 1 + deep(n - 1);
}

int unsigned_loop(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < (n & 3); i++)
        sum += i;
    if (sum == 3)
        return 1;
    if (sum == 2) /* dead: sum == 2` is true: 0, 0, 1 or 3 */
        return 2;
    return 0;
}

int assembly(int n) {
    int m = n;
    __asm__("addl $1, %0" : "+r"(m));
    if (m != n)
        return 1;
    return 0;
}

struct node {
    int value;
    struct node *next;
};

int ring(struct node *n) {
    if (n->next == n)
        return 1;
    return 0;
}

int sorted(struct node *n) {
    if (n->next != NULL && n->value > n->next->value && n->value < n->next->value) /* dead: n->value < n->next->value` is true: not both */
        return 1;
    return 0;
}

int copied(const char *s) {
    char buffer[4];
    strncpy(buffer, s, sizeof buffer);
    if (buffer[3] != 0)
        return 1;
    return 0;
}

union word {
    int number;
    unsigned char bytes[4];
};

int united(union word w) {
    if (w.number == 1 && w.bytes[3] == 1) /* dead: w.bytes[3] == 1` is true: little endian */
        return 1;
    return 0;
}
