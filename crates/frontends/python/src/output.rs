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
/// The share of a processor by which one that waits is told from it.
const WAITING: f64 = 0.02;
/// What even a child that nobody keeps from going on lacks of its limit.
const SLACK: Duration = Duration::from_millis(200);

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
        let mut respites = Respites::new(self.child.id(), deadline);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = Timespec::try_from(left).expect("a limit fits a timespec");
            let mut descriptors = [PollFd::new(&self.stdout, PollFlags::IN)];
            match poll(&mut descriptors, Some(&wait)) {
                Ok(0) if respites.are_due() => {
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

/// How a child that is late has got on.
struct Respites {
    child: u32,
    given: u32,
    /// The processor's time by which it would have had all of its limit.
    enough: Option<Duration>,
    last: Option<(Instant, Duration)>,
}

impl Respites {
    fn new(child: u32, deadline: Instant) -> Respites {
        let limit = deadline.saturating_duration_since(Instant::now());
        Respites {
            child,
            given: 0,
            enough: processor_time(child).map(|used| used + limit),
            last: None,
        }
    }

    /// Whether a child would go on and a busy machine does not let it: it gets some of the
    /// processor's time, and has not had its limit. The first look only begins to watch it.
    fn are_due(&mut self) -> bool {
        let (Some(used), Some(enough)) = (processor_time(self.child), self.enough) else {
            return false;
        };
        let last = self.last.replace((Instant::now(), used));
        self.given += 1;
        let is_waiting = last.is_some_and(|(then, before)| {
            let had = used.saturating_sub(before).as_secs_f64();
            had / then.elapsed().as_secs_f64() < WAITING
        });
        used + SLACK < enough && self.given <= MOST_RESPITES && !is_waiting
    }
}
