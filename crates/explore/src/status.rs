//! What is known of one side of a decision.

use everypath_solve::{Limit, Why};
use everypath_trace::Bound;

use crate::tree::NodeId;

/// What is known of one side of a condition, or of one option of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nobody has tried it: a flip leads there.
    Open,
    /// A run went there; what followed is the node, or its variants.
    Covered(NodeId),
    /// Proved: no input that follows the prefix goes there.
    Infeasible,
    /// A bound of the scope keeps it from being tried.
    Bounded(Bound),
    /// It was tried, without an answer.
    GaveUp(GaveUp),
    /// It completes the input of a path of which another completion is valid:
    /// nobody asks for a second one, and no path of the unit is hidden there.
    Settled,
    /// It is outside the part of the run that is being explored.
    Excluded,
}

/// Why a side was tried without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GaveUp {
    /// The solver has no answer.
    Solver(Why),
    /// The solver's input went another way than predicted.
    Diverged,
    /// The run from the solver's input ended before it came to the decision.
    CutShort,
}

impl GaveUp {
    /// The reason in words.
    pub fn sentence(&self) -> String {
        match self {
            GaveUp::Solver(why) => unsolved(why),
            GaveUp::Diverged => "the run from the solved input took another path".to_owned(),
            GaveUp::CutShort => {
                "the run from the solved input ended before this decision".to_owned()
            }
        }
    }
}

/// Why the solver has no answer, in words.
fn unsolved(why: &Why) -> String {
    let limit = |what: &str| format!("the solver reached its limit of {what}");
    match why {
        Why::NoneWithin { bits } => format!("the solver found no value within {bits} bits"),
        Why::Limit(Limit::Conflicts) => limit("conflicts"),
        Why::Limit(Limit::Gates) => limit("gates"),
        Why::Limit(Limit::Bits) => limit("bits"),
        Why::Limit(Limit::Cost) => limit("work"),
        Why::Unsupported { construct } => format!("the solver does not support {construct}"),
        Why::WrongModel | Why::WrongProof => "the solver's answer did not hold".to_owned(),
    }
}
