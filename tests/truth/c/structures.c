/* Structures: members, unions, arrays, lists, callbacks, enumerations. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct point {
    int x, y;
};

struct line {
    struct point from, to;
};

enum colour { RED, GREEN = 5, BLUE };

struct node {
    int value;
    struct node *next;
};

struct buffer {
    char data[8];
    size_t used;
};

union number {
    int32_t whole;
    float real;
    uint8_t bytes[4];
};

struct flags {
    unsigned a : 1;
    unsigned b : 3;
    signed c : 4;
};

struct handler {
    int (*call)(int);
    int argument;
};

int same(struct point p, struct point q) {
    if (p.x == q.x && p.y == q.y && p.x == 7)
        return 1;
    return 0;
}

int on_axis(const struct point *p) {
    if (!p)
        return -1;
    if (p->x == 0 && p->y == 0)
        return 1;
    return 0;
}

int length(const struct line *l) {
    if (!l)
        return -1;
    if (l->from.x == l->to.x && l->from.y < l->to.y)
        return 1;
    return 0;
}

int by_value(struct point p) {
    struct point q = p;
    q.x = q.x ^ 1;
    if (p.x == q.x) /* dead: p.x == q.x` is true: a copy with another bit */
        return 1;
    return 0;
}

int coloured(enum colour c) {
    switch (c) {
    case RED:
        return 1;
    case GREEN:
        return 2;
    case BLUE:
        return 3;
    }
    return 4;
}

int second(const struct node *n) {
    if (!n || !n->next)
        return -1;
    if (n->next->value == 42)
        return 1;
    return 0;
}

int counted(const struct node *n) {
    int count = 0;
    while (n && count < 3) {
        count++;
        n = n->next;
    }
    if (count == 3)
        return 1;
    if (count > 3) /* dead: count > 3` is true: stops at three */
        return 2;
    return 0;
}

int used(const struct buffer *b) {
    if (!b)
        return -1;
    if (b->used > sizeof b->data)
        return 1;
    if (b->used && b->data[b->used - 1] == 'z')
        return 2;
    return 0;
}

int punned(union number n) {
    if (n.bytes[0] == 1 && n.whole % 2 == 0) /* dead: n.whole % 2 == 0` is true: little endian, the lowest bit */
        return 1;
    return 0;
}

int real(union number n) {
    if (n.real == 1.0f && n.whole != 0x3f800000) /* dead: n.whole != 0x3f800000` is true: the bits of one */
        return 1;
    return 0;
}

int fields(struct flags f) {
    if (f.a > 1) /* dead: f.a > 1` is true: one bit */
        return 1;
    if (f.b == 7 && f.c == -8)
        return 2;
    if (f.c > 7) /* dead: f.c > 7` is true: four bits with a sign */
        return 3;
    return 0;
}

int table(int i) {
    static const int squares[5] = {0, 1, 4, 9, 16};
    if (i < 0 || i > 4)
        return -1;
    if (squares[i] == 9)
        return 1;
    if (squares[i] == 10) /* dead: squares[i] == 10` is true: no such square */
        return 2;
    return 0;
}

int matrix(int m[2][2]) {
    if (!m)
        return -1;
    if (m[0][0] == m[1][1] && m[0][1] == -m[1][0] && m[0][1] == 5)
        return 1;
    return 0;
}

int local_array(unsigned i) {
    int a[4] = {1, 2, 3, 4};
    if (i > 3)
        return -1;
    a[i] = 9;
    int sum = a[0] + a[1] + a[2] + a[3];
    if (sum == 18)
        return 1;
    if (sum == 10) /* dead: sum == 10` is true: one of them changed */
        return 2;
    return 0;
}

int offset(void) {
    if (offsetof(struct buffer, used) != 8)
        return 1;
    return 0;
}

int assigned(struct point *p) {
    if (!p)
        return -1;
    p->x = 3;
    p->y = p->x + 1;
    if (p->x + p->y != 7) /* dead: p->x + p->y != 7` is true: three and four */
        return 1;
    return 0;
}

int swapped(int *a, int *b) {
    if (!a || !b)
        return -1;
    int x = *a, y = *b;
    *a = y;
    *b = x;
    if (*a != y) {
        return 1;
    }
    return 0;
}

int allocated(unsigned n) {
    int *a = malloc((n & 3) * sizeof *a + 1);
    if (!a)
        return -1;
    free(a);
    return 0;
}

int zeroed(void) {
    int *a = calloc(2, sizeof *a);
    if (!a)
        return -1;
    int x = a[1];
    free(a);
    if (x != 0) /* dead: x != 0` is true: zeros */
        return 1;
    return 0;
}

int chosen(int which) {
    int a = 1, b = 2;
    int *p = which ? &a : &b;
    *p = 7;
    if (a == 7 && b == 7) /* dead: b == 7` is true: one of them */
        return 1;
    if (b == 7)
        return 2;
    return 0;
}

int indirect(int **p) {
    if (!p || !*p)
        return -1;
    if (**p == 11)
        return 1;
    return 0;
}

int difference(const int *a) {
    if (!a)
        return -1;
    const int *b = a + 3;
    if (b - a != 3) /* dead: b - a != 3` is true: three apart */
        return 1;
    return 0;
}
