//! The output of a child. Every wait has a deadline; a child that misses it is
//! killed with whatever it started.

use std::io::Read;
use std::process::{Child, ChildStdout};
use std::time::Instant;

use everypath_confine::kill_group;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Why nothing more was read.
pub(crate) enum Silent {
    /// Nothing came in time, and the child was killed.
    TimedOut,
    /// The pipe is closed: the child is about to end.
    Closed,
}

/// What a child in its own process group wrote and nobody has taken yet.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) child: Child,
    stdout: ChildStdout,
    pub(crate) unread: Vec<u8>,
}

impl Output {
    /// The output of a child whose output is a pipe.
    pub(crate) fn new(mut child: Child) -> Output {
        let stdout = child.stdout.take().expect("the pipe was asked for");
        Output {
            child,
            stdout,
            unread: Vec::with_capacity(1 << 16),
        }
    }

    /// Waits for more of it.
    pub(crate) fn read_more(&mut self, deadline: Instant) -> Result<(), Silent> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = Timespec::try_from(left).expect("a limit fits a timespec");
            let mut descriptors = [PollFd::new(&self.stdout, PollFlags::IN)];
            match poll(&mut descriptors, Some(&wait)) {
                Ok(0) => {
                    kill_group(&mut self.child);
                    return Err(Silent::TimedOut);
                }
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return Err(Silent::Closed),
                Ok(_) => {}
            }
            let mut chunk = [0u8; 1 << 16];
            return match self.stdout.read(&mut chunk) {
                Ok(0) | Err(_) => Err(Silent::Closed),
                Ok(count) => {
                    self.unread.extend_from_slice(&chunk[..count]);
                    Ok(())
                }
            };
        }
    }
}
