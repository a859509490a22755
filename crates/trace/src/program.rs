//! What a front end tells the engine about a program: its units and goals.

use serde::{Deserialize, Serialize};

use crate::trace::GoalId;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 0.
    pub column: u32,
}

/// What kind of thing a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum GoalKind {
    /// One side of a branch.
    Branch,
    /// A line.
    Line,
    /// A basic block: statements that run one after the other.
    Block,
    /// A place that the user marked in the source.
    Marker,
    /// A class of receivers that the boolean observers tell from the others.
    Partition,
    /// One side of an operand of a boolean operator. No criterion asks for it,
    /// but it tells tests apart when a suite is minimised.
    Condition,
    /// An exception that the language throws by itself, or that is caught. No
    /// criterion asks for it; it is looked for when the others are covered, and
    /// counts apart from them.
    Exception,
}

impl GoalKind {
    /// The name that options, reports and front ends use.
    pub fn name(self) -> &'static str {
        match self {
            GoalKind::Branch => "branch",
            GoalKind::Line => "line",
            GoalKind::Block => "block",
            GoalKind::Marker => "goal",
            GoalKind::Partition => "partition",
            GoalKind::Condition => "condition",
            GoalKind::Exception => "exception",
        }
    }
}

/// Something to cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    /// What kind it is.
    pub kind: GoalKind,
    /// Where it is.
    pub location: Location,
    /// The side or line in words: `x > 0 is false`, `the loop is not entered`.
    pub description: String,
    /// The function or method that contains it, qualified.
    pub function: String,
    /// The condition that this is a side of, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// A condition of the source, and whether it holds on one side of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// As the source has it, or what an expression of the language says of it.
    pub text: String,
    /// Whether it holds.
    pub holds: bool,
}

impl Condition {
    /// A condition and the side on which it holds, or not.
    pub fn new(text: impl Into<String>, holds: bool) -> Condition {
        Condition {
            text: text.into(),
            holds,
        }
    }

    /// Whether it is the other side.
    pub fn contradicts(&self, other: &Condition) -> bool {
        self.text == other.text && self.holds != other.holds
    }
}

/// A program's goals; a `GoalId` is an index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goals(pub Vec<Goal>);

impl std::ops::Index<GoalId> for Goals {
    type Output = Goal;

    fn index(&self, goal: GoalId) -> &Goal {
        &self.0[goal.0 as usize]
    }
}
