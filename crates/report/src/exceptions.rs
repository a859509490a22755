//! What the report says of exceptions: those that tests show, and those that look like mistakes.

use serde::{Deserialize, Serialize};

/// An exception that tests show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionReport {
    /// Its line.
    pub line: u32,
    /// The function that it is in.
    pub function: String,
    /// Why it is thrown, or that it is caught, in words.
    pub description: String,
    /// The tests.
    pub tests: Vec<String>,
}

/// An exception that looks like a mistake: the language throws it by itself, and nothing says
/// that it is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuspicionReport {
    /// The line that it came up at.
    pub line: u32,
    /// The unit that was called.
    pub unit: String,
    /// The exception, without its package.
    pub exception: String,
    /// The tests that show it.
    pub tests: Vec<String>,
}
