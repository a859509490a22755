//! A child that writes lines. Every wait has a deadline; a child that misses
//! it is killed with whatever it started.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdout};
use std::time::{Duration, Instant};

use everypath_trace::Fault;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Why there are no more lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// None came in time.
    TimedOut,
    /// The child ended; how, in words.
    Died(String),
}

/// The lines of a child in its own process group.
pub(crate) struct Lines {
    child: Child,
    stdout: ChildStdout,
    buffer: Vec<u8>,
    searched: usize,
}

impl Lines {
    /// The lines of a child whose output is a pipe.
    pub(crate) fn new(mut child: Child) -> Lines {
        let stdout = child.stdout.take().expect("the pipe was asked for");
        Lines {
            child,
            stdout,
            buffer: vec![],
            searched: 0,
        }
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self, limit: Duration) -> Result<Vec<u8>, End> {
        let deadline = Instant::now() + limit;
        let mut chunk = [0u8; 1 << 16];
        loop {
            let fresh = &self.buffer[self.searched..];
            if let Some(end) = fresh.iter().position(|&byte| byte == b'\n') {
                let end = self.searched + end;
                let line = self.buffer[..end].to_vec();
                self.buffer.drain(..=end);
                self.searched = 0;
                return Ok(line);
            }
            self.searched = self.buffer.len();
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = Timespec::try_from(left).expect("a limit fits a timespec");
            let mut descriptors = [PollFd::new(&self.stdout, PollFlags::IN)];
            match poll(&mut descriptors, Some(&wait)) {
                Ok(0) => {
                    self.kill();
                    return Err(End::TimedOut);
                }
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(End::Died(error.to_string())),
                Ok(_) => {}
            }
            match self.stdout.read(&mut chunk) {
                Ok(0) | Err(_) => return Err(self.died()),
                Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn died(&mut self) -> End {
        // A child that closed its pipe is about to end.
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(500) {
            if let Ok(Some(status)) = self.child.try_wait() {
                return End::Died(match (status.signal(), status.code()) {
                    (Some(signal), _) => format!("killed by {}", Fault::Signal(signal)),
                    (None, Some(code)) => Fault::Exit(code).to_string(),
                    (None, None) => "ended".to_owned(),
                });
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        End::Died("closed its pipe".to_owned())
    }

    fn kill(&mut self) {
        // A child that was waited for has given its number back.
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.kill();
    }
}
