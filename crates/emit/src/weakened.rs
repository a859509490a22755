//! What a test leaves out of what was observed, and why.

use serde::{Deserialize, Serialize};

/// Something that was observed once, and is not asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weakened {
    /// What it is.
    pub what: Left,
    /// Why a test cannot say it.
    pub why: Why,
}

/// A part of what a call does that is left out of its test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// What it returned, or a part of that.
    Result,
    /// The message of what it threw.
    Message,
    /// What it made of its receiver and arguments.
    State,
    /// What it printed.
    Output,
}

/// Why something is not asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Runs in different worlds did not agree on it.
    Worlds,
    /// The call asks for chance or the time.
    Chance,
    /// It names places of this machine.
    Machine,
    /// Something outside of the project had a part in it.
    Outside,
    /// A test that asserted it failed.
    Failed,
}

impl Left {
    /// What it is, in a word.
    pub fn words(self) -> &'static str {
        match self {
            Left::Result => "result",
            Left::Message => "message",
            Left::State => "state",
            Left::Output => "output",
        }
    }
}

impl Why {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Why::Worlds => "it is not the same in all worlds",
            Why::Chance => "the call asks for chance or the time",
            Why::Machine => "it names places of this machine",
            Why::Outside => "something outside of the project has a part in it",
            Why::Failed => "a test that asserted it failed when it was run",
        }
    }
}

impl Weakened {
    /// Adds what is left out, unless that is known already.
    pub fn add(what: Left, why: Why, known: &mut Vec<Weakened>) {
        if !known.iter().any(|one| one.what == what) {
            known.push(Weakened { what, why });
        }
    }
}
