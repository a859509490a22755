//! The world of a test: it sets the variables of the environment that its unit asks for, and
//! replaces the functions that ask for more. pytest puts back what was there before.

use serde::{Deserialize, Serialize};

use super::literal;
use super::observed::{Case, Value};
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

/// Something of the world that a test replaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patch {
    /// The dotted name that is replaced.
    pub target: String,
    /// By what.
    pub value: Value,
}

impl Patch {
    /// The statement that replaces it by an expression.
    pub(super) fn statement(&self, value: Code) -> Code {
        let mut arguments = vec![Code::text(literal::text(&self.target)), value];
        if self.target.ends_with(".open") {
            // A builtin: the module gets a name of its own for it.
            arguments.push(Code::text("raising=False"));
        }
        Code::call(format!("{MONKEYPATCH}.setattr"), arguments)
    }
}

/// The arguments of a case's test.
pub(super) fn fixtures(case: &Case) -> &'static str {
    match case.environment.is_empty() && case.world.is_empty() {
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
