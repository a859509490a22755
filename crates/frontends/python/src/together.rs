//! Engine and worker on one processor. They take turns: on one processor a
//! turn is a switch of tasks, on two it wakes a sleeping one, which takes
//! longer than most runs do.

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The processors that a command may use, from the one it is on.
#[derive(Clone, Debug)]
pub struct Processors {
    all: CpuSet,
    order: Vec<usize>,
}

impl Processors {
    /// Those that the calling thread may use; `None` if the machine does not say.
    pub fn find() -> Option<Processors> {
        let all = sched_getaffinity(None).ok()?;
        let mut order: Vec<usize> = (0..CpuSet::MAX_CPU)
            .filter(|&number| all.is_set(number))
            .collect();
        let current = sched_getcpu();
        let here = order.iter().position(|&number| number == current)?;
        order.rotate_left(here);
        Some(Processors { all, order })
    }

    /// Brings the calling thread and a process together; `number` tells such
    /// pairs apart.
    pub(crate) fn together(&self, process: u32, number: usize) -> Option<Together> {
        let mut one = CpuSet::new();
        one.set(self.order[number % self.order.len()]);
        let process = Pid::from_raw(process as i32);
        sched_setaffinity(None, &one).ok()?;
        // A worker that is gone is noticed when it is asked.
        let _ = sched_setaffinity(process, &one);
        Some(Together {
            process,
            before: self.all,
        })
    }
}

/// Keeps a thread and a process on one processor until that thread drops it.
#[derive(Debug)]
pub struct Together {
    process: Option<Pid>,
    before: CpuSet,
}

impl Drop for Together {
    fn drop(&mut self) {
        let _ = sched_setaffinity(None, &self.before);
        let _ = sched_setaffinity(self.process, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_is_free_again_afterwards() {
        let Some(processors) = Processors::find() else {
            return;
        };
        let together = processors.together(std::process::id(), 1);
        assert!(together.is_some());
        assert_eq!(sched_getaffinity(None).unwrap().count(), 1);
        drop(together);
        assert_eq!(sched_getaffinity(None).unwrap(), processors.all);
    }
}
