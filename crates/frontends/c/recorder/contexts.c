/* The recorder, third part: the contexts themselves. */

/* ---- contexts ---- */

struct region {
    struct range range;
    unsigned char *seen;
    size_t out;
};
struct argument {
    word address;
    struct range range;
    unsigned char *before;
    int other;
};

struct target {
    const char *name, *file;
    word address;
    struct range *reads;
    size_t reads_count;
    struct target *next;
};

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
        context->regions =
            __libc_realloc(context->regions, context->room * sizeof *context->regions);
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
static void put_contents(struct context *context, struct buffer *to, word address,
                         const unsigned char *bytes, word size) {
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

/* What the file of a stream holds, up to a bound; nothing if it cannot be read
   without a change. */
static word stream_contents(FILE *stream, unsigned char **bytes) {
    struct stat facts;
    ssize_t size;
    int file = fileno(stream);
    *bytes = __libc_malloc(MOST_OF_A_STREAM + 1);
    if (file < 0 || fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode))
        return 0;
    size = pread(file, *bytes, MOST_OF_A_STREAM, 0);
    return size < 0 ? 0 : size;
}

/* Writes the regions that were met but not written yet. */
static void put_regions(struct context *context) {
    while (context->written < context->count && !(context->flags & TOO_LARGE)) {
        size_t index = context->written++;
        struct range range = context->regions[index].range;
        unsigned char *seen = NULL;
        word size = range.kind == FUNCTION ? 0 : range.size;
        if (range.kind == STREAM)
            size = stream_contents((FILE *)range.base, &seen);
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
            put_text(out, stream == stdin    ? "stdin"
                          : stream == stdout ? "stdout"
                          : stream == stderr ? "stderr"
                                             : name);
            put_word(out, ftell(stream));
        } else {
            put_text(out, range.name);
            put_word(out, 0);
        }
        if (range.kind == STREAM) {
            put_padded(out, seen, size);
            put_word(out, 0);
            context->bytes += size;
            __libc_free(seen);
            continue;
        }
        seen = __libc_malloc(size + 1);
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
            if (reached[n] == statics[i].base && statics[i].kind == GLOBAL &&
                !statics[i].constant) {
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
        put_padded(&body, context->trace.bytes ? (void *)context->trace.bytes : "",
                   context->trace.size);
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
            memcpy(context->regions[i].seen, (void *)context->regions[i].range.base,
                   context->regions[i].range.size);
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
        if (argument->before && find(argument->range.base, &found) &&
            found.base == argument->range.base && found.serial == argument->range.serial)
            count += put_changes(context, &changes, OF_ARGUMENT | i,
                                 argument->address - argument->range.base, argument->range.base,
                                 argument->before, argument->range.size);
    }
    for (size_t i = 0; i < context->written; i++) {
        struct range range = context->regions[i].range;
        if (context->regions[i].seen && is_live(&range))
            count += put_changes(context, &changes, i, 0, range.base, context->regions[i].seen,
                                 range.size);
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
