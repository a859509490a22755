//! What the worker tells apart by name: kinds of units and goals, phases of a run,
//! strategies. A name that is none of these is an error of the protocol.

use everypath_trace::GoalKind;
use serde::{Deserialize, Serialize};

/// What kind of callable a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A function of the module.
    Function,
    /// A method of an object.
    Method,
    /// A static method.
    Static,
    /// A class method.
    Class,
    /// A constructor.
    Constructor,
    /// A property, which a test reads.
    Property,
}

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Through the call of the unit.
    Call,
    /// Through the invariant of its receiver, and not further.
    Invariant,
}

/// How structures with an invariant are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Every valid structure of the scope, its values chosen by the unit's paths.
    Exhaustive,
    /// Every valid structure of the scope, with the values the invariant gives it.
    BlackBox,
    /// As the unit reads them, filtered and completed by the invariant.
    WhiteBox,
    /// As the unit reads them, only towards valid ones.
    Guided,
}

/// What a goal of the worker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoadedGoalKind {
    /// One side of a branch.
    Branch,
    /// One side of an operand of a boolean operator.
    Condition,
    /// A unit is entered.
    Entry,
    /// A line.
    Line,
    /// A basic block.
    Block,
    /// A place that the user marked.
    Goal,
    /// A class of receivers that observers tell from the others.
    Partition,
    /// A side of a promise that a unit makes.
    Contract,
}

impl From<LoadedGoalKind> for GoalKind {
    fn from(kind: LoadedGoalKind) -> GoalKind {
        match kind {
            LoadedGoalKind::Branch => GoalKind::Branch,
            LoadedGoalKind::Line => GoalKind::Line,
            LoadedGoalKind::Block => GoalKind::Block,
            LoadedGoalKind::Goal => GoalKind::Marker,
            LoadedGoalKind::Partition => GoalKind::Partition,
            // No criterion asks for these, but they tell tests apart.
            LoadedGoalKind::Condition | LoadedGoalKind::Entry | LoadedGoalKind::Contract => {
                GoalKind::Condition
            }
        }
    }
}

impl From<GoalKind> for LoadedGoalKind {
    fn from(kind: GoalKind) -> LoadedGoalKind {
        match kind {
            GoalKind::Branch => LoadedGoalKind::Branch,
            GoalKind::Line => LoadedGoalKind::Line,
            GoalKind::Block => LoadedGoalKind::Block,
            GoalKind::Marker => LoadedGoalKind::Goal,
            GoalKind::Partition => LoadedGoalKind::Partition,
            GoalKind::Condition | GoalKind::Exception => LoadedGoalKind::Condition,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Serialize>(kind: T, name: &str) {
        assert_eq!(serde_json::to_value(kind).unwrap(), name);
    }

    #[test]
    fn names_are_those_of_the_worker() {
        check(UnitKind::Constructor, "constructor");
        check(Phase::Invariant, "invariant");
        check(Strategy::BlackBox, "black-box");
        check(LoadedGoalKind::Goal, "goal");
    }

    #[test]
    fn unknown_names_are_errors() {
        assert!(serde_json::from_str::<LoadedGoalKind>("\"bend\"").is_err());
        assert!(serde_json::from_str::<UnitKind>("\"lambda\"").is_err());
    }

    #[test]
    fn goals_that_can_be_asked_for_come_back() {
        use GoalKind::*;
        for kind in [Branch, Line, Block, Marker, Partition, Condition] {
            assert_eq!(GoalKind::from(LoadedGoalKind::from(kind)), kind);
            check(LoadedGoalKind::from(kind), kind.name());
        }
    }
}
