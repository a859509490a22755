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
#include <sys/stat.h>
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
#define MOST_OF_A_STREAM 16384
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

static void put_text(struct buffer *to, const char *text) { put_padded(to, text, strlen(text)); }

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
