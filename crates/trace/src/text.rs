//! The text form of inputs, outcomes and traces: one fact a line, which
//! parses back to the same. Tests of the engine are written in it.
//!
//! ```text
//! value 3: x
//! chosen 1: list
//! assume: (<= 0 x:int)
//! choice 1 of 3 bounded: list
//! entry
//! branch true else 4: (<= x:int 5)
//! covered: 0 1
//! loss 12: "a.py" float(s)
//! outcome: threw "ValueError" "not a number"
//! ```
//!
//! Lines may be indented; empty ones and those that begin with `#` are comments.

mod input;
mod outcome;
mod quote;
mod traces;

pub use input::{input_lines, parse_input, print_input, read_input_line};
pub use outcome::{parse_outcome, print_outcome};
pub use quote::{escape, quote, unescape, unquote};
pub use traces::{parse_trace, print_trace};

/// Why a text does not parse, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TextError {
    /// The line, from 1; 0 for the text as a whole.
    pub line: usize,
    /// What is wrong there.
    pub problem: TextProblem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextProblem {
    /// No line begins like this.
    #[error("no line begins like this")]
    UnknownLine,
    /// The line lacks something, or it is not of its kind.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The line's term does not parse.
    #[error("{0}")]
    Term(everypath_term::ParseError),
}

impl TextProblem {
    /// The error of a line.
    pub fn at(self, line: usize) -> TextError {
        TextError {
            line,
            problem: self,
        }
    }
}

/// The lines of a text that say something, with their numbers, each cut at
/// its first colon into what it is and what it is about.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let numbered = text.lines().enumerate();
    numbered.filter_map(|(index, line)| {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        // A colon inside a word, as in `5:bv8`, is part of it.
        let (head, tail) = line
            .split_once(": ")
            .unwrap_or((line.strip_suffix(':').unwrap_or(line), ""));
        Some((index + 1, head, tail))
    })
}
