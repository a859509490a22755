//! Variables of the environment: a test sets those that its unit asks for, and pytest puts
//! back what was there before.

use serde::{Deserialize, Serialize};

use super::literal;
use super::observed::Case;
use crate::layout::Code;

/// What pytest undoes changes by, an argument of the test.
pub(super) const MONKEYPATCH: &str = "monkeypatch";

/// A variable of the environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Its text before the call; `None` if it is missing.
    pub value: Option<String>,
    /// Whether the call gives it another one.
    pub is_written: bool,
}

/// The arguments of a case's test.
pub(super) fn fixtures(case: &Case) -> &'static str {
    match case.environment.is_empty() {
        true => "",
        false => MONKEYPATCH,
    }
}

/// Gives the environment the variables that the unit asks for, and takes away those that it
/// has to miss.
pub(super) fn set_up(case: &Case) -> Vec<Code> {
    let mut lines = Vec::new();
    for (name, variable) in &case.environment {
        let name = literal::text(name);
        let set = |value| format!("{MONKEYPATCH}.setenv({name}, {})", literal::text(value));
        match (&variable.value, variable.is_written) {
            (Some(value), _) => lines.push(set(value)),
            (None, false) => lines.push(format!("{MONKEYPATCH}.delenv({name}, raising=False)")),
            // Only what was set is taken away again after the test.
            (None, true) => lines.extend([set(""), format!("{MONKEYPATCH}.delenv({name})")]),
        }
    }
    lines.into_iter().map(Code::text).collect()
}
