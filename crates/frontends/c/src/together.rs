//! Engine and server on one processor. They take turns: on one processor a
//! turn is a switch of tasks, on two it wakes a sleeping one, which takes
//! longer than most runs do.

use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// Keeps the calling thread, and the servers that it starts, on the processor
/// that it is on, until it is dropped by that thread.
#[derive(Debug)]
pub struct Together {
    before: CpuSet,
}

impl Together {
    /// Begins; none if the machine does not let it.
    pub fn begin() -> Option<Together> {
        let before = sched_getaffinity(None).ok()?;
        let mut one = CpuSet::new();
        one.set(sched_getcpu());
        sched_setaffinity(None, &one).ok()?;
        Some(Together { before })
    }
}

impl Drop for Together {
    fn drop(&mut self) {
        let _ = sched_setaffinity(None, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_as_it_began() {
        let before = sched_getaffinity(None).unwrap();
        let together = Together::begin().unwrap();
        assert_eq!(sched_getaffinity(None).unwrap().count(), 1);
        drop(together);
        assert_eq!(sched_getaffinity(None).unwrap(), before);
    }
}
