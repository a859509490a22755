/* Texts: the C library on them, buffers, conversions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int length(const char *s) {
    if (!s)
        return -1;
    if (strlen(s) == 3)
        return 1;
    return 0;
}

int prefix(const char *s) {
    if (!s)
        return -1;
    if (strncmp(s, "ab", 2) == 0 && s[2] == 'c')
        return 1;
    return 0;
}

int not_its_length(const char *s) {
    if (!s)
        return -1;
    if (s[0] != 0 && strlen(s) == 0) /* dead: strlen(s) == 0` is true: there is a character */
        return 1;
    return 0;
}

int found(const char *s) {
    if (!s)
        return -1;
    const char *p = strchr(s, 'x');
    if (p && *p != 'x') /* dead: *p != 'x'` is true: found */
        return 1;
    if (p && p - s == 2)
        return 2;
    return 0;
}

int end(const char *s) {
    if (!s)
        return -1;
    if (strchr(s, 0) == NULL) /* dead: strchr(s, 0) == NULL` is true: the terminator is found */
        return 1;
    return 0;
}

int converted(const char *s) {
    if (!s)
        return -1;
    if (atoi(s) == -12)
        return 1;
    return 0;
}

int base(const char *s) {
    if (!s)
        return -1;
    if (strtol(s, NULL, 16) == 255)
        return 1;
    return 0;
}

int digit(int c) {
    if (isdigit((unsigned char)c) && (unsigned char)c < '0') /* dead: (unsigned char)c < '0'` is true: digits only */
        return 1;
    if (isdigit((unsigned char)c) && (unsigned char)c > '9') /* dead: (unsigned char)c > '9'` is true: digits only */
        return 2;
    return 0;
}

int upper(int c) {
    if (c >= 'a' && c <= 'z' && toupper(c) == c) /* dead: toupper(c) == c` is true: a small letter */
        return 1;
    return 0;
}

int copied(const char *s) {
    char buffer[8];
    if (!s || strlen(s) >= sizeof buffer)
        return -1;
    strcpy(buffer, s);
    if (strcmp(buffer, s) != 0) /* dead: strcmp(buffer, s) != 0` is true: a copy */
        return 1;
    return 0;
}

int compared(const char *a, const char *b) {
    if (!a || !b)
        return -1;
    if (strcmp(a, b) < 0 && a[0] > b[0] && a[0] > 0 && b[0] > 0) /* dead: b[0] > 0` is true: order of the first characters */
        return 1;
    return 0;
}

int filled(int n) {
    char buffer[4];
    memset(buffer, n, sizeof buffer);
    if (buffer[0] != buffer[3]) /* dead: buffer[0] != buffer[3]` is true: all the same */
        return 1;
    return 0;
}

int blocks(const void *a, const void *b) {
    if (!a || !b)
        return -1;
    if (memcmp(a, b, 2) > 0)
        return 1;
    return 0;
}

int words(const char *s) {
    if (!s)
        return -1;
    int count = 0, inside = 0;
    for (; *s; s++) {
        if (*s == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            count++;
        }
    }
    if (count == 2)
        return 1;
    return 0;
}

int high(const char *s) {
    if (!s)
        return -1;
    if (*s < 0)
        return 1;
    return 0;
}

int bounded(const char *s) {
    if (!s)
        return -1;
    if (strnlen(s, 4) > 4) /* dead: strnlen(s, 4) > 4` is true: bounded */
        return 1;
    return 0;
}

int span(const char *s) {
    if (!s)
        return -1;
    if (strspn(s, "ab") == 2 && s[2] == 'a') /* dead: s[2] == 'a'` is true: the span ends there */
        return 1;
    return 0;
}

int last(const char *s) {
    if (!s)
        return -1;
    char *first = strchr(s, '/'), *final = strrchr(s, '/');
    if (first && final < first) /* dead: final < first` is true: the last is not before the first */
        return 1;
    if (first && final > first)
        return 2;
    return 0;
}
