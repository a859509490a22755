//! Modules side by side: each on processors of its own, where its engine and its workers take
//! turns without waking another one.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The processors of this machine, in as many parts as modules are explored at a time.
#[derive(Debug)]
pub(crate) struct Shares {
    parts: Vec<CpuSet>,
}

impl Shares {
    /// So many parts; where there are fewer processors, or the machine does not say, all of
    /// them are everybody's.
    pub(crate) fn new(count: usize) -> Shares {
        let all = sched_getaffinity(None).ok();
        let numbers: Vec<usize> = all.map_or_else(Vec::new, |all| {
            (0..CpuSet::MAX_CPU)
                .filter(|&one| all.is_set(one))
                .collect()
        });
        if count < 2 || numbers.len() < count {
            return Shares { parts: Vec::new() };
        }
        let part = |place: usize| {
            let mut part = CpuSet::new();
            let own = numbers.iter().enumerate();
            let own = own.filter(|(index, _)| index % count == place);
            own.for_each(|(_, &number)| part.set(number));
            part
        };
        Shares {
            parts: (0..count).map(part).collect(),
        }
    }

    /// Brings the calling thread, and what it starts, to a part.
    pub(crate) fn take(&self, place: usize) {
        if let Some(part) = self.parts.get(place) {
            // Without it, modules only get in each other's way now and then.
            let _ = sched_setaffinity(None, part);
        }
    }
}
