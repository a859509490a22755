//! Specifications in comments of Java source: a subset of the Java Modeling
//! Language. They are read with a grammar of Java, translated into Java, and
//! woven as methods into a copy of the source, on the last line of each class,
//! so that no line of the user's code moves. What compiles such a copy sees
//! ordinary code; the user's own classes stay as they are.

mod annotation;
mod clauses;
mod declarations;
mod declared;
mod lexer;
mod parser;
mod ranges;
mod syntax;
mod template;
mod translate;
mod types;
mod weave;

pub use weave::{Clause, Contract, LeftOut, Woven, weave};

/// Something that is no JML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was expected, and what is there.
    pub message: String,
}
