//! What other tools say of a suite.

use serde::{Deserialize, Serialize};

/// What other tools measured.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Branches and lines by coverage.py or JaCoCo, in percent.
    pub coverage: Option<f64>,
    /// Mutants killed, in percent.
    pub mutation: Option<f64>,
    /// What the tools said, if they could not measure.
    pub note: Option<String>,
}
