//! The system calls of x86-64 that a run of the subject is refused, with what they
//! would do.

/// `open`, which is refused where it would write.
pub const OPEN: u32 = 2;
/// `openat`, the same.
pub const OPEN_AT: u32 = 257;
/// `mmap`, which is refused where there would be too much memory.
pub const MAP: u32 = 9;
/// `pread64`, which stands for reading what may not be read.
pub const READ: u32 = 17;
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
const SECRET: &str = "reads a file that it may not read";
const OTHERS: &str = "changes another process";
const MACHINE: &str = "changes the machine";

/// The calls that are refused whatever they are given.
pub const REFUSED: [(u32, &str); 96] = [
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
    (103, MACHINE),    // syslog
    (129, SIGNAL),     // rt_sigqueueinfo
    (132, CHANGE),     // utime
    (133, CHANGE),     // mknod
    (155, MACHINE),    // pivot_root
    (159, MACHINE),    // adjtimex
    (161, MACHINE),    // chroot
    (163, MACHINE),    // acct
    (164, MACHINE),    // settimeofday
    (165, MACHINE),    // mount
    (166, MACHINE),    // umount2
    (167, MACHINE),    // swapon
    (168, MACHINE),    // swapoff
    (169, MACHINE),    // reboot
    (170, MACHINE),    // sethostname
    (171, MACHINE),    // setdomainname
    (175, MACHINE),    // init_module
    (176, MACHINE),    // delete_module
    (179, MACHINE),    // quotactl
    (188, CHANGE),     // setxattr
    (189, CHANGE),     // lsetxattr
    (190, CHANGE),     // fsetxattr
    (197, CHANGE),     // removexattr
    (198, CHANGE),     // lremovexattr
    (199, CHANGE),     // fremovexattr
    (200, SIGNAL),     // tkill
    (227, MACHINE),    // clock_settime
    (235, CHANGE),     // utimes
    (246, MACHINE),    // kexec_load
    (248, MACHINE),    // add_key
    (249, MACHINE),    // request_key
    (250, MACHINE),    // keyctl
    (258, DIRECTORY),  // mkdirat
    (259, CHANGE),     // mknodat
    (260, CHANGE),     // fchownat
    (261, CHANGE),     // futimesat
    (263, DELETE),     // unlinkat
    (264, CHANGE),     // renameat
    (265, CHANGE),     // linkat
    (266, CHANGE),     // symlinkat
    (268, CHANGE),     // fchmodat
    (272, MACHINE),    // unshare
    (280, CHANGE),     // utimensat
    (297, SIGNAL),     // rt_tgsigqueueinfo
    (298, MACHINE),    // perf_event_open
    (300, MACHINE),    // fanotify_init
    (303, MACHINE),    // name_to_handle_at
    (304, MACHINE),    // open_by_handle_at
    (305, MACHINE),    // clock_adjtime
    (307, CONNECTION), // sendmmsg
    (308, MACHINE),    // setns
    (310, MACHINE),    // process_vm_readv
    (311, MACHINE),    // process_vm_writev
    (312, MACHINE),    // kcmp
    (313, MACHINE),    // finit_module
    (316, CHANGE),     // renameat2
    (321, MACHINE),    // bpf
    (322, PROCESS),    // execveat
    (323, MACHINE),    // userfaultfd
    (424, SIGNAL),     // pidfd_send_signal
    (425, MACHINE),    // io_uring_setup
    (428, MACHINE),    // open_tree
    (429, MACHINE),    // move_mount
    (430, MACHINE),    // fsopen
    (432, MACHINE),    // fsmount
    (437, WRITE),      // openat2
    (438, MACHINE),    // pidfd_getfd
    (452, CHANGE),     // fchmodat2
    (463, CHANGE),     // setxattrat
    (466, CHANGE),     // removexattrat
];

/// Calls that change limits or priorities of a process, and which argument must have which
/// value for that to be the caller itself.
pub const ITSELF: [(u32, u32, u32); 11] = [
    (302, 0, 0), // prlimit64
    (203, 0, 0), // sched_setaffinity
    (144, 0, 0), // sched_setscheduler
    (142, 0, 0), // sched_setparam
    (314, 0, 0), // sched_setattr
    (279, 0, 0), // move_pages
    (256, 0, 0), // migrate_pages
    (141, 0, 0), // setpriority: a process, and not a group or a user
    (141, 1, 0), // and which
    (251, 0, 1), // ioprio_set, the same
    (251, 1, 0),
];

/// What a system call that was refused would have done.
pub fn effect(call: u32) -> &'static str {
    let known = REFUSED.iter().find(|(number, _)| *number == call);
    let others = ITSELF.iter().any(|(number, ..)| *number == call);
    match (known, call) {
        (Some((_, effect)), _) => effect,
        (None, READ) => SECRET,
        (None, _) if others => OTHERS,
        (None, OPEN | OPEN_AT) => WRITE,
        (None, MAP) => MEMORY,
        _ => PROCESS,
    }
}
