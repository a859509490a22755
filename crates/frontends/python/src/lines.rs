//! A child that writes lines. Every wait has a deadline; a child that misses
//! it is killed with whatever it started.

use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::time::{Duration, Instant};

use everypath_confine::kill_group;
use everypath_trace::Fault;

use crate::output::{Output, Silent};

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
    output: Output,
    searched: usize,
}

impl Lines {
    /// The lines of a child whose output is a pipe.
    pub(crate) fn new(child: Child) -> Lines {
        Lines {
            output: Output::new(child),
            searched: 0,
        }
    }

    /// The next line, without its end.
    pub(crate) fn next(&mut self, limit: Duration) -> Result<Vec<u8>, End> {
        let deadline = Instant::now() + limit;
        loop {
            let unread = &mut self.output.unread;
            let fresh = &unread[self.searched..];
            if let Some(end) = fresh.iter().position(|&byte| byte == b'\n') {
                let end = self.searched + end;
                let line = unread[..end].to_vec();
                unread.drain(..=end);
                self.searched = 0;
                return Ok(line);
            }
            self.searched = unread.len();
            match self.output.read_more(deadline) {
                Ok(()) => {}
                Err(Silent::TimedOut) => return Err(End::TimedOut),
                Err(Silent::Closed) => return Err(self.died()),
            }
        }
    }

    fn died(&mut self) -> End {
        // A child that closed its pipe is about to end.
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(500) {
            if let Ok(Some(status)) = self.output.child.try_wait() {
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
        if matches!(self.output.child.try_wait(), Ok(None)) {
            kill_group(&mut self.output.child);
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.kill();
    }
}
