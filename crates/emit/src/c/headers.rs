//! The headers that test files need, behind the source: it may use names of its own
//! that the system has too.

use std::fmt::Write;

/// Functions of those headers: sources that do not include them may use their names. Not
/// those that test files call themselves.
#[rustfmt::skip]
const COMMON: [&str; 354] = [
    "a64l", "abort", "abs", "access", "acct", "alarm", "alloca", "arc4random", "arc4random_buf",
    "arc4random_uniform", "asprintf", "at_quick_exit", "atexit", "atof", "atol", "atoll",
    "basename", "bcmp", "bcopy", "brk", "bsearch", "bzero", "canonicalize_file_name", "chdir",
    "chown", "chroot", "clearenv", "clearerr", "close", "close_range", "closefrom", "confstr",
    "copy_file_range", "crypt", "ctermid", "cuserid", "daemon", "div", "dprintf", "drand48", "dup",
    "dup3", "eaccess", "ecvt", "encrypt", "endusershell", "erand48", "euidaccess", "execl",
    "execle", "execlp", "execv", "execve", "execveat", "execvp", "execvpe", "exit",
    "explicit_bzero", "faccessat", "fchdir", "fchown", "fchownat", "fcloseall", "fcvt",
    "fdatasync", "fdopen", "feof", "ferror", "fexecve", "ffs", "ffsl", "ffsll", "fgetc", "fgetpos",
    "fgets", "flockfile", "fmemopen", "fopen", "fopencookie", "fpathconf", "free", "freopen",
    "fscanf", "fseeko", "fsetpos", "fsync", "ftello", "ftruncate", "ftrylockfile", "funlockfile",
    "gcvt", "get_current_dir_name", "getc", "getchar", "getcwd", "getdelim", "getdomainname",
    "getdtablesize", "getegid", "getentropy", "getenv", "geteuid", "getgid", "getgroups",
    "gethostid", "gethostname", "getline", "getloadavg", "getlogin", "getopt", "getpagesize",
    "getpass", "getpgid", "getpgrp", "getpid", "getppid", "getpt", "getresgid", "getresuid",
    "getsid", "getsubopt", "gettid", "getuid", "getusershell", "getw", "getwd", "grantpt",
    "group_member", "gsignal", "index", "initstate", "isatty", "jrand48", "kill", "killpg", "l64a",
    "labs", "lchown", "lcong48", "ldiv", "link", "linkat", "llabs", "lldiv", "lockf", "lrand48",
    "lseek", "mblen", "mbstowcs", "mbtowc", "memccpy", "memchr", "memfrob", "memmem", "memmove",
    "mempcpy", "memrchr", "memset", "mkdtemp", "mkostemp", "mkostemps", "mkstemp", "mkstemps",
    "mktemp", "mrand48", "nice", "nrand48", "obstack_printf", "on_exit", "open_memstream",
    "pathconf", "pause", "pclose", "perror", "pipe", "pipe2", "popen", "posix_memalign",
    "posix_openpt", "pread", "profil", "pselect", "psiginfo", "psignal", "pthread_kill",
    "pthread_sigmask", "pthread_sigqueue", "ptsname", "putenv", "putw", "pwrite", "qecvt", "qfcvt",
    "qgcvt", "qsort", "quick_exit", "raise", "rand", "random", "rawmemchr", "read", "readlink",
    "readlinkat", "realpath", "remove", "rename", "renameat", "renameat2", "revoke", "rindex",
    "rmdir", "rpmatch", "sbrk", "scanf", "secure_getenv", "seed48", "select", "setbuf",
    "setbuffer", "setdomainname", "setegid", "seteuid", "setgid", "sethostid", "sethostname",
    "setlinebuf", "setlogin", "setpgid", "setpgrp", "setregid", "setresgid", "setresuid",
    "setreuid", "setsid", "setstate", "setuid", "setusershell", "setvbuf", "sigaction",
    "sigaddset", "sigaltstack", "sigandset", "sigblock", "sigdelset", "sigemptyset", "sigfillset",
    "siggetmask", "sighold", "sigignore", "siginterrupt", "sigisemptyset", "sigismember", "signal",
    "sigorset", "sigpause", "sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigreturn",
    "sigset", "sigsetmask", "sigstack", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo",
    "sleep", "sprintf", "srand", "srand48", "srandom", "sscanf", "ssignal", "stpcpy", "stpncpy",
    "strcasecmp", "strcasestr", "strcat", "strchr", "strchrnul", "strcoll", "strcpy", "strcspn",
    "strerror", "strfromd", "strfromf", "strfroml", "strfry", "strlen", "strncasecmp", "strncat",
    "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strsignal",
    "strspn", "strstr", "strtod", "strtof", "strtok", "strtol", "strtold", "strtoll", "strtoq",
    "strtoul", "strtoull", "strtouq", "strverscmp", "strxfrm", "swab", "symlink", "symlinkat",
    "sync", "syncfs", "sysconf", "system", "sysv_signal", "tcgetpgrp", "tcsetpgrp", "tempnam",
    "tgkill", "tmpnam", "truncate", "ttyname", "ttyslot", "ualarm", "ungetc", "unlink", "unlinkat",
    "unlockpt", "usleep", "valloc", "vasprintf", "vdprintf", "vfork", "vfprintf", "vfscanf",
    "vhangup", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "wait", "wait3", "wait4", "waitid",
    "wcstombs", "wctomb", "write",
];

/// Includes headers; what the source defines under a name of theirs stays what it is.
pub(super) fn included(headers: &[&str], defined: &[String]) -> String {
    let is_defined = |name: &&&str| defined.iter().any(|defined| defined == **name);
    let own: Vec<&&str> = COMMON.iter().filter(is_defined).collect();
    let mut text = "\n".to_owned();
    for name in &own {
        let _ = writeln!(text, "#define {name} system_{name}");
    }
    for header in headers {
        let _ = writeln!(text, "#include <{header}>");
    }
    for name in &own {
        let _ = writeln!(text, "#undef {name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_source_stay_its_own() {
        let defined = ["close".to_owned(), "area".to_owned()];
        assert_eq!(
            included(&["unistd.h"], &defined),
            "\n#define close system_close\n#include <unistd.h>\n#undef close\n"
        );
        assert_eq!(included(&["stdio.h"], &[]), "\n#include <stdio.h>\n");
    }
}
