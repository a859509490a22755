/* Streams of the input: what is read from them is input too. `ep_stream` gives
   the state of such a stream; every other one is the C library's own. */
struct ep_stream {
    unsigned char *bytes;
    unsigned *size;
    ep_size at;
    int pushed; /* one more than the character that was pushed back */
    int ended;
    int failed;
    int closed;
    int written;
};

extern struct ep_stream *ep_stream(void *file);
extern void *stdin;
extern int fgetc(void *), ungetc(int, void *), feof(void *), ferror(void *), fclose(void *);
extern char *fgets(char *, int, void *);
extern ep_size fread(void *, ep_size, ep_size, void *);
extern long getdelim(char **, ep_size *, int, void *);
extern void clearerr(void *), rewind(void *);
extern int fseek(void *, long, int);
extern long ftell(void *);

static int ep_next(struct ep_stream *s) {
    if (s->pushed) {
        int c = s->pushed - 1;
        s->pushed = 0;
        return c;
    }
    if (s->ended || s->at >= *s->size) {
        s->ended = 1;
        return -1;
    }
    return s->bytes[s->at++];
}

int ep_model_fgetc(void *file) {
    struct ep_stream *s = ep_stream(file);
    return s ? ep_next(s) : fgetc(file);
}

int ep_model_getchar(void) { return ep_model_fgetc(stdin); }

int ep_model_ungetc(int c, void *file) {
    struct ep_stream *s = ep_stream(file);
    if (!s)
        return ungetc(c, file);
    if (c == -1)
        return -1;
    s->pushed = (unsigned char)c + 1;
    s->ended = 0;
    return (unsigned char)c;
}

char *ep_model_fgets(char *to, int size, void *file) {
    struct ep_stream *s = ep_stream(file);
    int n = 0;
    if (!s)
        return fgets(to, size, file);
    if (size <= 0)
        return 0;
    while (n < size - 1) {
        int c = ep_next(s);
        if (c == -1)
            break;
        to[n++] = (char)c;
        if (c == '\n')
            break;
    }
    if (n == 0 && size > 1)
        return 0;
    to[n] = 0;
    return to;
}

ep_size ep_model_fread(void *to, ep_size size, ep_size count, void *file) {
    struct ep_stream *s = ep_stream(file);
    char *bytes = to;
    ep_size n = 0;
    if (!s)
        return fread(to, size, count, file);
    if (size == 0)
        return 0;
    while (n < size * count) {
        int c = ep_next(s);
        if (c == -1)
            break;
        bytes[n++] = (char)c;
    }
    return n / size;
}

long ep_model_getdelim(char **line, ep_size *room, int end, void *file) {
    struct ep_stream *s = ep_stream(file);
    ep_size n = 0;
    if (!s)
        return getdelim(line, room, end, file);
    if (!*line || *room == 0) {
        *room = 120;
        *line = realloc(*line, *room);
    }
    for (;;) {
        int c = ep_next(s);
        if (c == -1)
            break;
        if (n + 2 > *room) {
            *room *= 2;
            *line = realloc(*line, *room);
        }
        (*line)[n++] = (char)c;
        if (c == end)
            break;
    }
    if (n == 0)
        return -1;
    (*line)[n] = 0;
    return (long)n;
}

long ep_model_getline(char **line, ep_size *room, void *file) {
    return ep_model_getdelim(line, room, '\n', file);
}

int ep_model_feof(void *file) {
    struct ep_stream *s = ep_stream(file);
    return s ? s->ended : feof(file);
}

int ep_model_ferror(void *file) {
    struct ep_stream *s = ep_stream(file);
    return s ? s->failed : ferror(file);
}

void ep_model_clearerr(void *file) {
    struct ep_stream *s = ep_stream(file);
    if (s)
        s->ended = s->failed = 0;
    else
        clearerr(file);
}

int ep_model_fseek(void *file, long offset, int from) {
    struct ep_stream *s = ep_stream(file);
    long to;
    if (!s)
        return fseek(file, offset, from);
    if (from == 0)
        to = offset;
    else if (from == 1)
        to = (long)s->at - (s->pushed ? 1 : 0) + offset;
    else
        to = (long)*s->size + offset;
    if (to < 0)
        return -1;
    s->at = (ep_size)to;
    s->pushed = s->ended = 0;
    return 0;
}

void ep_model_rewind(void *file) {
    if (ep_stream(file)) {
        ep_model_fseek(file, 0, 0);
        ep_model_clearerr(file);
    } else
        rewind(file);
}

long ep_model_ftell(void *file) {
    struct ep_stream *s = ep_stream(file);
    return s ? (long)s->at - (s->pushed ? 1 : 0) : ftell(file);
}

int ep_model_fclose(void *file) {
    struct ep_stream *s = ep_stream(file);
    if (!s)
        return fclose(file);
    s->closed = 1;
    return 0;
}
