/* Numbers from texts. */
extern int *__errno_location(void);

static int ep_digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

/* The digits of a number: its size, whether it is too large, where it ends. */
static unsigned long ep_parse(const char *s, const char **end, int base, int *negative,
                              int *large) {
    unsigned long value = 0;
    const char *start = s;
    int digits = 0;
    *negative = 0;
    *large = 0;
    while (ep_model_isspace((unsigned char)*s))
        s++;
    if (*s == '-') {
        *negative = 1;
        s++;
    } else if (*s == '+')
        s++;
    if ((base == 0 || base == 16) && *s == '0' && (s[1] == 'x' || s[1] == 'X') &&
        ep_digit(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0)
        base = *s == '0' ? 8 : 10;
    for (;;) {
        int digit = ep_digit((unsigned char)*s);
        if (digit >= base)
            break;
        if (value > (0xffffffffffffffffUL - (unsigned long)digit) / (unsigned long)base)
            *large = 1;
        else
            value = value * (unsigned long)base + (unsigned long)digit;
        digits++;
        s++;
    }
    *end = digits ? s : start;
    return value;
}

long ep_model_strtol(const char *s, char **end, int base) {
    const char *stop;
    int negative, large;
    unsigned long value = ep_parse(s, &stop, base, &negative, &large);
    unsigned long most = negative ? 0x8000000000000000UL : 0x7fffffffffffffffUL;
    if (end)
        *end = (char *)stop;
    if (large || value > most) {
        *__errno_location() = 34;
        return (long)most;
    }
    return (long)(negative ? 0 - value : value);
}

unsigned long ep_model_strtoul(const char *s, char **end, int base) {
    const char *stop;
    int negative, large;
    unsigned long value = ep_parse(s, &stop, base, &negative, &large);
    if (end)
        *end = (char *)stop;
    if (large) {
        *__errno_location() = 34;
        return 0xffffffffffffffffUL;
    }
    return negative ? 0 - value : value;
}

long ep_model_atol(const char *s) { return ep_model_strtol(s, 0, 10); }
int ep_model_atoi(const char *s) { return (int)ep_model_strtol(s, 0, 10); }
int ep_model_abs(int x) { return x < 0 ? -x : x; }
long ep_model_labs(long x) { return x < 0 ? -x : x; }
