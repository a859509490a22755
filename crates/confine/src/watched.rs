//! The calls by which a process changes something outside, as the kernel announces them to
//! a watcher before they are made: which act each is, and which file it concerns.

use std::ffi::OsString;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::refusal::Act;
use crate::syscalls::{ITSELF, PROCESSES, REFUSED, SOCKET};

/// How a call names its file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Named {
    /// By the arguments with a path, and maybe with the directory that it begins at.
    Path {
        directory: Option<usize>,
        path: usize,
    },
    /// By the argument with an open file.
    Open(usize),
}

/// Which calls of a number are watched.
#[derive(Clone, Copy, Debug)]
pub(crate) enum When {
    /// All.
    Always,
    /// Those with any of some bits in an argument.
    Has(usize, u32),
    /// Those with none of some bits in an argument.
    Lacks(usize, u32),
    /// Those with another value for an argument.
    Differs(usize, u32),
}

/// A call that is watched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub(crate) call: i64,
    pub(crate) act: Act,
    pub(crate) named: Option<Named>,
    pub(crate) when: When,
}

/// Bits of flags that open a file for writing.
const WRITES: u32 = (libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC) as u32;

const fn named(call: i64, act: Act, named: Named) -> Watched {
    Watched {
        call,
        act,
        named: Some(named),
        when: When::Always,
    }
}

const fn at(call: i64, act: Act, path: usize) -> Watched {
    let directory = Some(path - 1);
    named(call, act, Named::Path { directory, path })
}

const fn plain(call: i64, act: Act) -> Watched {
    let (directory, path) = (None, 0);
    named(call, act, Named::Path { directory, path })
}

const fn open(call: i64, act: Act) -> Watched {
    named(call, act, Named::Open(0))
}

const fn unnamed(call: i64, act: Act, when: When) -> Watched {
    Watched {
        call,
        act,
        named: None,
        when,
    }
}

/// The calls that every architecture has.
const COMMON: [Watched; 30] = [
    Watched {
        when: When::Has(2, WRITES),
        ..at(libc::SYS_openat, Act::Write, 1)
    },
    plain(libc::SYS_truncate, Act::Write),
    at(libc::SYS_unlinkat, Act::Delete, 1),
    at(libc::SYS_renameat2, Act::Rename, 1),
    at(libc::SYS_renameat, Act::Rename, 1),
    at(libc::SYS_mkdirat, Act::MakeDirectory, 1),
    at(libc::SYS_linkat, Act::MakeLink, 3),
    at(libc::SYS_symlinkat, Act::MakeLink, 2),
    at(libc::SYS_mknodat, Act::MakeLink, 1),
    at(libc::SYS_fchmodat, Act::ChangeAttributes, 1),
    // The newer forms, which the library has no names for yet.
    at(452, Act::ChangeAttributes, 1),
    at(463, Act::ChangeAttributes, 1),
    at(466, Act::ChangeAttributes, 1),
    at(libc::SYS_fchownat, Act::ChangeAttributes, 1),
    at(libc::SYS_utimensat, Act::ChangeAttributes, 1),
    open(libc::SYS_fchmod, Act::ChangeAttributes),
    open(libc::SYS_fchown, Act::ChangeAttributes),
    open(libc::SYS_fsetxattr, Act::ChangeAttributes),
    open(libc::SYS_fremovexattr, Act::ChangeAttributes),
    plain(libc::SYS_setxattr, Act::ChangeAttributes),
    plain(libc::SYS_lsetxattr, Act::ChangeAttributes),
    plain(libc::SYS_removexattr, Act::ChangeAttributes),
    plain(libc::SYS_lremovexattr, Act::ChangeAttributes),
    plain(libc::SYS_execve, Act::Start),
    at(libc::SYS_execveat, Act::Start, 1),
    unnamed(libc::SYS_kill, Act::Signal, When::Always),
    unnamed(libc::SYS_tkill, Act::Signal, When::Always),
    unnamed(libc::SYS_tgkill, Act::Signal, When::Always),
    unnamed(libc::SYS_rt_sigqueueinfo, Act::Signal, When::Always),
    unnamed(libc::SYS_rt_tgsigqueueinfo, Act::Signal, When::Always),
];

/// The older forms that only this architecture has.
#[cfg(target_arch = "x86_64")]
const OLDER: [Watched; 15] = [
    Watched {
        when: When::Has(1, WRITES),
        ..plain(libc::SYS_open, Act::Write)
    },
    plain(libc::SYS_creat, Act::Write),
    plain(libc::SYS_unlink, Act::Delete),
    plain(libc::SYS_rmdir, Act::Delete),
    plain(libc::SYS_rename, Act::Rename),
    plain(libc::SYS_mkdir, Act::MakeDirectory),
    plain(libc::SYS_mknod, Act::MakeLink),
    second(libc::SYS_link, Act::MakeLink),
    second(libc::SYS_symlink, Act::MakeLink),
    plain(libc::SYS_chmod, Act::ChangeAttributes),
    plain(libc::SYS_chown, Act::ChangeAttributes),
    plain(libc::SYS_lchown, Act::ChangeAttributes),
    plain(libc::SYS_utime, Act::ChangeAttributes),
    plain(libc::SYS_utimes, Act::ChangeAttributes),
    at(libc::SYS_futimesat, Act::ChangeAttributes, 1),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [Watched; 0] = [];

#[cfg(target_arch = "x86_64")]
const fn second(call: i64, act: Act) -> Watched {
    let (directory, path) = (None, 1);
    named(call, act, Named::Path { directory, path })
}

/// The calls of processes that may use no network.
const NETWORK: [Watched; 3] = [
    unnamed(
        SOCKET.0,
        Act::Network,
        When::Differs(SOCKET.1 as usize, SOCKET.2),
    ),
    unnamed(libc::SYS_connect, Act::Network, When::Always),
    unnamed(libc::SYS_sendto, Act::Network, When::Always),
];

/// All calls that are watched, where the network is refused and other processes are.
pub(crate) fn all(uses_network: bool, is_alone: bool) -> Vec<Watched> {
    let machine = REFUSED
        .iter()
        .map(|call| unnamed(*call, Act::Machine, When::Always));
    let others = ITSELF.iter().map(|(call, argument, value)| {
        let when = When::Differs(usize::from(*argument), *value);
        unnamed(*call, Act::Interfere, when)
    });
    let threads = When::Lacks(0, libc::CLONE_THREAD as u32);
    let forks = PROCESSES.iter().map(move |call| match *call {
        libc::SYS_clone => unnamed(*call, Act::Fork, threads),
        _ => unnamed(*call, Act::Fork, When::Always),
    });
    let files = COMMON.iter().chain(&OLDER).copied();
    files
        .chain(NETWORK.into_iter().filter(|_| !uses_network))
        .chain(forks.filter(|_| is_alone))
        .chain(others)
        .chain(machine)
        .collect()
}

/// The file that a call of a process concerns.
pub(crate) fn file_of(process: u32, arguments: &[u64; 6], named: Named) -> Option<PathBuf> {
    let opened = |number: i32| std::fs::read_link(format!("/proc/{process}/fd/{number}")).ok();
    let (directory, path) = match named {
        Named::Open(index) => return opened(arguments[index] as i32),
        Named::Path { directory, path } => (directory, arguments[path]),
    };
    let directory = directory.map(|index| arguments[index] as i32);
    let directory = directory.filter(|number| *number != libc::AT_FDCWD);
    let path = match path {
        // Without a path it is the open file itself.
        0 => PathBuf::new(),
        address => text_at(process, address)?,
    };
    if path.is_absolute() {
        return Some(path);
    }
    let directory = match directory {
        Some(number) => opened(number)?,
        None => std::fs::read_link(format!("/proc/{process}/cwd")).ok()?,
    };
    match path.as_os_str().is_empty() {
        true => Some(directory),
        false => Some(directory.join(path)),
    }
}

/// Whether a signal of a process, which may be a thread of it, goes to itself.
pub(crate) fn is_own(caller: u32, target: i32) -> bool {
    // Its group holds only what it made.
    target == 0
        || target.unsigned_abs() == caller
        || PathBuf::from(format!("/proc/{caller}/task/{}", target.unsigned_abs())).exists()
}

/// The text at an address of a process.
fn text_at(process: u32, address: u64) -> Option<PathBuf> {
    let mut memory = std::fs::File::open(format!("/proc/{process}/mem")).ok()?;
    memory.seek(SeekFrom::Start(address)).ok()?;
    let mut bytes = Vec::new();
    let mut chunk = [0u8; 256];
    while bytes.len() < libc::PATH_MAX as usize {
        // It may end with the page that the text is on.
        let count = memory
            .read(&mut chunk[..])
            .or_else(|_| memory.read(&mut chunk[..1]));
        let count = count.ok().filter(|count| *count > 0)?;
        if let Some(end) = chunk[..count].iter().position(|byte| *byte == 0) {
            bytes.extend_from_slice(&chunk[..end]);
            return Some(PathBuf::from(OsString::from_vec(bytes)));
        }
        bytes.extend_from_slice(&chunk[..count]);
    }
    None
}

/// Whether an act on a file would change something: what would fail anyway is not refused.
pub(crate) fn would_change(act: Act, path: &Path) -> bool {
    let is_there = path.symlink_metadata().is_ok();
    let has_place = || path.parent().is_some_and(Path::is_dir);
    match act {
        Act::Write => !path.is_dir() && (is_there || has_place()),
        Act::Delete | Act::Rename | Act::ChangeAttributes => is_there,
        // A program may be in memory only.
        Act::Start => is_there || path.to_string_lossy().starts_with("/memfd:"),
        Act::MakeDirectory | Act::MakeLink => !is_there && has_place(),
        Act::Network | Act::Fork | Act::Signal | Act::Interfere | Act::Machine => true,
    }
}
