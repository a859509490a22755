//! How a path ended. Outcomes are data: no outcome is an error of the engine.

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::program::Location;

/// How a run of the program ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// It returned.
    Returned,
    /// It raised an error of its own.
    Threw {
        /// The error's type, as the language names it.
        kind: String,
        /// Its message; empty if it has none.
        message: String,
    },
    /// It ended its process by itself.
    Exited {
        /// The status that it gave.
        status: i32,
    },
    /// It broke what it promised: an invariant or a postcondition.
    Violated {
        /// The broken clause, as its author wrote it.
        clause: String,
    },
    /// The input does not meet the invariant or a precondition: no path of the unit.
    Rejected {
        /// The clause it does not meet.
        clause: String,
    },
    /// A bound of the scope cut the run short.
    Pruned(Bound),
    /// The run took longer than allowed.
    TimedOut,
    /// The run met something that the front end cannot execute.
    Unsupported {
        /// The construct, named so that a user finds it in the source.
        construct: String,
    },
    /// The process that ran it died, or did what it is not allowed to.
    Crashed {
        /// What brought it down.
        fault: Fault,
        /// Where in the source, if that is known.
        at: Option<Location>,
    },
}

/// A bound of the scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Bound {
    /// Decisions on one path.
    Decisions,
    /// Objects in the input.
    Objects,
    /// Length of a string or container of the input.
    Length,
    /// Alternatives for one value that had to be made concrete.
    Alternatives,
    /// Depth of calls.
    CallDepth,
    /// Memory of the run.
    Memory,
    /// Time for setting the input up, before the unit is entered.
    SetUp,
}

impl Outcome {
    /// Whether the unit itself ran to an end that a test can show.
    pub fn is_finished(&self) -> bool {
        matches!(
            self,
            Outcome::Returned
                | Outcome::Threw { .. }
                | Outcome::Exited { .. }
                | Outcome::Violated { .. }
                | Outcome::TimedOut
        )
    }

    /// Whether it shows that the unit is wrong.
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            Outcome::Violated { .. } | Outcome::TimedOut | Outcome::Crashed { .. }
        )
    }

    /// The failure that it is one of, whatever the sizes of objects are.
    pub fn without_sizes(&self) -> Outcome {
        match self {
            Outcome::Crashed {
                fault: Fault::OutOfBounds { .. },
                at,
            } => Outcome::Crashed {
                fault: Fault::OutOfBounds { object: None },
                at: at.clone(),
            },
            other => other.clone(),
        }
    }

    /// Whether a test that passes can show it.
    pub fn can_pass(&self) -> bool {
        self.is_finished() && !self.is_failure()
    }

    /// Whether two ends are of one kind: messages and exit statuses often hold
    /// values of the input.
    pub fn is_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Threw { kind: a, .. }, Outcome::Threw { kind: b, .. }) => a == b,
            (Outcome::Exited { .. }, Outcome::Exited { .. }) => true,
            _ => self == other,
        }
    }
}
