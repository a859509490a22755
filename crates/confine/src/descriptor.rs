//! Files that are open here and that a command is to have, too: whatever else is open stays
//! with this process.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Lets a command have an open file; the number it has there.
pub fn hand_over(command: &mut Command, file: OwnedFd) -> RawFd {
    let number = file.as_raw_fd();
    let keep = move || {
        // SAFETY: the descriptor is open, and is not to be closed by what is run.
        match unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) } {
            -1 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    };
    // SAFETY: between fork and exec it makes one system call.
    unsafe { command.pre_exec(keep) };
    number
}
