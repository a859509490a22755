//! The system calls of x86-64 that a run of the subject is refused, with what they
//! would do.

/// `open`, which is refused where it would write.
pub const OPEN: u32 = 2;
/// `openat`, the same.
pub const OPEN_AT: u32 = 257;
/// `mmap`, which is refused where there would be too much memory.
pub const MAP: u32 = 9;
/// `clone`, which makes processes and threads.
pub const CLONE: u32 = 56;

const CONNECTION: &str = "opens a connection";
const PROCESS: &str = "starts a process";
const SIGNAL: &str = "sends a signal";
const WRITE: &str = "writes a file";
const CHANGE: &str = "renames, links or changes a file";
const DELETE: &str = "deletes a file";
const DIRECTORY: &str = "makes or deletes a directory";
const MEMORY: &str = "takes more memory than it may";
const MACHINE: &str = "changes the machine";

/// The calls that are refused whatever they are given.
pub const REFUSED: [(u32, &str); 63] = [
    (41, CONNECTION),  // socket
    (42, CONNECTION),  // connect
    (43, CONNECTION),  // accept
    (44, CONNECTION),  // sendto
    (46, CONNECTION),  // sendmsg
    (49, CONNECTION),  // bind
    (50, CONNECTION),  // listen
    (57, PROCESS),     // fork; the C library clones
    (58, PROCESS),     // vfork
    (59, PROCESS),     // execve
    (62, SIGNAL),      // kill
    (76, WRITE),       // truncate
    (77, WRITE),       // ftruncate
    (82, CHANGE),      // rename
    (83, DIRECTORY),   // mkdir
    (84, DIRECTORY),   // rmdir
    (85, WRITE),       // creat
    (86, CHANGE),      // link
    (87, DELETE),      // unlink
    (88, CHANGE),      // symlink
    (90, CHANGE),      // chmod
    (91, CHANGE),      // fchmod
    (92, CHANGE),      // chown
    (93, CHANGE),      // fchown
    (94, CHANGE),      // lchown
    (101, PROCESS),    // ptrace
    (129, SIGNAL),     // rt_sigqueueinfo
    (132, CHANGE),     // utime
    (133, CHANGE),     // mknod
    (155, MACHINE),    // pivot_root
    (161, MACHINE),    // chroot
    (164, MACHINE),    // settimeofday
    (165, MACHINE),    // mount
    (166, MACHINE),    // umount2
    (169, MACHINE),    // reboot
    (170, MACHINE),    // sethostname
    (171, MACHINE),    // setdomainname
    (188, CHANGE),     // setxattr
    (189, CHANGE),     // lsetxattr
    (190, CHANGE),     // fsetxattr
    (197, CHANGE),     // removexattr
    (198, CHANGE),     // lremovexattr
    (199, CHANGE),     // fremovexattr
    (200, SIGNAL),     // tkill
    (227, MACHINE),    // clock_settime
    (235, CHANGE),     // utimes
    (258, DIRECTORY),  // mkdirat
    (259, CHANGE),     // mknodat
    (260, CHANGE),     // fchownat
    (261, CHANGE),     // futimesat
    (263, DELETE),     // unlinkat
    (264, CHANGE),     // renameat
    (265, CHANGE),     // linkat
    (266, CHANGE),     // symlinkat
    (268, CHANGE),     // fchmodat
    (280, CHANGE),     // utimensat
    (297, SIGNAL),     // rt_tgsigqueueinfo
    (307, CONNECTION), // sendmmsg
    (316, CHANGE),     // renameat2
    (322, PROCESS),    // execveat
    (425, MACHINE),    // io_uring_setup
    (437, WRITE),      // openat2
    (452, CHANGE),     // fchmodat2
];

/// What a system call that was refused would have done.
pub fn effect(call: u32) -> &'static str {
    let known = REFUSED.iter().find(|(number, _)| *number == call);
    match (known, call) {
        (Some((_, effect)), _) => effect,
        (None, OPEN | OPEN_AT) => WRITE,
        (None, MAP) => MEMORY,
        _ => PROCESS,
    }
}
