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
    pub fn is_settled(&self, exit: SideId) -> bool {
        self.settled.contains(&exit)
    }

    pub fn open(&mut self, exit: SideId, side: SideId) {
        self.pending.push((exit, side));
    }
}

impl PathTree {
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
