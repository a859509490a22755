//! What the report says of predictions.

use serde::{Deserialize, Serialize};

/// How predictions of infeasible flips turned out: what was predicted, and
/// whether an input was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PredictionReport {
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

impl PredictionReport {
    /// Both together.
    pub fn and(self, other: PredictionReport) -> PredictionReport {
        PredictionReport {
            infeasible_right: self.infeasible_right + other.infeasible_right,
            infeasible_wrong: self.infeasible_wrong + other.infeasible_wrong,
            feasible_right: self.feasible_right + other.feasible_right,
            feasible_wrong: self.feasible_wrong + other.feasible_wrong,
            unknown_feasible: self.unknown_feasible + other.unknown_feasible,
            unknown_infeasible: self.unknown_infeasible + other.unknown_infeasible,
        }
    }

    /// All flips.
    pub fn count(&self) -> usize {
        self.infeasible() + self.infeasible_wrong + self.feasible_right + self.unknown_feasible
    }

    /// Those that were taken for infeasible.
    pub fn taken(&self) -> usize {
        self.infeasible_right + self.infeasible_wrong
    }

    /// Those without an input.
    pub fn infeasible(&self) -> usize {
        self.infeasible_right + self.feasible_wrong + self.unknown_infeasible
    }
}
