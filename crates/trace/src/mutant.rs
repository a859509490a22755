//! Mutants: small changes of a program that a good suite notices.

use serde::{Deserialize, Serialize};

/// The number of a mutant: its place among those of its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MutantId(pub u32);

/// What kind of change a mutant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantOperator {
    /// Another comparison: a boundary from the other side, or the opposite.
    Relation,
    /// Another operation on numbers, or none.
    Arithmetic,
    /// Another number, truth value or nothing.
    Constant,
    /// Another text.
    Text,
    /// The opposite of a condition.
    Condition,
    /// And for or.
    Connective,
    /// A call that is not made, or one of a twin.
    Call,
    /// An assignment that is not made, or of nothing.
    Assignment,
    /// Arguments that are left out, exchanged or nothing.
    Arguments,
    /// Another result.
    Return,
    /// The place beside.
    Index,
    /// Another exception.
    Exception,
    /// Another way out of a loop.
    Jump,
    /// Another default of a parameter.
    Default,
}

impl MutantOperator {
    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            MutantOperator::Relation => "relation",
            MutantOperator::Arithmetic => "arithmetic",
            MutantOperator::Constant => "constant",
            MutantOperator::Text => "text",
            MutantOperator::Condition => "condition",
            MutantOperator::Connective => "connective",
            MutantOperator::Call => "call",
            MutantOperator::Assignment => "assignment",
            MutantOperator::Arguments => "arguments",
            MutantOperator::Return => "return",
            MutantOperator::Index => "index",
            MutantOperator::Exception => "exception",
            MutantOperator::Jump => "jump",
            MutantOperator::Default => "default",
        }
    }
}

/// The function of what is outside of all functions.
const MODULE: &str = "<module>";

/// A small change of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// The function or method that is changed, qualified.
    pub function: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 0.
    #[serde(default)]
    pub column: u32,
    /// What kind of change it is.
    pub operator: MutantOperator,
    /// The change as text: `* → //`.
    pub change: String,
}

impl Mutant {
    /// Whether it changes what functions share: a constant of the module.
    pub fn is_shared(&self) -> bool {
        self.function == MODULE
    }
}
