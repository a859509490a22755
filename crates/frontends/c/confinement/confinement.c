/* What the observer and the tests are linked with when they are tried: the processes
   in which they call the subject may not write files, start programs, send signals or
   open connections. Before this text stand the numbers of the calls that are refused
   (REFUSED), those that may concern only the caller and what says so (ITSELF), what is
   noted where a file cannot be read (UNREADABLE), and the bytes of memory (MEMORY) and the seconds
   of the processor (SECONDS) that a process may take.

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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Processes that one test may make, each with its own copy of these limits. */
#define MOST_PROCESSES 8
#define MOST_WRITTEN (64 << 20)

/* Seen by all processes: the first call of a test that was refused, 0 if there is
   none, and the processes that it made. */
static volatile struct { int refused, processes; } * shared;
static int confined;

/* Which world the process is in; there is none where tests are tried. */
extern int everypath_world(void) __attribute__((weak));

static int world(void) { return everypath_world ? everypath_world() : 0; }

static void note(int call) {
    if (shared->refused == 0)
        shared->refused = call;
}

#if defined(__x86_64__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ucontext.h>

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
/* What is said, as an argument too many, where a file is opened by what is here. */
#define WORD 0x45766572
#define THREAD 0x00010000
#define SHARES_MEMORY 0x00000100

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define ARGUMENT(index) LOAD(offsetof(struct seccomp_data, args) + 8 * (index))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define IF_ANY(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)

static const unsigned refused[] = {REFUSED};
static const struct { unsigned call, argument, value; } itself[] = {ITSELF};
#define COUNT (sizeof refused / sizeof refused[0])
#define OTHERS (sizeof itself / sizeof itself[0])

static void enter(void) {
    static struct sock_filter rules[2 * COUNT + 5 * OTHERS + 32];
    static const struct sock_filter open_at[] = {
        IF_EQUAL(SYS_openat, 0, 3), ARGUMENT(4),
        IF_EQUAL(WORD, 3, 0),       ANSWER(SECCOMP_RET_TRAP),
        IF_EQUAL(SYS_open, 0, 1),   ANSWER(SECCOMP_RET_TRAP),
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
    for (i = 0; i < OTHERS; i++) {
        rules[count++] = (struct sock_filter)IF_EQUAL(itself[i].call, 0, 4);
        rules[count++] = (struct sock_filter)ARGUMENT(itself[i].argument);
        rules[count++] = (struct sock_filter)IF_EQUAL(itself[i].value, 1, 0);
        rules[count++] = (struct sock_filter)ANSWER(SECCOMP_RET_TRAP);
        rules[count++] = (struct sock_filter)LOAD(offsetof(struct seccomp_data, nr));
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

/* Opens a file for reading. One that cannot be read may be one that can be read where
   nobody refuses it; in other worlds than the first, no file of this machine can. */
static long opened(long call, const long long *arguments) {
    int at = call == SYS_openat;
    long file = syscall(SYS_openat, at ? (int)arguments[0] : AT_FDCWD, arguments[at],
                        arguments[at + 1], 0, WORD);
    if (file >= 0)
        return file;
    if ((errno == EACCES || errno == EPERM) && world() == 0)
        note(UNREADABLE);
    return -errno;
}

/* The answer to a refused call: an error, or a file that may be written. */
static long answer(long call, const long long *arguments) {
    const char *path = path_of(call, arguments);
    int opens = call == SYS_open || call == SYS_openat || call == SYS_creat;
    long flags = call == SYS_creat ? O_CREAT : arguments[call == SYS_open ? 1 : 2];
    if (opens && call != SYS_creat && !(flags & WRITES))
        return opened(call, arguments);
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
            int directory = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0, WORD);
            if (directory >= 0) {
                syscall(SYS_close, directory);
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
    int i;
    /* The number of the next file is no more certain than anything else of a process. */
    for (i = 0; i < 3 * world(); i++)
        syscall(SYS_dup, 0);
    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    /* What a test leaves behind becomes a child of this process. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
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

pid_t __real_waitpid(pid_t child, int *status, int options);

/* Ends the processes that a test left behind; whether there were any. */
static int end_left(void) {
    static char path[] = "/proc/thread-self/children";
    int found = 0, status;
    for (;;) {
        FILE *list;
        int child;
        pid_t ended = __real_waitpid(-1, &status, WNOHANG);
        if (ended < 0)
            return found;
        found = 1;
        if (ended > 0)
            continue;
        list = fopen(path, "r");
        while (list != NULL && fscanf(list, "%d", &child) == 1)
            syscall(SYS_kill, child, SIGKILL);
        if (list == NULL)
            return found;
        fclose(list);
        __real_waitpid(-1, &status, 0);
    }
}

/* The program that runs the tests waits for each. One that was refused something passes
   for no good reason: it would do something else where nobody refuses it. */
pid_t __wrap_waitpid(pid_t child, int *status, int options) {
    pid_t ended = __real_waitpid(child, status, options);
    if (confined || ended != child || child <= 0)
        return ended;
    if (end_left())
        note(SYS_clone);
    if (shared->refused != 0 && !everypath_world && !__asan_init && status != NULL) {
        dprintf(1, "REFUSED %d\n", shared->refused);
        *status = 1 << 8;
    }
    return ended;
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
    return world() > 0 ? words : __real_strerror(error);
}

/* Whoever looks at a file elsewhere finds another one, with times of its own. */
static int elsewhere(int result, struct stat *known) {
    if (result == 0 && world() > 0) {
        long other = 100000007L * world();
        known->st_ino += world();
        known->st_uid += world();
        known->st_gid += world();
        known->st_atime -= other;
        known->st_mtime -= other;
        known->st_ctime -= other;
    }
    return result;
}

int __real_stat(const char *path, struct stat *known);
int __real_lstat(const char *path, struct stat *known);
int __real_fstat(int file, struct stat *known);
int __real_fstatat(int directory, const char *path, struct stat *known, int flags);

int __wrap_stat(const char *path, struct stat *known) {
    return elsewhere(__real_stat(path, known), known);
}

int __wrap_lstat(const char *path, struct stat *known) {
    return elsewhere(__real_lstat(path, known), known);
}

int __wrap_fstat(int file, struct stat *known) {
    return elsewhere(__real_fstat(file, known), known);
}

int __wrap_fstatat(int directory, const char *path, struct stat *known, int flags) {
    return elsewhere(__real_fstatat(directory, path, known, flags), known);
}

/* A file without a name needs no file system. */
FILE *__wrap_tmpfile(void) {
    int file = syscall(SYS_memfd_create, "tmpfile", 1);
    return file < 0 ? NULL : fdopen(file, "w+");
}

/* The first call that was refused to the last test, 0 if there was none. */
int confinement_refused(void) { return shared->refused; }
