/* The recorder, second part: streams, globals, functions and locals. */

/* ---- streams: known when they are opened ---- */

#define MOST_STREAMS 256
static FILE *streams[MOST_STREAMS];

static FILE *note_stream(FILE *stream) {
    for (int i = 0; stream && i < MOST_STREAMS; i++)
        if (!streams[i] || streams[i] == stream) {
            streams[i] = stream;
            break;
        }
    return stream;
}

#define OPENS(name, parameters, arguments)                                                         \
    FILE *name parameters {                                                                        \
        static FILE *(*real)parameters;                                                            \
        if (!real)                                                                                 \
            real = (FILE * (*)parameters) dlsym(RTLD_NEXT, #name);                                 \
        return real ? note_stream(real arguments) : NULL;                                          \
    }
OPENS(fopen, (const char *path, const char *mode), (path, mode))
OPENS(fopen64, (const char *path, const char *mode), (path, mode))
OPENS(fdopen, (int file, const char *mode), (file, mode))
OPENS(freopen, (const char *path, const char *mode, FILE *old), (path, mode, old))
OPENS(freopen64, (const char *path, const char *mode, FILE *old), (path, mode, old))
OPENS(tmpfile, (void), ())

static int is_stream(const void *pointer) {
    if (pointer == stdin || pointer == stdout || pointer == stderr)
        return 1;
    for (int i = 0; i < MOST_STREAMS && streams[i]; i++)
        if (streams[i] == pointer)
            return 1;
    return 0;
}

/* ---- what the instrumented modules tell ---- */

struct global {
    word base, size, constant;
    const char *name;
};
struct function {
    word address;
    const char *name;
};
struct edge {
    word from, to;
};

extern struct global __start_ep_record_globals[] __attribute__((weak));
extern struct global __stop_ep_record_globals[] __attribute__((weak));
extern struct function __start_ep_record_functions[] __attribute__((weak));
extern struct function __stop_ep_record_functions[] __attribute__((weak));
extern struct edge __start_ep_record_edges[] __attribute__((weak));
extern struct edge __stop_ep_record_edges[] __attribute__((weak));

struct range {
    word base, size, serial;
    int kind;
    word constant;
    const char *name;
};

static struct range *statics, *heap;
static size_t statics_count, heap_count, heap_room;
static word heap_seen;

static int by_base(const void *a, const void *b) {
    word x = ((const struct range *)a)->base, y = ((const struct range *)b)->base;
    return (x > y) - (x < y);
}

static int by_address(const void *a, const void *b) {
    word x = ((const struct function *)a)->address, y = ((const struct function *)b)->address;
    return (x > y) - (x < y);
}

static int by_from(const void *a, const void *b) {
    word x = ((const struct edge *)a)->from, y = ((const struct edge *)b)->from;
    return (x > y) - (x < y);
}

static char **program_arguments, **program_environment;
static size_t arguments_count, environment_count;

/* The program's arguments and environment: objects of their own. */
static void add_texts(char **texts, size_t count) {
    statics[statics_count++] =
        (struct range){(word)texts, (count + 1) * sizeof *texts, 0, LOCAL, 0, ""};
    for (size_t i = 0; i < count; i++)
        if (texts[i])
            statics[statics_count++] =
                (struct range){(word)texts[i], strlen(texts[i]) + 1, 0, LOCAL, 0, ""};
}

static void prepare(void) {
    size_t count = __stop_ep_record_globals - __start_ep_record_globals;
    size_t more = arguments_count + environment_count + 3;
    statics = __libc_malloc((count + more) * sizeof *statics);
    add_texts(program_arguments, arguments_count);
    add_texts(program_environment, environment_count);
    for (size_t i = 0; i < count; i++) {
        struct global *global = &__start_ep_record_globals[i];
        if (global->size == 0)
            continue;
        statics[statics_count++] =
            (struct range){global->base, global->size, 0, GLOBAL, global->constant, global->name};
    }
    qsort(statics, statics_count, sizeof *statics, by_base);
    qsort(__start_ep_record_functions, __stop_ep_record_functions - __start_ep_record_functions,
          sizeof(struct function), by_address);
    qsort(__start_ep_record_edges, __stop_ep_record_edges - __start_ep_record_edges,
          sizeof(struct edge), by_from);
}

static void look_at_heap(void) {
    if (heap_seen == heap_changes && heap)
        return;
    lock();
    heap_count = 0;
    for (struct block *block = blocks.after; block != &blocks; block = block->after) {
        if (heap_count == heap_room) {
            heap_room = heap_room * 2 + 1024;
            heap = __libc_realloc(heap, heap_room * sizeof *heap);
        }
        heap[heap_count++] =
            (struct range){(word)(block + 1), block->size, block->serial, HEAP, 0, ""};
    }
    heap_seen = heap_changes;
    unlock();
    qsort(heap, heap_count, sizeof *heap, by_base);
}

static struct range *below(struct range *ranges, size_t count, word address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    struct range *found = &ranges[low - 1];
    return address <= found->base + found->size ? found : NULL;
}

/* ---- locals: each thread has its own ---- */

static __thread struct range *locals;
static __thread size_t locals_count, locals_room;
static __thread word local_serials;

word ep_record_frame(void) { return locals_count; }

void ep_record_frame_end(word count) {
    if (count < locals_count)
        locals_count = count;
}

void ep_record_local(word base, word size) {
    if (locals_count == locals_room) {
        locals_room = locals_room * 2 + 256;
        locals = __libc_realloc(locals, locals_room * sizeof *locals);
    }
    locals[locals_count++] = (struct range){base, size, ++local_serials, LOCAL, 0, ""};
}

static int find(word address, struct range *found) {
    /* The end of one variable is often the beginning of the next. */
    for (int behind = 0; behind < 2; behind++)
        for (size_t i = locals_count; i-- > 0;)
            if (address >= locals[i].base && address < locals[i].base + locals[i].size + behind) {
                *found = locals[i];
                return 1;
            }
    struct range *range = below(statics, statics_count, address);
    if (range) {
        *found = *range;
        return 1;
    }
    range = below(heap, heap_count, address);
    if (range)
        *found = *range;
    return range != NULL;
}

static const char *function_at(word address) {
    size_t count = __stop_ep_record_functions - __start_ep_record_functions;
    struct function key = {address, NULL}, *found;
    found =
        count ? bsearch(&key, __start_ep_record_functions, count, sizeof key, by_address) : NULL;
    if (found)
        return found->name;
    Dl_info information;
    if (address > 0x7f0000000000ull && dladdr((void *)address, &information) &&
        (word)information.dli_saddr == address && information.dli_sname)
        return information.dli_sname;
    return NULL;
}
