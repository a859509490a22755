/* What a program that is carved is linked with. For each call of a target
   function it writes one record: the parameters and globals at its entry, what
   each callee changed and returned, and the lines that ran. Memory is a graph of
   regions; what is reachable is found by looking for addresses of regions.

   The format of a record is in src/carving/context.rs. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

typedef uint64_t word;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

#define MAGIC 0x3154584554435045ull
#define VERSION 1
#define MOST_TRACE 20000
#define MOST_EXITS 4000
#define MOST_ARGUMENTS 16
#define OF_ARGUMENT (1ull << 32)

enum { PARAMETER, HEAP, LOCAL, GLOBAL, FUNCTION, STREAM };
enum { FINISHED = 1, CUT = 2, TOO_LARGE = 4 };

/* ---- buffers that grow, in memory that is not the program's ---- */

struct buffer {
    unsigned char *bytes;
    size_t size, room;
};

static void put(struct buffer *to, const void *from, size_t size) {
    if (to->size + size > to->room) {
        to->room = (to->size + size) * 2 + 256;
        to->bytes = __libc_realloc(to->bytes, to->room);
    }
    memcpy(to->bytes + to->size, from, size);
    to->size += size;
}

static void put_word(struct buffer *to, word value) { put(to, &value, 8); }

static void put_padded(struct buffer *to, const void *from, size_t size) {
    static const char zeros[8];
    put_word(to, size);
    put(to, from, size);
    put(to, zeros, -size & 7);
}

static void put_text(struct buffer *to, const char *text) {
    put_padded(to, text, strlen(text));
}

static word hash(const unsigned char *bytes, size_t size) {
    word value = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < size; i++)
        value = (value ^ bytes[i]) * 0x100000001b3ull;
    return value;
}

/* ---- the heap: a header before each block ---- */

struct block {
    struct block *before, *after;
    word size, serial;
    void *raw;
    word magic;
};

static struct block blocks = {&blocks, &blocks, 0, 0, 0, 0};
static word serials, heap_changes;
static volatile int heap_lock;

static void lock(void) {
    while (__sync_lock_test_and_set(&heap_lock, 1))
        ;
}

static void unlock(void) { __sync_lock_release(&heap_lock); }

static void *adopt(void *raw, size_t shift, size_t size) {
    if (!raw)
        return NULL;
    struct block *block = (struct block *)((char *)raw + shift) - 1;
    block->size = size;
    block->raw = raw;
    block->magic = MAGIC;
    lock();
    block->serial = ++serials;
    block->before = blocks.before;
    block->after = &blocks;
    blocks.before->after = block;
    blocks.before = block;
    heap_changes++;
    unlock();
    return block + 1;
}

static struct block *block_of(void *pointer) {
    struct block *block = (struct block *)pointer - 1;
    return block->magic == MAGIC ? block : NULL;
}

static void forget(struct block *block) {
    lock();
    block->before->after = block->after;
    block->after->before = block->before;
    block->magic = 0;
    heap_changes++;
    unlock();
}

void *malloc(size_t size) {
    if (size > PTRDIFF_MAX - sizeof(struct block)) {
        errno = ENOMEM;
        return NULL;
    }
    return adopt(__libc_malloc(size + sizeof(struct block)), sizeof(struct block), size);
}

void *calloc(size_t count, size_t size) {
    size_t whole;
    if (__builtin_mul_overflow(count, size, &whole) || whole > PTRDIFF_MAX - sizeof(struct block)) {
        errno = ENOMEM;
        return NULL;
    }
    return adopt(__libc_calloc(1, whole + sizeof(struct block)), sizeof(struct block), whole);
}

void free(void *pointer) {
    if (!pointer)
        return;
    struct block *block = block_of(pointer);
    int kept = errno;
    if (block) {
        forget(block);
        __libc_free(block->raw);
    } else {
        __libc_free(pointer);
    }
    errno = kept;
}

void *realloc(void *old, size_t size) {
    if (!old)
        return malloc(size);
    struct block *block = block_of(old);
    if (!block)
        return __libc_realloc(old, size);
    if (size == 0) {
        free(old);
        return NULL;
    }
    void *fresh = malloc(size);
    if (fresh) {
        memcpy(fresh, old, block->size < size ? block->size : size);
        free(old);
    }
    return fresh;
}

void *memalign(size_t alignment, size_t size) {
    size_t shift = sizeof(struct block);
    if (alignment > shift)
        shift = alignment;
    shift = (shift + 15) & ~(size_t)15;
    return adopt(__libc_memalign(alignment, size + shift), shift, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **to, size_t alignment, size_t size) {
    void *made = memalign(alignment, size);
    if (!made)
        return ENOMEM;
    *to = made;
    return 0;
}

size_t malloc_usable_size(void *pointer) {
    struct block *block = pointer ? block_of(pointer) : NULL;
    return block ? block->size : 0;
}

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

#define OPENS(name, parameters, arguments) \
    FILE *name parameters { \
        static FILE *(*real) parameters; \
        if (!real) \
            real = (FILE * (*) parameters) dlsym(RTLD_NEXT, #name); \
        return real ? note_stream(real arguments) : NULL; \
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

struct global { word base, size, constant; const char *name; };
struct function { word address; const char *name; };
struct edge { word from, to; };

extern struct global __start_ep_record_globals[] __attribute__((weak));
extern struct global __stop_ep_record_globals[] __attribute__((weak));
extern struct function __start_ep_record_functions[] __attribute__((weak));
extern struct function __stop_ep_record_functions[] __attribute__((weak));
extern struct edge __start_ep_record_edges[] __attribute__((weak));
extern struct edge __stop_ep_record_edges[] __attribute__((weak));

struct range { word base, size, serial; int kind; word constant; const char *name; };

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
    statics[statics_count++] = (struct range){
        (word)texts, (count + 1) * sizeof *texts, 0, LOCAL, 0, ""};
    for (size_t i = 0; i < count; i++)
        if (texts[i])
            statics[statics_count++] = (struct range){
                (word)texts[i], strlen(texts[i]) + 1, 0, LOCAL, 0, ""};
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
        statics[statics_count++] = (struct range){
            global->base, global->size, 0, GLOBAL, global->constant, global->name};
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
        heap[heap_count++] = (struct range){(word)(block + 1), block->size, block->serial, HEAP, 0, ""};
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
    found = count ? bsearch(&key, __start_ep_record_functions, count, sizeof key, by_address) : NULL;
    if (found)
        return found->name;
    Dl_info information;
    if (address > 0x7f0000000000ull && dladdr((void *)address, &information) &&
        (word)information.dli_saddr == address && information.dli_sname)
        return information.dli_sname;
    return NULL;
}

/* ---- contexts ---- */

struct region { struct range range; unsigned char *seen; size_t out; };
struct argument { word address; struct range range; unsigned char *before; int other; };

struct target { const char *name, *file; word address; struct range *reads; size_t reads_count; struct target *next; };

struct context {
    struct target *target;
    struct context *outer;
    word frame;
    struct region *regions;
    size_t count, room, written;
    size_t bytes;
    struct buffer out, exits, trace, told;
    word exits_count, trace_count, flags;
    struct argument arguments[MOST_ARGUMENTS];
    size_t arguments_count;
};

static __thread struct context *current;
static __thread int busy;
static struct target *targets;
static volatile int record_lock;
static word most_bytes = 8 << 20, most_contexts = 200, spent, records, started;

static word now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static word number(const char *name, word otherwise) {
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static word identify(struct context *context, const struct range *range) {
    for (size_t i = 0; i < context->count; i++)
        if (context->regions[i].range.base == range->base &&
            context->regions[i].range.serial == range->serial &&
            context->regions[i].range.kind == range->kind)
            return i;
    if (context->count == context->room) {
        context->room = context->room * 2 + 32;
        context->regions = __libc_realloc(context->regions, context->room * sizeof *context->regions);
    }
    context->regions[context->count] = (struct region){*range, NULL, 0};
    return context->count++;
}

/* Whether a value is an address of something, and of what. */
static int resolve(struct context *context, word value, word *region, word *offset) {
    struct range range;
    if (value < 4096 || value >> 47)
        return 0;
    if (is_stream((void *)value)) {
        range = (struct range){value, 0, 0, STREAM, 0, ""};
    } else if (find(value, &range)) {
        for (size_t i = 0; i < context->arguments_count; i++)
            if (context->arguments[i].other && context->arguments[i].range.base == range.base &&
                context->arguments[i].range.serial == range.serial) {
                *region = OF_ARGUMENT | i;
                *offset = value - context->arguments[i].address;
                return 1;
            }
    } else {
        const char *name = function_at(value);
        if (!name)
            return 0;
        range = (struct range){value, 0, 0, FUNCTION, 0, name};
    }
    *region = identify(context, &range);
    *offset = value - range.base;
    return 1;
}

/* Bytes, and the pointers among them. */
static void put_contents(struct context *context, struct buffer *to, word address, const unsigned char *bytes, word size) {
    struct buffer pointers = {0};
    word count = 0;
    put_padded(to, bytes, size);
    context->bytes += size;
    for (word offset = -address & 7; offset + 8 <= size; offset += 8) {
        word value, region, target;
        memcpy(&value, bytes + offset, 8);
        if (resolve(context, value, &region, &target)) {
            put_word(&pointers, offset);
            put_word(&pointers, region);
            put_word(&pointers, target);
            count++;
        }
    }
    put_word(to, count);
    put(to, pointers.bytes, pointers.size);
    __libc_free(pointers.bytes);
}

/* Writes the regions that were met but not written yet. */
static void put_regions(struct context *context) {
    while (context->written < context->count && !(context->flags & TOO_LARGE)) {
        size_t index = context->written++;
        struct range range = context->regions[index].range;
        word size = range.kind == FUNCTION || range.kind == STREAM ? 0 : range.size;
        if (context->bytes + size > most_bytes) {
            context->flags |= TOO_LARGE;
            context->bytes += size;
            return;
        }
        struct buffer *out = &context->out;
        put_word(out, range.kind);
        put_word(out, range.constant);
        put_word(out, context->exits_count);
        if (range.kind == STREAM) {
            char name[4096], link[64];
            FILE *stream = (FILE *)range.base;
            ssize_t length;
            snprintf(link, sizeof link, "/proc/self/fd/%d", fileno(stream));
            length = readlink(link, name, sizeof name - 1);
            name[length < 0 ? 0 : length] = 0;
            put_text(out, stream == stdin ? "stdin" : stream == stdout ? "stdout" : stream == stderr ? "stderr" : name);
            put_word(out, ftell(stream));
        } else {
            put_text(out, range.name);
            put_word(out, 0);
        }
        unsigned char *seen = __libc_malloc(size + 1);
        memcpy(seen, (void *)range.base, size);
        context->regions[index].seen = seen;
        put_contents(context, out, range.base, seen, size);
    }
}

/* The globals that a function and what it calls mention. */
static void find_reads(struct target *target) {
    struct edge *edges = __start_ep_record_edges;
    size_t count = __stop_ep_record_edges - __start_ep_record_edges;
    word *reached = __libc_malloc((count + 2) * sizeof *reached);
    size_t reached_count = 0;
    target->reads = __libc_malloc((statics_count + 1) * sizeof *target->reads);
    reached[reached_count++] = target->address;
    for (size_t next = 0; next < reached_count; next++) {
        size_t low = 0, high = count;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (edges[middle].from < reached[next])
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < count && edges[low].from == reached[next]; low++) {
            size_t known = 0;
            while (known < reached_count && reached[known] != edges[low].to)
                known++;
            if (known == reached_count)
                reached[reached_count++] = edges[low].to;
        }
    }
    for (size_t i = 0; i < statics_count; i++)
        for (size_t n = 1; n < reached_count; n++)
            if (reached[n] == statics[i].base && statics[i].kind == GLOBAL && !statics[i].constant) {
                target->reads[target->reads_count++] = statics[i];
                break;
            }
    __libc_free(reached);
}

static struct target *target_of(const char *name, const char *file, word address) {
    for (struct target *target = targets; target; target = target->next)
        if (target->address == address)
            return target;
    if (!targets) {
        prepare();
        most_bytes = number("EVERYPATH_CONTEXT_BYTES", most_bytes);
        most_contexts = number("EVERYPATH_CONTEXTS", most_contexts);
    }
    struct target *target = __libc_calloc(1, sizeof *target);
    *target = (struct target){name, file, address, NULL, 0, targets};
    targets = target;
    find_reads(target);
    return target;
}

static void release(struct context *context) {
    for (size_t i = 0; i < context->count; i++)
        __libc_free(context->regions[i].seen);
    for (size_t i = 0; i < context->arguments_count; i++)
        __libc_free(context->arguments[i].before);
    __libc_free(context->regions);
    __libc_free(context->out.bytes);
    __libc_free(context->exits.bytes);
    __libc_free(context->trace.bytes);
    __libc_free(context);
}

/* Records go to a file of this process, each with one write. */
static void append(const struct buffer *record) {
    const char *directory = getenv("EVERYPATH_RECORDS");
    char path[4200];
    if (!directory)
        return;
    snprintf(path, sizeof path, "%s/%ld.records", directory, (long)getpid());
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    size_t done = 0;
    while (done < record->size) {
        ssize_t wrote = write(file, record->bytes + done, record->size - done);
        if (wrote <= 0)
            break;
        done += wrote;
    }
    close(file);
}

static word *known_records;
static size_t known_count, known_room;

static int is_new(word value) {
    for (size_t i = 0; i < known_count; i++)
        if (known_records[i] == value)
            return 0;
    if (known_count == known_room) {
        known_room = known_room * 2 + 64;
        known_records = __libc_realloc(known_records, known_room * sizeof *known_records);
    }
    known_records[known_count++] = value;
    return 1;
}

static void write_record(struct context *context) {
    struct buffer body = {0}, record = {0};
    put_word(&body, VERSION);
    put_text(&body, context->target->name);
    put_text(&body, context->target->file);
    put_word(&body, context->flags);
    put_word(&body, context->bytes);
    if (!(context->flags & TOO_LARGE)) {
        put_word(&body, context->written);
        put(&body, context->out.bytes, context->out.size);
        put_word(&body, context->exits_count);
        put(&body, context->exits.bytes, context->exits.size);
        put_padded(&body, context->trace.bytes ? (void *)context->trace.bytes : "", context->trace.size);
    }
    word value = hash(body.bytes, body.size);
    if (is_new(value)) {
        records++;
        put_word(&record, MAGIC);
        put_word(&record, body.size);
        put_word(&record, value);
        put(&record, body.bytes, body.size);
        append(&record);
        __libc_free(record.bytes);
    }
    __libc_free(body.bytes);
}

static void finish(struct context *context, word flags) {
    context->flags |= flags;
    write_record(context);
    release(context);
}

static void begin(word since) {
    busy = 1;
    (void)since;
    while (__sync_lock_test_and_set(&record_lock, 1))
        ;
}

static void done(word since) {
    spent += now() - since;
    __sync_lock_release(&record_lock);
    busy = 0;
}

/* The calls that went on when the program ends. */
static void at_end(void) {
    word since = now();
    begin(since);
    while (current) {
        struct context *context = current;
        current = context->outer;
        finish(context, 0);
    }
    done(since);
    const char *directory = getenv("EVERYPATH_RECORDS");
    char path[4200], line[200];
    if (!directory || !started)
        return;
    snprintf(path, sizeof path, "%s/times", directory);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    int size = snprintf(line, sizeof line, "%llu %llu %llu\n", (unsigned long long)spent,
                        (unsigned long long)(now() - started), (unsigned long long)records);
    if (file >= 0) {
        if (write(file, line, size) != size)
            size = 0;
        close(file);
    }
}

__attribute__((constructor)) static void at_start(int count, char **arguments, char **environment) {
    while (environment[environment_count])
        environment_count++;
    arguments_count = count;
    program_arguments = arguments;
    program_environment = environment;
    started = now();
    atexit(at_end);
}

/* A target is entered: a handle, or 0 where nothing is recorded. */
word ep_record_enter(const char *name, const char *file, word address) {
    word here = (word)__builtin_frame_address(0);
    int kept = errno;
    if (busy || records >= most_contexts || !getenv("EVERYPATH_RECORDS"))
        return 0;
    word since = now();
    begin(since);
    /* What was left by a jump is over. */
    while (current && current->frame < here) {
        struct context *context = current;
        current = context->outer;
        finish(context, 0);
    }
    struct context *context = __libc_calloc(1, sizeof *context);
    context->target = target_of(name, file, address);
    context->outer = current;
    context->frame = here;
    current = context;
    look_at_heap();
    done(since);
    errno = kept;
    return (word)context;
}

/* Parameters have their position where globals say whether they are constant. */
void ep_record_parameter(word handle, word index, word address, word size) {
    struct context *context = (struct context *)handle;
    struct range range = {address, size, index, PARAMETER, index, ""};
    if (context)
        identify(context, &range);
}

/* All parameters were told. */
void ep_record_entered(word handle) {
    struct context *context = (struct context *)handle;
    int kept = errno;
    if (!context)
        return;
    word since = now();
    begin(since);
    for (size_t i = 0; i < context->target->reads_count; i++)
        identify(context, &context->target->reads[i]);
    put_regions(context);
    done(since);
    errno = kept;
}

void ep_record_line(word handle, uint32_t line) {
    struct context *context = (struct context *)handle;
    if (!context)
        return;
    if (context->trace_count >= MOST_TRACE) {
        context->flags |= CUT;
        return;
    }
    context->trace_count++;
    put(&context->trace, &line, 4);
}

static int is_live(const struct range *range) {
    struct range found;
    if (range->kind == GLOBAL)
        return !range->constant;
    if (range->kind != HEAP && range->kind != LOCAL)
        return 0;
    return find(range->base, &found) && found.base == range->base && found.serial == range->serial;
}

/* A callee is called with these pointers. */
void ep_record_call(word handle, const word *pointers, word count) {
    struct context *context = (struct context *)handle;
    if (!context || (context->flags & (CUT | TOO_LARGE)))
        return;
    int kept = errno;
    word since = now();
    begin(since);
    look_at_heap();
    /* What the target itself changed is no change of the callee's. */
    for (size_t i = 0; i < context->written; i++)
        if (context->regions[i].seen && is_live(&context->regions[i].range))
            memcpy(context->regions[i].seen, (void *)context->regions[i].range.base, context->regions[i].range.size);
    for (size_t i = 0; i < context->arguments_count; i++)
        __libc_free(context->arguments[i].before);
    context->arguments_count = count < MOST_ARGUMENTS ? count : MOST_ARGUMENTS;
    for (size_t i = 0; i < context->arguments_count; i++) {
        struct argument *argument = &context->arguments[i];
        size_t n;
        *argument = (struct argument){pointers[i], {0}, NULL, 0};
        if (!pointers[i] || is_stream((void *)pointers[i]) || !find(pointers[i], &argument->range))
            continue;
        for (n = 0; n < context->count; n++)
            if (context->regions[n].range.base == argument->range.base &&
                context->regions[n].range.serial == argument->range.serial)
                break;
        if (n < context->count || argument->range.constant || argument->range.size > most_bytes)
            continue;
        argument->other = 1;
        argument->before = __libc_malloc(argument->range.size + 1);
        memcpy(argument->before, (void *)argument->range.base, argument->range.size);
    }
    done(since);
    errno = kept;
}

/* What differs, word by word. */
static word put_changes(struct context *context, struct buffer *to, word region, word shift,
                        word base, unsigned char *before, word size) {
    word count = 0, at = 0;
    const unsigned char *now_there = (const unsigned char *)base;
    if (memcmp(before, now_there, size) == 0)
        return 0;
    while (at < size) {
        word start = at, end;
        while (start < size && before[start] == now_there[start])
            start++;
        if (start == size)
            break;
        start -= (base + start) & 7 & -(start >= ((base + start) & 7));
        end = start;
        for (word same = 0; end < size && same < 8; end++)
            same = before[end] == now_there[end] ? same + 1 : 0;
        end = ((base + end + 7) & ~7ull) - base;
        if (end > size)
            end = size;
        put_word(to, region);
        put_word(to, start - shift);
        put_contents(context, to, base + start, now_there + start, end - start);
        count++;
        at = end;
    }
    memcpy(before, now_there, size);
    return count;
}

/* A callee returned. */
void ep_record_returned(word handle, const char *callee, const void *result, word size) {
    struct context *context = (struct context *)handle;
    int kept = errno;
    if (!context || (context->flags & (CUT | TOO_LARGE)))
        return;
    if (context->exits_count >= MOST_EXITS) {
        context->flags |= CUT;
        return;
    }
    word since = now();
    begin(since);
    look_at_heap();
    struct buffer changes = {0};
    word count = 0;
    context->exits_count++;
    put_text(&context->exits, callee);
    put_word(&context->exits, kept);
    put_contents(context, &context->exits, 0, result ? result : (const void *)"", size);
    for (size_t i = 0; i < context->arguments_count; i++) {
        struct argument *argument = &context->arguments[i];
        struct range found;
        if (argument->before && find(argument->range.base, &found) && found.base == argument->range.base &&
            found.serial == argument->range.serial)
            count += put_changes(context, &changes, OF_ARGUMENT | i, argument->address - argument->range.base,
                                 argument->range.base, argument->before, argument->range.size);
    }
    for (size_t i = 0; i < context->written; i++) {
        struct range range = context->regions[i].range;
        if (context->regions[i].seen && is_live(&range))
            count += put_changes(context, &changes, i, 0, range.base, context->regions[i].seen, range.size);
    }
    put_word(&context->exits, count);
    put(&context->exits, changes.bytes, changes.size);
    __libc_free(changes.bytes);
    put_regions(context);
    for (size_t i = 0; i < context->arguments_count; i++)
        __libc_free(context->arguments[i].before);
    context->arguments_count = 0;
    if (context->bytes > most_bytes)
        context->flags |= TOO_LARGE;
    done(since);
    errno = kept;
}

/* The target returns. */
void ep_record_leave(word handle) {
    struct context *context = (struct context *)handle;
    int kept = errno;
    if (!context || current != context)
        return;
    word since = now();
    begin(since);
    current = context->outer;
    finish(context, FINISHED);
    done(since);
    errno = kept;
}
