/* Strings and memory. Each function is as plain as can be: its branches are
   what the exploration sees. */
typedef unsigned long ep_size;
extern void *malloc(ep_size);
extern void *memcpy(void *, const void *, ep_size);

ep_size ep_model_strlen(const char *s) {
    ep_size n = 0;
    while (s[n])
        n++;
    return n;
}

ep_size ep_model_strnlen(const char *s, ep_size most) {
    ep_size n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

int ep_model_strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

int ep_model_strcoll(const char *a, const char *b) { return ep_model_strcmp(a, b); }

int ep_model_strncmp(const char *a, const char *b, ep_size n) {
    while (n > 0 && *a && *a == *b) {
        a++;
        b++;
        n--;
    }
    return n == 0 ? 0 : (int)(unsigned char)*a - (int)(unsigned char)*b;
}

static int ep_lower(int c) { return (c >= 'A') & (c <= 'Z') ? c + 32 : c; }

int ep_model_strcasecmp(const char *a, const char *b) {
    while (*a && ep_lower((unsigned char)*a) == ep_lower((unsigned char)*b)) {
        a++;
        b++;
    }
    return ep_lower((unsigned char)*a) - ep_lower((unsigned char)*b);
}

int ep_model_strncasecmp(const char *a, const char *b, ep_size n) {
    while (n > 0 && *a && ep_lower((unsigned char)*a) == ep_lower((unsigned char)*b)) {
        a++;
        b++;
        n--;
    }
    return n == 0 ? 0 : ep_lower((unsigned char)*a) - ep_lower((unsigned char)*b);
}

char *ep_model_strcpy(char *to, const char *from) {
    char *start = to;
    while ((*to++ = *from++))
        ;
    return start;
}

char *ep_model_stpcpy(char *to, const char *from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

char *ep_model_strncpy(char *to, const char *from, ep_size n) {
    ep_size i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *ep_model_strcat(char *to, const char *from) {
    ep_model_strcpy(to + ep_model_strlen(to), from);
    return to;
}

char *ep_model_strncat(char *to, const char *from, ep_size n) {
    char *end = to + ep_model_strlen(to);
    while (n-- > 0 && *from)
        *end++ = *from++;
    *end = 0;
    return to;
}

char *ep_model_strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (!*s)
            return 0;
    }
}

char *ep_model_strchrnul(const char *s, int c) {
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

char *ep_model_strrchr(const char *s, int c) {
    const char *found = 0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (!*s)
            return (char *)found;
    }
}

char *ep_model_strstr(const char *s, const char *wanted) {
    for (;; s++) {
        const char *a = s, *b = wanted;
        while (*b && *a == *b) {
            a++;
            b++;
        }
        if (!*b)
            return (char *)s;
        if (!*s) {
            /* Libraries read all of what is wanted, so that it has to have an end. */
            while (*b)
                b++;
            return 0;
        }
    }
}

ep_size ep_model_strspn(const char *s, const char *set) {
    ep_size n = 0;
    for (; s[n]; n++) {
        const char *c = set;
        while (*c && *c != s[n])
            c++;
        if (!*c)
            break;
    }
    return n;
}

ep_size ep_model_strcspn(const char *s, const char *set) {
    ep_size n = 0;
    for (; s[n]; n++) {
        const char *c = set;
        while (*c && *c != s[n])
            c++;
        if (*c)
            break;
    }
    return n;
}

char *ep_model_strpbrk(const char *s, const char *set) {
    s += ep_model_strcspn(s, set);
    return *s ? (char *)s : 0;
}

char *ep_model_strtok_r(char *s, const char *set, char **state) {
    char *start;
    if (!s)
        s = *state;
    if (!s)
        return 0;
    s += ep_model_strspn(s, set);
    if (!*s) {
        *state = s;
        return 0;
    }
    start = s;
    s += ep_model_strcspn(s, set);
    if (*s)
        *s++ = 0;
    *state = s;
    return start;
}

static char *ep_token;

char *ep_model_strtok(char *s, const char *set) { return ep_model_strtok_r(s, set, &ep_token); }

char *ep_model_strsep(char **state, const char *set) {
    char *start = *state, *end;
    if (!start)
        return 0;
    end = start + ep_model_strcspn(start, set);
    if (*end)
        *end++ = 0;
    else
        end = 0;
    *state = end;
    return start;
}

char *ep_model_strdup(const char *s) {
    ep_size n = ep_model_strlen(s) + 1;
    char *copy = malloc(n);
    if (copy)
        memcpy(copy, s, n);
    return copy;
}

char *ep_model_strndup(const char *s, ep_size most) {
    ep_size n = ep_model_strnlen(s, most);
    char *copy = malloc(n + 1);
    if (copy) {
        memcpy(copy, s, n);
        copy[n] = 0;
    }
    return copy;
}

int ep_model_memcmp(const void *a, const void *b, ep_size n) {
    const unsigned char *x = a, *y = b;
    for (ep_size i = 0; i < n; i++)
        if (x[i] != y[i])
            return (int)x[i] - (int)y[i];
    return 0;
}

void *ep_model_memchr(const void *s, int c, ep_size n) {
    const unsigned char *x = s;
    for (ep_size i = 0; i < n; i++)
        if (x[i] == (unsigned char)c)
            return (void *)(x + i);
    return 0;
}

void *ep_model_memrchr(const void *s, int c, ep_size n) {
    const unsigned char *x = s;
    while (n-- > 0)
        if (x[n] == (unsigned char)c)
            return (void *)(x + n);
    return 0;
}

void *ep_model_rawmemchr(const void *s, int c) {
    const unsigned char *x = s;
    while (*x != (unsigned char)c)
        x++;
    return (void *)x;
}

void *ep_model_mempcpy(void *to, const void *from, ep_size n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void ep_model_bzero(void *s, ep_size n) {
    char *x = s;
    for (ep_size i = 0; i < n; i++)
        x[i] = 0;
}
