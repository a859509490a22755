//! Regular expressions on symbolic text. Python's own parser reads the
//! pattern; that a text matches it is one term, so that one query finds a text
//! that does. How it matches, and so where the groups are, is pinned when the
//! subject asks.

mod conditions;
mod derivation;
mod matches;
mod parse;
mod set;

pub(crate) use derivation::{Derivation, Span};
pub(crate) use set::LAST_KNOWN;

use everypath_term::TermId;
use pyo3::prelude::*;

use conditions::{Answers, Symbols};
use matches::{Matching, TooMuch};

use crate::Any;
use crate::recorder::Recorder;
use crate::text::Text;

pub(crate) use set::Set;

/// Steps after which a pattern is too much for terms.
const STEPS: usize = 4_000;

/// A pattern that terms can say.
#[derive(Debug)]
pub(crate) struct Pattern {
    node: Node,
}

impl Pattern {
    /// Reads a compiled pattern; `None` if something in it cannot be said.
    pub(crate) fn parse(compiled: &Any<'_>) -> PyResult<Option<Pattern>> {
        let node = parse::parse(compiled)?;
        Ok(node.map(|node| Pattern { node }))
    }

    /// The answer to a question about a text, and the term that says so; an
    /// error if that would be too large.
    pub(crate) fn answer(
        &self,
        recorder: &mut Recorder,
        text: &Text,
        question: Question,
    ) -> Result<(bool, TermId), TooMuch> {
        let nodes = [&self.node];
        let mut answers = Answers { text: &text.value };
        let answer = Matching {
            conditions: &mut answers,
            steps: usize::MAX,
        }
        .completes(&nodes, question.places(text.value.len()), &question)?
        .is_some();
        let key = Asked {
            pattern: std::ptr::from_ref(self) as usize,
            question,
            chars: text.chars.clone(),
            length: text.length,
        };
        if let Some(&term) = recorder.asked.get(&key) {
            return Ok((answer, term));
        }
        let mut symbols = Symbols { recorder, text };
        let condition = Matching {
            conditions: &mut symbols,
            steps: STEPS,
        }
        .completes(&nodes, question.places(text.chars.len()), &question)?;
        let term = condition.unwrap_or_else(|| recorder.terms.bool(false));
        recorder.asked.insert(key, term);
        Ok((answer, term))
    }
}

/// A question about a symbolic text, which has the same term in every run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The pattern's address: patterns are kept as long as the worker runs.
    pattern: usize,
    question: Question,
    chars: Vec<TermId>,
    length: Option<TermId>,
}

/// What is asked of a pattern and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    /// Does it match from a place on?
    Match {
        /// The place.
        from: usize,
    },
    /// Does it match from a place on up to the end?
    FullMatch {
        /// The place.
        from: usize,
    },
    /// Does it match from this place or a later one on?
    Search {
        /// The place.
        from: usize,
    },
}

impl Question {
    /// The method of a pattern that answers it.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Question::Match { .. } => "match",
            Question::FullMatch { .. } => "fullmatch",
            Question::Search { .. } => "search",
        }
    }

    /// The places where a match may begin in a text of some length.
    fn places(self, length: usize) -> std::ops::Range<usize> {
        match self {
            Question::Search { from } => from..length + 1,
            Question::Match { from } | Question::FullMatch { from } => from..from + 1,
        }
    }

    /// The first place.
    pub(crate) fn from(self) -> usize {
        match self {
            Question::Match { from } | Question::FullMatch { from } | Question::Search { from } => {
                from
            }
        }
    }
}

/// A pattern, as far as terms can say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// One character of a set.
    One(Set),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of several.
    Branch(Vec<Node>),
    /// Again and again.
    Repeat {
        /// What.
        of: Box<Node>,
        /// At least this often.
        least: usize,
        /// At most this often; `None` for no limit.
        most: Option<usize>,
        /// Whether less is tried before more.
        lazy: bool,
    },
    /// A group with a number.
    Group {
        /// The number.
        number: usize,
        /// What is in it.
        of: Box<Node>,
    },
    /// A place.
    At(Place),
    /// What follows, or comes before, matches or does not.
    Look {
        /// What.
        of: Box<Node>,
        /// How many characters back it begins; `None` if it looks ahead.
        back: Option<usize>,
        /// Whether it matches.
        holds: bool,
    },
}

impl Node {
    /// How many characters it takes, if that is always the same and no group
    /// is in it: then it does not matter how it takes them.
    fn plain_width(&self) -> Option<usize> {
        match self {
            Node::One(_) => Some(1),
            Node::At(_) | Node::Look { .. } => Some(0),
            Node::Sequence(nodes) => nodes.iter().map(Node::plain_width).sum(),
            Node::Branch(branches) => {
                let mut widths = branches.iter().map(Node::plain_width);
                let first = widths.next()??;
                widths.all(|width| width == Some(first)).then_some(first)
            }
            Node::Repeat {
                of, least, most, ..
            } => {
                let width = of.plain_width()?;
                (Some(*least) == *most).then_some(width * least)
            }
            Node::Group { .. } => None,
        }
    }
}

/// A place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `\A`, or `^` outside of multi-line mode.
    Start,
    /// `^` in multi-line mode.
    LineStart,
    /// `\Z`.
    End,
    /// `$`: the end, or before a newline that ends the text.
    LastLineEnd,
    /// `$` in multi-line mode.
    LineEnd,
    /// `\b` or `\B`: between a character of the set and one that is not.
    Boundary {
        /// What words are made of.
        word: Set,
        /// Whether it is one.
        holds: bool,
    },
}
