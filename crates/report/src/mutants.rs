//! What the report says of mutants.

use serde::{Deserialize, Serialize};

/// What became of the mutants of a module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MutantsReport {
    /// Those that a kept test notices.
    pub killed: usize,
    /// Those that are the same program.
    pub equivalent: usize,
    /// Those that no test notices, by line.
    pub survivors: Vec<MutantReport>,
    /// Whether somebody asked for the survivors.
    #[serde(skip)]
    pub is_asked: bool,
}

impl MutantsReport {
    /// All that are other programs.
    pub fn total(&self) -> usize {
        self.killed + self.survivors.len()
    }

    /// The share of those that is killed, in percent.
    pub fn score(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| 100.0 * self.killed as f64 / total as f64)
    }
}

/// A mutant that no test notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantReport {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The function that is changed.
    pub function: String,
    /// The kind of change.
    pub operator: String,
    /// The change: `* → //`.
    pub change: String,
}
