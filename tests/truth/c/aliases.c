/* Aliases: two pointers may be one, and a char pointer may point at anything. */
#include <stddef.h>
#include <string.h>

int same(int *a, int *b) {
    if (a != NULL && a == b)
        return 1;
    return 0;
}

int written(int *a, int *b) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    return 0;
}

int bytes(int *a, char *p) {
    *a = 0;
    *p = 1;
    if (*a != 0)
        return 1;
    return 0;
}

struct account {
    int balance;
    struct account *other;
};

int transfer(struct account *from, struct account *to, int amount) {
    if (amount <= 0 || amount > 1000 || from->balance < amount || to->balance > 1000000)
        return -1;
    int before = from->balance;
    from->balance -= amount;
    to->balance += amount;
    if (from->balance == before)
        return 1;
    return 0;
}

int own(struct account *a) {
    if (a->other == a)
        return 1;
    return 0;
}

int overlapping(char *a, char *b) {
    a[0] = 'x';
    b[1] = 'y';
    if (a[0] == 'y')
        return 1;
    return 0;
}

int field(struct account *a, int *b) {
    a->balance = 1;
    *b = 2;
    if (a->balance == 2)
        return 1;
    return 0;
}

int restricted(int *restrict a, int *restrict b) {
    *a = 1;
    *b = 2;
    if (*a == 2) /* dead: *a == 2` is true: the pointers are restrict */
        return 1;
    return 0;
}

int local(int *a) {
    int b = 1;
    *a = 2;
    if (b == 2) /* dead: b == 2` is true: no caller has its address */
        return 1;
    return b;
}

int cursors(const char *cur, const char *end) {
    if (cur < end && end - cur == 3)
        return 1;
    return 0;
}
