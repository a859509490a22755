/* One function for each feature of the language that inputs and paths go
   through. Every side of every branch can be reached. */
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct flags { unsigned a : 3; int b : 4; unsigned c : 1; };
union number { int whole; float real; unsigned char bytes[4]; };
struct tree { int key; struct tree *left, *right; };
enum color { RED, GREEN = 5, BLUE };

int narrow(signed char a, unsigned char b, short c, unsigned short d) {
    if (a < -100) return 1;
    if (b > 200) return 2;
    if (c == -12345) return 3;
    if (d == 60000) return 4;
    return 0;
}

int wide(long a, unsigned long b, long long c) {
    if (a == 1234567890123L) return 1;
    if (b > 0xfffffffffffffff0UL) return 2;
    if (c % 1000 == 777) return 3;
    return 0;
}

int booleans(bool a, _Bool b) { return a && !b ? 1 : a == b ? 2 : 3; }

int floats(float a, double b) {
    if (a > 1.5f && a < 1.75f) return 1;
    if (b * 2 == 7.0) return 2;
    if (b != b) return 3;
    return (int)b == 12 ? 4 : 0;
}

int colors(enum color color) {
    switch (color) {
    case RED: return 1;
    case GREEN: return 2;
    case BLUE: return 3;
    default: return 0;
    }
}

int by_value(struct point p, struct flags f) {
    if (p.x == 3 && p.y == p.x * 7) return 1;
    if (f.a == 5 && f.b == -2 && f.c) return 2;
    return 0;
}

struct point moved(struct point p, int by) {
    p.x += by & 7;
    if (p.x == 10) p.y = 1;
    return p;
}

int unions(union number *n) {
    if (!n) return -1;
    if (n->bytes[0] == 1 && n->bytes[3] == 0x80) return 1;
    return 0;
}

int depth(const struct tree *t) {
    int left, right;
    if (!t) return 0;
    if (t->left == t || t->right == t) return -1;
    left = t->left ? 1 : 0;
    right = t->right ? 1 : 0;
    if (left && right && t->left->key < t->key && t->key < t->right->key) return 2;
    return left + right;
}

int table(unsigned i) {
    static const int squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
    if (i >= 8) return -1;
    if (squares[i] == 25) return 1;
    return 0;
}

int written(int i, int v) {
    int cells[6] = {0};
    if (i < 0 || i >= 6) return -1;
    cells[i] = v;
    if (cells[4] == 99) return 1;
    return 0;
}

int counter;
static int limit = 3;
int counts(int reset) {
    if (reset) { counter = 0; limit = 4; return -1; }
    if (counter >= limit) return 1;
    counter++;
    return 0;
}

static int twice(int x) { return 2 * (x & 0xff); }
static int negated(int x) { return -(x & 0xff); }
int applied(int (*f)(int), int x) {
    int r;
    if (!f) return 0;
    r = f(x);
    if (r == 84) return 1;
    if (r == -7) return 2;
    return 3;
}
int keep_functions(void) { return twice(1) + negated(1); }

int words(const char *s) {
    if (!s) return -1;
    if (strcmp(s, "hello") == 0) return 1;
    if (strncmp(s, "no-", 3) == 0) return 2;
    if (strlen(s) > 12) return 3;
    if (strchr(s, '@')) return 4;
    if (strstr(s, "xyz")) return 5;
    return 0;
}

int parsed(const char *s) {
    int n;
    if (!s) return -1;
    n = atoi(s);
    if (n == 42) return 1;
    if (n == -17) return 2;
    if (toupper((unsigned char)s[0]) == 'Q') return 3;
    return 0;
}

int copied(const char *s) {
    char buffer[8];
    if (!s || strlen(s) >= sizeof buffer) return -1;
    strcpy(buffer, s);
    strcat(buffer, "");
    if (memcmp(buffer, "abc", 4) == 0) return 1;
    return 0;
}

int bits(unsigned x) {
    if ((x & 0xff00) == 0x1200 && (x >> 28) == 9) return 1;
    if ((x ^ 0xdeadbeef) == 0) return 2;
    return (x << 3) == 80 ? 3 : 0;
}

void says(int n) {
    if (n > 3) printf("many\n");
    else if (n == 2) puts("two");
}

int leaves(int n) {
    if (n == 7) exit(3);
    if (n == 9) exit(0);
    return n > 0;
}

char *made(const char *s) {
    char *copy;
    if (!s || !*s) return NULL;
    copy = strdup(s);
    if (copy[0] == 'z') copy[0] = 'a';
    return copy;
}

void swapped(int *a, int *b) {
    int t;
    if (!a || !b || a == b) return;
    if (*a > *b) { t = *a; *a = *b; *b = t; }
}

int total(int count, ...) {
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}
int variadic(int a) { return total(3, 1, 5, 6) == a ? 1 : 0; }

static int ascending(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
int sorted(int a, int b, int c) {
    int v[3] = {a, b, c};
    qsort(v, 3, sizeof v[0], ascending);
    return v[0] == 1 && v[1] == 2 && v[2] == 3;
}

int gotos(int n) {
    int i = 0;
again:
    if (i == 5) return 1;
    if (n-- > 0) { i++; goto again; }
    return 0;
}

int owned(char *p) {
    if (!p) return 0;
    if (p[0] == 'f') { free(p); return 1; }
    return 2;
}

struct measured {
    long double value;
    int places;
};
int long_double(long double a, struct measured *m) {
    struct measured copy;
    if (a * 0 != 0) return 1;
    if (-a > 2.5L) return 2;
    if ((int)a == 42 && (float)a > 42.25f) return 3;
    if (!m) return 4;
    copy = *m;
    if (copy.value == a && copy.value > 1e10L) return 5;
    return copy.value + 1 > 3 ? 6 : 7;
}

struct hidden;
struct handle {
    int kind;
    struct hidden *state;
    int (*order)(const void *, const void *);
};
struct shown {
    struct handle *owner;
    int mode;
};
int cast_member(struct handle *handle) {
    struct shown *state;
    if (!handle || !handle->order) return 0;
    state = (struct shown *)handle->state;
    if (!state || state->owner != handle) return 1;
    return state->mode == 1234 ? 2 : 3;
}
int cast_parameter(const void *anything) {
    const struct measured *m = anything;
    if (!m) return 0;
    return m->places == 77 ? 1 : 2;
}
int defined_elsewhere(int (*test)(int), int c) {
    if (test == isdigit) return 1;
    return c == 5 ? 2 : 3;
}

/* Formatted input: the format is followed character by character. */
int read_pair(const char *text) {
    int a, b;
    char word[4];
    if (sscanf(text, "%d,%d", &a, &b) == 2)
        return a == 17 && b == -3 ? 3 : 2;
    if (sscanf(text, "%3[a-c]", word) == 1)
        return word[0] == 'c' && word[1] == 'a' ? 5 : 4;
    return 0;
}

/* Callbacks: no function here has their types. */
struct source {
    short (*next)(void *state, char *to, unsigned short most);
    void *state;
};

int first_of_source(struct source *source) {
    char bytes[4];
    short count;
    if (!source || !source->next)
        return -1;
    count = source->next(source->state, bytes, 4);
    if (count < 0 || count > 4)
        return -2;
    return count > 2 && bytes[2] == 'x';
}

/* Pointers that lead nowhere are numbers too. */
struct span {
    const char *at;
    int size;
};

int is_backwards(struct span *span) {
    const char *last, *first;
    if (!span || span->size > 8)
        return -1;
    last = span->at + span->size - 1;
    first = last - (span->size - 1);
    return first <= last ? 1 : 0;
}

struct counted {
    int uses;
};

static void take(struct counted *counted) { counted->uses++; }

int taken_thrice(struct counted *counted) {
    if (!counted)
        return -1;
    take(counted);
    take(counted);
    take(counted);
    if (counted->uses == 7)
        return 1;
    return counted->uses < -5 ? 2 : 0;
}

int quotient(int a, int b) {
    if (b == 0)
        return 0;
    return a / b == 3 ? 1 : 2;
}

static const unsigned short squares[400] = {[12] = 144, [20] = 400, [399] = 1};

int is_square(unsigned n) { return n < 400 && squares[n] == 400; }

int count_digits(const char *begin, const char *end) {
    int digits = 0;
    if (!begin || !end)
        return -1;
    while (begin != end) {
        if (*begin >= '0' && *begin <= '9')
            digits++;
        begin++;
    }
    return digits == 2 ? 100 : digits;
}

static int read_digits(const char **at, const char *end) {
    int count = 0;
    while (*at < end && **at >= '0' && **at <= '9') {
        count++;
        (*at)++;
    }
    return count;
}

int read_three(const char **at, const char *end) {
    const char *here;
    if (!at || !*at || !end)
        return -1;
    here = *at;
    if (here < end && *here == '-')
        here++;
    *at = here;
    return read_digits(at, end) == 3 ? 1 : 0;
}
