//! The headers that test files need, behind the source: it may use names of its own
//! that the system has too.

use std::fmt::Write;

/// Functions of those headers whose names sources that do not include them use.
#[rustfmt::skip]
const COMMON: [&str; 58] = [
    "access", "alarm", "basename", "bcmp", "bcopy", "bzero", "chdir", "chown", "close", "crypt",
    "div", "dprintf", "dup", "encrypt", "ffs", "getline", "getopt", "getw", "index", "kill",
    "link", "lockf", "lseek", "nice", "pause", "pclose", "pipe", "popen", "putw", "raise",
    "random", "read", "readlink", "remove", "rename", "rindex", "rmdir", "seteuid", "setuid",
    "signal", "sleep", "srandom", "stpcpy", "strchrnul", "strndup", "strsep", "strsignal",
    "swab", "symlink", "sync", "system", "tempnam", "truncate", "unlink", "usleep", "wait",
    "waitid", "write",
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
