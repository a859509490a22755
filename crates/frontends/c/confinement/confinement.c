/* What the observer and the tests are linked with when they are tried: the processes
   in which they call the subject may not write files, start programs, send signals or
   open connections. Before this text stand the numbers of the calls that are refused
   (REFUSED), and the bytes of memory (MEMORY) and the seconds of the processor (SECONDS)
   that a process may take.

   A refused call is answered as if it had failed. Where it would have failed anyway it
   is no matter; else it is noted, for a test must not rely on it. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Processes that one test may make, each with its own copy of these limits. */
#define MOST_PROCESSES 8
#define MOST_WRITTEN (64 << 20)

/* Seen by all processes: the first call of a test that was refused, 0 if there is
   none, and the processes that it made. */
static volatile struct { int refused, processes; } * shared;
static int confined;

static void note(int call) {
    if (shared->refused == 0)
        shared->refused = call;
}

#if defined(__x86_64__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ucontext.h>

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
/* What is said, as an argument too many, where a file may be opened for writing. */
#define WORD 0x45766572
#define THREAD 0x00010000
#define SHARES_MEMORY 0x00000100

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ARGUMENT(index) LOAD(offsetof(struct seccomp_data, args) + 8 * (index))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IF_ANY(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)

static const unsigned refused[] = {REFUSED};
#define COUNT (sizeof refused / sizeof refused[0])

static void enter(void) {
    static struct sock_filter rules[2 * COUNT + 32];
    static const struct sock_filter open_at[] = {
        IF_EQUAL(SYS_openat, 0, 5), ARGUMENT(2),
        IF_ANY(WRITES, 0, 7),       ARGUMENT(4),
        IF_EQUAL(WORD, 5, 0),       ANSWER(SECCOMP_RET_TRAP),
        IF_EQUAL(SYS_open, 0, 3),   ARGUMENT(1),
        IF_ANY(WRITES, 0, 1),       ANSWER(SECCOMP_RET_TRAP),
        ANSWER(SECCOMP_RET_ALLOW)};
    static const struct sock_filter processes[] = {
        /* The C library then clones, with flags that can be seen. */
        IF_EQUAL(SYS_clone3, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
        IF_EQUAL(SYS_clone, 0, 4),  ARGUMENT(0),
        IF_ANY(THREAD, 2, 0),       IF_ANY(SHARES_MEMORY, 0, 1),
        ANSWER(SECCOMP_RET_TRAP),   LOAD(offsetof(struct seccomp_data, nr))};
    struct sock_fprog program = {0, rules};
    size_t i, count = 0;
    rules[count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
    for (i = 0; i < COUNT; i++) {
        rules[count++] = (struct sock_filter)IF_EQUAL(refused[i], 0, 1);
        rules[count++] = (struct sock_filter)ANSWER(SECCOMP_RET_TRAP);
    }
    memcpy(rules + count, processes, sizeof processes);
    count += sizeof processes / sizeof processes[0];
    memcpy(rules + count, open_at, sizeof open_at);
    count += sizeof open_at / sizeof open_at[0];
    program.len = count;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int exists(const char *path) { return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0; }

/* Whether the directory in which a path would be made is there. */
static int has_place(const char *path) {
    char directory[4096];
    const char *slash = strrchr(path, '/');
    if (*path == 0)
        return 0;
    if (slash == NULL || slash == path)
        return 1;
    if ((size_t)(slash - path) >= sizeof directory)
        return 0;
    memcpy(directory, path, slash - path);
    directory[slash - path] = 0;
    return exists(directory);
}

/* The path that a call changes; NULL if it has none, or if it is not known where
   it begins. */
static const char *path_of(long call, const long long *arguments) {
    switch (call) {
    case SYS_open:
    case SYS_creat:
    case SYS_unlink:
    case SYS_rmdir:
    case SYS_mkdir:
    case SYS_rename:
    case SYS_chmod:
    case SYS_chown:
    case SYS_truncate:
        return (const char *)arguments[0];
    case SYS_openat:
    case SYS_unlinkat:
    case SYS_mkdirat:
    case SYS_renameat:
    case SYS_renameat2:
    case SYS_fchmodat:
        return (int)arguments[0] == AT_FDCWD ? (const char *)arguments[1] : NULL;
    }
    return NULL;
}

/* The answer to a refused call: an error, or a file that may be written. */
static long answer(long call, const long long *arguments) {
    const char *path = path_of(call, arguments);
    int opens = call == SYS_open || call == SYS_openat || call == SYS_creat;
    long flags = call == SYS_creat ? O_CREAT : arguments[call == SYS_open ? 1 : 2];
    int makes = call == SYS_mkdir || call == SYS_mkdirat || (opens && flags & O_CREAT);
    if (path != NULL) {
        if (!exists(path)) {
            if (errno != ENOENT)
                return -errno;
            if (!makes || !has_place(path))
                return -ENOENT;
        } else if (makes && !opens) {
            return -EEXIST;
        } else if (opens) {
            int directory = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
            if (directory >= 0) {
                close(directory);
                return -EISDIR;
            }
            if (strcmp(path, "/dev/null") == 0)
                return syscall(SYS_openat, AT_FDCWD, path, O_RDWR, 0, WORD);
        }
    }
    note(call);
    return -EPERM;
}

static void on_refusal(int signal, siginfo_t *information, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    long long arguments[3] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX]};
    int kept = errno;
    (void)signal;
    registers[REG_RAX] = answer(information->si_syscall, arguments);
    errno = kept;
}

static void catch_refusals(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_refusal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSYS, &action, NULL);
    enter();
}
#else
static void catch_refusals(void) {}
#endif

static void limit(int what, rlim_t most) {
    struct rlimit limits = {most, most};
    setrlimit(what, &limits);
}

/* Sanitizers reserve more memory than there is. */
extern void __asan_init(void) __attribute__((weak));

static void confine(void) {
    confined = 1;
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, SECONDS);
    limit(RLIMIT_FSIZE, MOST_WRITTEN);
    if (!__asan_init)
        limit(RLIMIT_AS, MEMORY);
    catch_refusals();
}

__attribute__((constructor)) static void share(void) {
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

pid_t __real_fork(void);

/* The program that runs the tests makes a process for each. */
pid_t __wrap_fork(void) {
    int outside = !confined;
    pid_t child;
    if (outside) {
        shared->refused = shared->processes = 0;
    } else if (++shared->processes > MOST_PROCESSES) {
        note(SYS_clone);
        errno = EAGAIN;
        return -1;
    }
    child = __real_fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (outside)
            confine();
    }
    return child;
}

/* A process of this machine cannot have more than this, wherever it runs. */
#define ADDRESSES ((size_t)1 << 47)

/* Memory that is not there under these limits may be there without them: what a test
   does then is not what it does elsewhere. */
static void *allocated(void *memory, size_t size) {
    if (memory == NULL && confined && size > 0 && size < ADDRESSES)
        note(SYS_mmap);
    return memory;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return allocated(__real_malloc(size), size); }

void *__wrap_calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        total = ADDRESSES;
    return allocated(__real_calloc(count, size), total);
}

void *__wrap_realloc(void *old, size_t size) { return allocated(__real_realloc(old, size), size); }

/* Which world the process is in; there is none where tests are tried. */
extern int everypath_world(void) __attribute__((weak));
long __real_sysconf(int name);

/* Every machine has processors of its own. */
long __wrap_sysconf(int name) {
    static const long processors[] = {2, 5, 16};
    if (everypath_world && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF))
        return processors[everypath_world() % 3];
    return __real_sysconf(name);
}

char *__real_strerror(int error);

/* Every library has words of its own. */
char *__wrap_strerror(int error) {
    static char words[] = "error";
    return everypath_world && everypath_world() > 0 ? words : __real_strerror(error);
}

/* A file without a name needs no file system. */
FILE *__wrap_tmpfile(void) {
    int file = syscall(SYS_memfd_create, "tmpfile", 1);
    return file < 0 ? NULL : fdopen(file, "w+");
}

/* The first call that was refused to the last test, 0 if there was none. */
int confinement_refused(void) { return shared->refused; }
