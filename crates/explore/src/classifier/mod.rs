//! Prediction of infeasible flips: what the conditions of a flip look like is
//! compared with those of flips whose answer is known.
//!
//! A prediction closes nothing. A flip that is taken for infeasible waits in a
//! queue that is asked less often.

mod bloom;
mod neighbours;
mod queues;
mod signature;

pub use neighbours::{Neighbours, Prediction};
pub use queues::{Queues, queue_of};
pub use signature::{Signature, Signer};

/// What the classifier may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifierOptions {
    /// How many of the nearest known flips vote.
    pub neighbours: usize,
    /// How often each queue is asked, in percent, the most promising first.
    pub shares: Vec<u32>,
    /// How many more answers there must be before waiting flips are
    /// classified again.
    pub reclassify_after: usize,
}

impl Default for ClassifierOptions {
    fn default() -> Self {
        ClassifierOptions {
            neighbours: 1,
            shares: vec![50, 30, 15, 5],
            reclassify_after: 200,
        }
    }
}

/// How often predictions were right, of flips that were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Taken for infeasible, and no input was found.
    pub infeasible_right: usize,
    /// Taken for infeasible, and an input was found.
    pub infeasible_wrong: usize,
    /// Taken for feasible, and an input was found.
    pub feasible_right: usize,
    /// Taken for feasible, and no input was found.
    pub feasible_wrong: usize,
    /// Not classified, and an input was found.
    pub unknown_feasible: usize,
    /// Not classified, and no input was found.
    pub unknown_infeasible: usize,
}

impl Record {
    /// Notes what became of a flip.
    pub fn note(&mut self, prediction: Prediction, feasible: bool) {
        let count = match (prediction, feasible) {
            (Prediction::Infeasible { .. }, false) => &mut self.infeasible_right,
            (Prediction::Infeasible { .. }, true) => &mut self.infeasible_wrong,
            (Prediction::Feasible { .. }, true) => &mut self.feasible_right,
            (Prediction::Feasible { .. }, false) => &mut self.feasible_wrong,
            (Prediction::Unknown, true) => &mut self.unknown_feasible,
            (Prediction::Unknown, false) => &mut self.unknown_infeasible,
        };
        *count += 1;
    }
}
