//! What a front end tells the engine about a program: its units and goals.

use crate::trace::GoalId;

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 0.
    pub column: u32,
}

/// What kind of thing a goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GoalKind {
    /// One side of a branch.
    Branch,
    /// A line.
    Line,
}

/// Something to cover.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// What kind it is.
    pub kind: GoalKind,
    /// Where it is.
    pub location: Location,
    /// The side or line in words: `x > 0 is false`, `the loop is not entered`.
    pub description: String,
    /// The function or method that contains it, qualified.
    pub function: String,
}

/// A program's goals; a `GoalId` is an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals(pub Vec<Goal>);

impl std::ops::Index<GoalId> for Goals {
    type Output = Goal;

    fn index(&self, goal: GoalId) -> &Goal {
        &self.0[goal.0 as usize]
    }
}
