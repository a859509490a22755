//! The output of a child. Every wait has a deadline; a child that misses it is
//! killed with whatever it started.

use std::io::Read;
use std::process::{Child, ChildStdout};
use std::time::{Duration, Instant};

use everypath_confine::{kill_group, processor_time};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How much longer a child is waited for that a busy machine keeps from going on.
const RESPITE: Duration = Duration::from_secs(1);
const MOST_RESPITES: u32 = 60;
/// The shares of a processor by which one that waits, and one that nobody keeps from going
/// on, are told from it.
const WAITING: f64 = 0.02;
const RUNNING: f64 = 0.6;

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
    pub(crate) fn read_more(&mut self, mut deadline: Instant) -> Result<(), Silent> {
        let mut respites = Respites::default();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = Timespec::try_from(left).expect("a limit fits a timespec");
            let mut descriptors = [PollFd::new(&self.stdout, PollFlags::IN)];
            match poll(&mut descriptors, Some(&wait)) {
                Ok(0) if respites.are_due(processor_time(self.child.id())) => {
                    deadline = Instant::now() + RESPITE;
                    continue;
                }
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

/// How a child that is late has got on since.
#[derive(Default)]
struct Respites {
    given: u32,
    last: Option<(Instant, Duration)>,
}

impl Respites {
    /// Whether a child would go on and a busy machine does not let it: it gets some of the
    /// processor's time, and little. The first look only begins to watch it.
    fn are_due(&mut self, used: Option<Duration>) -> bool {
        let Some(used) = used else { return false };
        let last = self.last.replace((Instant::now(), used));
        self.given += 1;
        last.is_none_or(|(then, before)| {
            let had = used.saturating_sub(before).as_secs_f64();
            let share = had / then.elapsed().as_secs_f64();
            self.given <= MOST_RESPITES && (WAITING..RUNNING).contains(&share)
        })
    }
}
