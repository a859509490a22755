//! Promises: clauses of a specification that a call broke, as a test can say
//! them; and the names of the methods that are woven into a copy of a class to
//! check them.

use serde::{Deserialize, Serialize};

/// What names of woven methods begin with.
pub const WOVEN: &str = "everypath$";
/// The woven method that says whether an object meets its invariants.
pub const INVARIANT: &str = "everypath$invariant";
/// What the name of a method's precondition begins with; it answers the
/// number of a clause that does not hold, or zero.
pub const REQUIRES: &str = "everypath$requires$";
/// What the name of a method begins with that makes the call and answers the
/// number of a clause that does not hold afterwards, or zero.
pub const CHECK: &str = "everypath$check$";

/// The part of a woven method's name that is the method's own.
pub fn woven_name(prefix: &str, method: &str) -> String {
    match method {
        crate::CONSTRUCTOR => format!("{prefix}new"),
        other => format!("{prefix}{other}"),
    }
}

/// A part of a text that a test fills in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "part", rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// The receiver, or what a constructor made.
    Receiver,
    /// An argument.
    Argument {
        /// Its number.
        index: usize,
    },
    /// The result.
    Result,
    /// A value from before the call.
    Old {
        /// Its number.
        index: usize,
    },
}

/// A value that is computed before the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    /// Its type, which needs no import.
    pub of: String,
    /// How it is computed.
    pub value: Vec<Part>,
}

/// A clause in Java that a test can compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertion {
    /// The values from before the call.
    pub before: Vec<Before>,
    /// What has to hold.
    pub holds: Vec<Part>,
}

/// How a call should end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It returns, or throws something else.
    Returns,
    /// It throws.
    Throws,
}

/// A clause that does not hold after a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    /// The clause, as its author wrote it.
    pub clause: String,
    /// Where: `Account.java:12`.
    pub place: String,
    /// The clause as a test can say it, if it names only what a test sees.
    pub assertion: Option<Assertion>,
    /// How the call should end instead, if that is what the clause is about.
    pub ends: Option<Ending>,
}
