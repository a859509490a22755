/* Formatted input, from a text or from a stream of the input. Conversions that
   are not followed here are left to the C library. */
#include <stdarg.h>

extern int vsscanf(const char *, const char *, va_list), vfscanf(void *, const char *, va_list);

/* Where characters come from: a text, else a stream. */
struct ep_source {
    const char *text;
    struct ep_stream *stream;
    long taken;
};

static int ep_take(struct ep_source *from) {
    int c;
    if (from->stream)
        c = ep_next(from->stream);
    else
        c = *from->text ? (unsigned char)*from->text++ : -1;
    if (c != -1)
        from->taken++;
    return c;
}

static void ep_give_back(struct ep_source *from, int c) {
    if (c == -1)
        return;
    from->taken--;
    if (from->stream)
        from->stream->pushed = c + 1;
    else
        from->text--;
}

/* Whether all conversions of a format are followed. */
static int ep_is_followed(const char *format) {
    while (*format) {
        if (*format++ != '%')
            continue;
        if (*format == '*')
            format++;
        while (*format >= '0' && *format <= '9')
            format++;
        while (*format == 'h' || *format == 'l' || *format == 'z' || *format == 'j' ||
               *format == 't')
            format++;
        switch (*format++) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o':
        case 'c':
        case 's':
        case 'n':
        case '%':
            if (format[-2] == 'l' && (format[-1] == 'c' || format[-1] == 's'))
                return 0;
            break;
        case '[':
            if (*format == '^')
                format++;
            if (*format == ']')
                format++;
            while (*format && *format != ']')
                format++;
            if (!*format++)
                return 0;
            break;
        default:
            return 0;
        }
    }
    return 1;
}

/* Whether a set such as [a-z_] has a character; `set` stands behind the bracket. */
static int ep_is_in(const char *set, int c) {
    int other = *set == '^', found = 0;
    const char *first;
    set += other;
    for (first = set; *set != ']' || set == first; set++) {
        if (set[1] == '-' && set[2] != ']') {
            found |= (c >= (unsigned char)*set) & (c <= (unsigned char)set[2]);
            set += 2;
        } else
            found |= c == (unsigned char)*set;
    }
    return found != other;
}

static void ep_put(void *to, unsigned long value, int size) {
    switch (size) {
    case 1:
        *(unsigned char *)to = (unsigned char)value;
        break;
    case 2:
        *(unsigned short *)to = (unsigned short)value;
        break;
    case 4:
        *(unsigned *)to = (unsigned)value;
        break;
    default:
        *(unsigned long *)to = value;
        break;
    }
}

/* An integer of at most `width` characters; 0 if there is none. One that is too
   large is the largest. */
static int ep_scan_integer(struct ep_source *from, int base, int is_signed, long width,
                           unsigned long *value) {
    unsigned long most;
    int c = ep_take(from), negative = 0, digits = 0, large = 0;
    *value = 0;
    if (width > 0 && (c == '-' || c == '+')) {
        negative = c == '-';
        width--;
        c = ep_take(from);
    }
    if (width > 1 && c == '0' && (base == 0 || base == 16)) {
        digits = 1;
        width--;
        c = ep_take(from);
        if (c == 'x' || c == 'X') {
            base = 16;
            width--;
            c = ep_take(from);
        } else if (base == 0)
            base = 8;
    } else if (base == 0)
        base = 10;
    while (width > 0 && c != -1) {
        int digit = ep_digit(c);
        if (digit >= base)
            break;
        if (*value > (0xffffffffffffffffUL - (unsigned long)digit) / (unsigned long)base)
            large = 1;
        else
            *value = *value * (unsigned long)base + (unsigned long)digit;
        digits++;
        width--;
        c = ep_take(from);
    }
    ep_give_back(from, c);
    most = negative ? 0x8000000000000000UL : 0x7fffffffffffffffUL;
    if (is_signed && (large || *value > most))
        *value = most;
    else if (large)
        *value = 0xffffffffffffffffUL;
    else if (negative)
        *value = 0 - *value;
    return digits > 0;
}

/* How many conversions are stored; -1 if the input ends before the first. */
static int ep_scan(struct ep_source *from, const char *format, va_list list) {
    int stored = 0, c;
    for (; *format; format++) {
        int skip = 0, size = 4, base = 10, n = 0;
        long width = 0;
        const char *set = 0;
        unsigned long value;
        char *to;
        if (ep_model_isspace((unsigned char)*format)) {
            do
                c = ep_take(from);
            while (c != -1 && ep_model_isspace(c));
            ep_give_back(from, c);
            continue;
        }
        if (*format != '%') {
            c = ep_take(from);
            if (c == (unsigned char)*format)
                continue;
            ep_give_back(from, c);
            return c == -1 && stored == 0 ? -1 : stored;
        }
        format++;
        if (*format == '*') {
            skip = 1;
            format++;
        }
        while (*format >= '0' && *format <= '9')
            width = width * 10 + *format++ - '0';
        for (;; format++) {
            if (*format == 'h')
                size = size == 2 ? 1 : 2;
            else if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't')
                size = 8;
            else
                break;
        }
        if (*format == 'n') {
            if (!skip)
                ep_put(va_arg(list, void *), (unsigned long)from->taken, size);
            continue;
        }
        if (*format != 'c' && *format != '[') {
            do
                c = ep_take(from);
            while (c != -1 && ep_model_isspace(c));
            ep_give_back(from, c);
        }
        c = ep_take(from);
        if (c == -1)
            return stored == 0 ? -1 : stored;
        ep_give_back(from, c);
        switch (*format) {
        case '%':
            if (c != '%')
                return stored;
            ep_take(from);
            continue;
        case 'i':
            base = 0;
            break;
        case 'o':
            base = 8;
            break;
        case 'x':
        case 'X':
            base = 16;
            break;
        case 'c':
            if (width == 0)
                width = 1;
            break;
        case '[':
            set = ++format;
            format += *format == '^';
            format += *format == ']';
            while (*format != ']')
                format++;
            break;
        }
        if (width == 0)
            width = 0x7fffffff;
        if (*format == 'c' || *format == 's' || set) {
            to = skip ? 0 : va_arg(list, char *);
            while (n < width) {
                c = ep_take(from);
                if (c == -1)
                    break;
                if (set ? !ep_is_in(set, c) : *format == 's' && ep_model_isspace(c)) {
                    ep_give_back(from, c);
                    break;
                }
                if (to)
                    to[n] = (char)c;
                n++;
            }
            if (n == 0)
                return stored;
            if (to && (set || *format == 's'))
                to[n] = 0;
        } else {
            if (!ep_scan_integer(from, base, *format == 'd' || *format == 'i', width, &value))
                return stored;
            if (!skip)
                ep_put(va_arg(list, void *), value, size);
        }
        stored += !skip;
    }
    return stored;
}

int ep_model_vsscanf(const char *text, const char *format, va_list list) {
    struct ep_source from = {text, 0, 0};
    if (!ep_is_followed(format))
        return vsscanf(text, format, list);
    return ep_scan(&from, format, list);
}

int ep_model_vfscanf(void *file, const char *format, va_list list) {
    struct ep_source from = {0, ep_stream(file), 0};
    if (!from.stream || !ep_is_followed(format))
        return vfscanf(file, format, list);
    return ep_scan(&from, format, list);
}

int ep_model_sscanf(const char *text, const char *format, ...) {
    va_list list;
    int stored;
    va_start(list, format);
    stored = ep_model_vsscanf(text, format, list);
    va_end(list);
    return stored;
}

int ep_model_fscanf(void *file, const char *format, ...) {
    va_list list;
    int stored;
    va_start(list, format);
    stored = ep_model_vfscanf(file, format, list);
    va_end(list);
    return stored;
}

int ep_model_scanf(const char *format, ...) {
    va_list list;
    int stored;
    va_start(list, format);
    stored = ep_model_vfscanf(stdin, format, list);
    va_end(list);
    return stored;
}
