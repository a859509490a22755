//! Completions: where a unit ended before its input was complete, what it
//! never read is filled in afterwards. One valid completion of each path is
//! enough: until it is found the sides of these decisions are tried before
//! any others, then the rest of them is settled.

use rustc_hash::FxHashSet;

use crate::flip::Flip;
use crate::status::Status;
use crate::tree::{PathTree, SideId};

/// The paths whose inputs are to be completed, by the side their unit ended at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Completions {
    /// The paths that have a valid completion.
    settled: FxHashSet<SideId>,
    /// The sides to try, with their paths; the last one first.
    pending: Vec<(SideId, SideId)>,
}

impl Completions {
    pub(crate) fn is_settled(&self, exit: SideId) -> bool {
        self.settled.contains(&exit)
    }

    pub(crate) fn open(&mut self, exit: SideId, side: SideId) {
        self.pending.push((exit, side));
    }
}

impl PathTree {
    /// Whether there may be flips on the way to a completion.
    pub(crate) fn has_completions(&self) -> bool {
        !self.completions.pending.is_empty()
    }

    /// The next flip on the way to a completion, if a path has none yet.
    pub(crate) fn completion(&mut self) -> Option<Flip> {
        while let Some((_, side)) = self.completions.pending.pop() {
            if self.is_open(side) {
                return Some(self.flip(side));
            }
        }
        None
    }

    /// A path has a valid completion: its others are not asked for.
    pub(crate) fn settle(&mut self, exit: SideId) {
        if !self.completions.settled.insert(exit) {
            return;
        }
        let pending = std::mem::take(&mut self.completions.pending);
        let (own, rest) = pending.into_iter().partition(|(path, _)| *path == exit);
        self.completions.pending = rest;
        for (_, side) in own {
            self.close(side, Status::Settled);
        }
    }
}

#[cfg(test)]
mod tests {
    use everypath_trace::Outcome;

    use crate::budget::StopReason;
    use crate::strategies;
    use crate::toy::*;

    /// A unit that branches once; then an input of two numbers and a choice
    /// is completed, of which few are valid; then what it did is looked at.
    fn program(r: &mut Recorder) -> Run {
        let small = r.branch("(< x:int 3)", 0)?;
        let exit = r.trace.decisions.len();
        r.trace.completion = exit..exit;
        let shape = r.choose("shape", 3, false)?;
        let ordered = r.check("(< a:int b:int)")?;
        r.trace.completion.end = r.trace.decisions.len();
        if !ordered || shape == 0 || (small && shape == 1) {
            let clause = "valid".to_owned();
            return Err(Outcome::Rejected { clause });
        }
        r.branch("(< x:int -5)", 2)?;
        Ok(())
    }

    #[test]
    fn each_path_gets_one_completion() {
        for (name, make) in strategies::ALL {
            let mut strategy = make(&goals(4), 7);
            let found = explore_toy(&mut *strategy, &task(4), program);
            assert_eq!(found.stop, StopReason::Exhausted, "{name}");
            let runs = found.tree.runs().iter();
            let valid: Vec<_> = runs
                .filter(|run| run.trace.outcome == Outcome::Returned)
                .collect();
            // Not below 3; below 3 and not below -5; below -5.
            assert_eq!(valid.len(), 3, "{name}");
            assert!(
                valid.iter().all(|run| run.trace.completion == (1..3)),
                "{name}"
            );
            assert!(found.incomplete().is_none(), "{name}: nothing is hidden");
        }
    }
}
