//! The calls by which a process changes something outside, as the kernel announces them to
//! a watcher before they are made: which act each is, and which file it concerns.

use std::ffi::OsString;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use crate::refusal::Act;
use crate::syscalls;

/// How a call names its file: the arguments with the directory and the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) directory: Option<usize>,
    pub(crate) path: usize,
}

/// A call that is watched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watched {
    pub(crate) call: i64,
    pub(crate) act: Act,
    pub(crate) named: Option<Named>,
    /// The argument whose bits say that a file is opened for writing.
    pub(crate) flags: Option<usize>,
}

const fn at(call: i64, act: Act, path: usize) -> Watched {
    Watched {
        call,
        act,
        named: Some(Named {
            directory: Some(path - 1),
            path,
        }),
        flags: None,
    }
}

#[cfg(target_arch = "x86_64")]
const fn plain(call: i64, act: Act) -> Watched {
    Watched {
        call,
        act,
        named: Some(Named {
            directory: None,
            path: 0,
        }),
        flags: None,
    }
}

const fn unnamed(call: i64, act: Act) -> Watched {
    Watched {
        call,
        act,
        named: None,
        flags: None,
    }
}

/// The calls that every architecture has.
const COMMON: [Watched; 14] = [
    Watched {
        flags: Some(2),
        ..at(libc::SYS_openat, Act::Write, 1)
    },
    at(libc::SYS_unlinkat, Act::Delete, 1),
    at(libc::SYS_renameat2, Act::Rename, 1),
    at(libc::SYS_renameat, Act::Rename, 1),
    at(libc::SYS_mkdirat, Act::MakeDirectory, 1),
    at(libc::SYS_linkat, Act::MakeLink, 3),
    at(libc::SYS_symlinkat, Act::MakeLink, 2),
    at(libc::SYS_mknodat, Act::MakeLink, 1),
    at(libc::SYS_fchmodat, Act::ChangeAttributes, 1),
    at(libc::SYS_fchownat, Act::ChangeAttributes, 1),
    at(libc::SYS_utimensat, Act::ChangeAttributes, 1),
    unnamed(libc::SYS_connect, Act::Network),
    unnamed(libc::SYS_sendto, Act::Network),
    Watched {
        call: libc::SYS_execve,
        act: Act::Start,
        named: Some(Named {
            directory: None,
            path: 0,
        }),
        flags: None,
    },
];

/// The older forms that only this architecture has.
#[cfg(target_arch = "x86_64")]
const OLDER: [Watched; 13] = [
    Watched {
        flags: Some(1),
        ..plain(libc::SYS_open, Act::Write)
    },
    plain(libc::SYS_creat, Act::Write),
    plain(libc::SYS_truncate, Act::Write),
    plain(libc::SYS_unlink, Act::Delete),
    plain(libc::SYS_rmdir, Act::Delete),
    plain(libc::SYS_rename, Act::Rename),
    plain(libc::SYS_mkdir, Act::MakeDirectory),
    plain(libc::SYS_mknod, Act::MakeLink),
    plain(libc::SYS_chmod, Act::ChangeAttributes),
    plain(libc::SYS_chown, Act::ChangeAttributes),
    plain(libc::SYS_utimes, Act::ChangeAttributes),
    plain(libc::SYS_lchown, Act::ChangeAttributes),
    plain(libc::SYS_utime, Act::ChangeAttributes),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [Watched; 0] = [];

/// All calls that are watched.
pub(crate) fn all() -> impl Iterator<Item = Watched> {
    let machine = syscalls::REFUSED
        .iter()
        .map(|call| unnamed(*call, Act::Machine));
    COMMON.iter().chain(&OLDER).copied().chain(machine)
}

/// The file that a call of a process concerns.
pub(crate) fn file_of(process: u32, arguments: &[u64; 6], named: Named) -> Option<PathBuf> {
    let path = text_at(process, arguments[named.path])?;
    if path.is_absolute() {
        return Some(path);
    }
    let descriptor = named.directory.map(|index| arguments[index] as i32);
    let directory = match descriptor {
        Some(number) if number != libc::AT_FDCWD => format!("/proc/{process}/fd/{number}"),
        _ => format!("/proc/{process}/cwd"),
    };
    let directory = std::fs::read_link(directory).ok()?;
    Some(directory.join(path))
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
        Act::Delete | Act::Rename | Act::ChangeAttributes | Act::Start => is_there,
        Act::MakeDirectory | Act::MakeLink => !is_there && has_place(),
        Act::Network | Act::Machine => true,
    }
}
