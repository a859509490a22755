//! What a machine may use.

use std::time::Duration;

use everypath_trace::Outcome;
use rustix::time::{ClockId, clock_gettime};

use super::{Machine, Run, Stop};

/// What a machine may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instructions of one run.
    pub instructions: u64,
    /// Calls on the stack.
    pub frames: usize,
    /// Bytes on the heap of one run.
    pub memory: u64,
    /// When the run must end, by the time that its thread has had of a processor: some
    /// instructions take long.
    pub deadline: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            instructions: u64::MAX,
            frames: 3_000,
            memory: 1 << 30,
            deadline: None,
        }
    }
}

/// The time that this thread has had of a processor.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

impl Machine {
    /// Whether a run has to end here.
    pub(super) fn look_at_limits(&mut self) -> Run<()> {
        if self.executed > self.limits.instructions {
            return Err(Stop::End(Outcome::TimedOut));
        }
        match self.limits.deadline {
            Some(deadline) if processor_time() > deadline => Err(Stop::End(Outcome::TimedOut)),
            _ => Ok(()),
        }
    }
}
