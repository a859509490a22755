//! What Landlock does not cover, by seccomp: sockets, tracing, mounts, keys, clocks, and
//! everything else that concerns the machine and not the program. Calls of another
//! architecture, as by `int 0x80`, end the process.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

/// Calls that a subject never needs.
pub(crate) const REFUSED: [i64; 42] = [
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
];

/// Calls that change what is known of a file; Landlock looks at its contents only.
const ATTRIBUTES: [i64; 14] = [
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    // The newest form, which the library has no name for yet.
    452,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // Two more that came with it.
    463,
    466,
];

/// The older forms of some of them, which only this architecture has.
#[cfg(target_arch = "x86_64")]
const OLDER: [i64; 6] = [
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [i64; 0] = [];

/// Calls that change limits, priorities and places of a process, and which argument must
/// have which value for that to be the caller itself.
pub(crate) const ITSELF: [(i64, u8, u32); 11] = [
    (libc::SYS_prlimit64, 0, 0),
    (libc::SYS_sched_setaffinity, 0, 0),
    (libc::SYS_sched_setscheduler, 0, 0),
    (libc::SYS_sched_setparam, 0, 0),
    (libc::SYS_sched_setattr, 0, 0),
    (libc::SYS_move_pages, 0, 0),
    (libc::SYS_migrate_pages, 0, 0),
    (libc::SYS_setpriority, 0, libc::PRIO_PROCESS),
    (libc::SYS_setpriority, 1, 0),
    // A process is the first of what it may concern.
    (libc::SYS_ioprio_set, 0, 1),
    (libc::SYS_ioprio_set, 1, 0),
];

/// The call that opens a connection, which is only for those within the machine: programs
/// talk to their own helpers by them; those of others are files, or have no name in here.
pub(crate) const SOCKET: (i64, u8, u32) = (libc::SYS_socket, 0, libc::AF_UNIX as u32);

/// The filter of a process that may or may not change files and use the network. One that
/// is watched has all of it from its watcher, who tells.
pub(crate) fn filter(changes_files: bool, uses_network: bool) -> io::Result<BpfProgram> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    if !changes_files {
        let calls = ATTRIBUTES.iter().chain(&OLDER);
        rules.extend(calls.map(|call| (*call, Vec::new())));
    }
    let sockets = (!uses_network).then_some(&SOCKET);
    for (call, argument, value) in ITSELF.iter().chain(sockets) {
        let different = SeccompCondition::new(
            *argument,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Ne,
            u64::from(*value),
        );
        let rule = different.and_then(|different| SeccompRule::new(vec![different]));
        let rules = rules.entry(*call).or_default();
        rules.push(rule.map_err(io::Error::other)?);
    }
    filter_of(rules, libc::EPERM)
}

/// The filter that answers some calls with an error and lets all others be made.
fn filter_of(rules: BTreeMap<i64, Vec<SeccompRule>>, error: libc::c_int) -> io::Result<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(error as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch);
    let filter = filter.map_err(io::Error::other)?;
    BpfProgram::try_from(filter).map_err(io::Error::other)
}

/// Calls that make a process; threads are made by the first one, too.
#[cfg(target_arch = "x86_64")]
pub(crate) const PROCESSES: [i64; 3] = [libc::SYS_clone, libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
pub(crate) const PROCESSES: [i64; 1] = [libc::SYS_clone];

/// A filter that lets only such calls make a process or thread whose flags can be seen: the
/// C library makes the older one if there is no newer.
pub(crate) fn visible() -> io::Result<BpfProgram> {
    let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    filter_of(newer, libc::ENOSYS)
}

/// Filters that let a process make threads and no other processes.
pub(crate) fn alone() -> io::Result<[BpfProgram; 2]> {
    let is_process = SeccompCondition::new(
        0,
        SeccompCmpArgLen::Qword,
        SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64),
        0,
    );
    let is_process = is_process.and_then(|condition| SeccompRule::new(vec![condition]));
    let is_process = is_process.map_err(io::Error::other)?;
    let rule = |call: &i64| match *call {
        libc::SYS_clone => (libc::SYS_clone, vec![is_process.clone()]),
        other => (other, Vec::new()),
    };
    let older = filter_of(PROCESSES.iter().map(rule).collect(), libc::EPERM)?;
    Ok([visible()?, older])
}

/// Enters the filter; for the child between fork and exec.
pub(crate) fn enter(filter: &BpfProgram) -> io::Result<()> {
    match seccompiler::apply_filter(filter) {
        Ok(()) => Ok(()),
        Err(_) => Err(io::Error::from_raw_os_error(libc::EPERM)),
    }
}
