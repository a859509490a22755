//! How the command ends. The codes are documented in `docs/exit-codes.md`.

use crate::ground::Ground;

/// The end of a command that did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// Which code to exit with.
    pub kind: FailureKind,
    /// What is wrong, where, and what to do.
    pub message: String,
    /// What it rests on, where that is known: it is the same as long as that is.
    pub ground: Option<Box<Ground>>,
}

/// Why a command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// There is nothing to test: a module of constants, an interface. That is no failure.
    Nothing = 0,
    /// What the user asked to fail for: bugs with `--fail-on-bugs`, changes with `--check`.
    Found = 1,
    /// The budget of the command was over before a module had its turn.
    OutOfBudget = 7,
    /// The command line or configuration is wrong.
    Usage = 2,
    /// The target does not exist or cannot be loaded.
    Target = 3,
    /// No test could be made.
    NoTests = 4,
    /// Something that Everypath needs is not installed.
    Environment = 5,
    /// A file could not be read or written, or is not ours to overwrite.
    Files = 6,
}

impl Failure {
    /// A failure of some kind.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: message.into(),
            ground: None,
        }
    }

    /// The same, with what it rests on.
    pub fn on(mut self, ground: &Ground) -> Failure {
        self.ground = Some(Box::new(ground.clone()));
        self
    }
}
