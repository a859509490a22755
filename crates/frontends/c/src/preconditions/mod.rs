//! Preconditions: what callers of a function see to, as far as the source and recorded calls
//! tell. Each says what it rests on. They are guesses, and prove nothing.

mod calls;
mod contexts;
mod followed;
mod lengths;

use std::fmt;
use std::str::FromStr;

use indexmap::IndexMap;

use crate::ir::debug::Debug;
use crate::ir::module::Module;
use crate::program::Unit;
use crate::types::Types;

pub use contexts::of_contexts;
pub(crate) use followed::address;

/// What callers see to, and why that is thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Precondition {
    /// What holds at each call.
    pub clause: Clause,
    /// What it rests on.
    pub basis: Basis,
}

/// What holds at each call, of places that are written as slots are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Clause {
    /// A pointer is not null: `p != NULL`.
    NotNull {
        /// The pointer.
        place: String,
    },
    /// A pointer leads to as many elements as a number says: `n <= length(p)`.
    Length {
        /// The pointer.
        pointer: String,
        /// The number.
        length: String,
    },
    /// A number is in a range: `1 <= n <= 9`.
    Between {
        /// The number.
        place: String,
        /// The smallest.
        low: i128,
        /// The largest.
        high: i128,
    },
    /// A number is at most another: `used <= size`.
    Ordered {
        /// The smaller one.
        smaller: String,
        /// The larger one.
        larger: String,
    },
    /// A condition in C that nobody here can evaluate.
    Condition {
        /// As its author wrote it.
        text: String,
    },
}

/// What a precondition rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The function follows the pointer before it does anything else.
    Followed {
        /// The line.
        line: u32,
    },
    /// Every call of the function in its file sees to it.
    CallSites {
        /// How many there are.
        count: usize,
    },
    /// The parameters are called so.
    Names,
    /// The function asserts it of its parameters.
    Asserted {
        /// The line.
        line: u32,
    },
    /// It holds in every recorded context.
    Contexts {
        /// How many there are.
        count: usize,
    },
    /// The configuration says it.
    Configured,
}

impl fmt::Display for Clause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clause::NotNull { place } => write!(formatter, "{place} != NULL"),
            Clause::Length { pointer, length } => {
                write!(formatter, "{length} <= length({pointer})")
            }
            Clause::Between { place, low, high } => write!(formatter, "{low} <= {place} <= {high}"),
            Clause::Ordered { smaller, larger } => write!(formatter, "{smaller} <= {larger}"),
            Clause::Condition { text } => formatter.write_str(text),
        }
    }
}

/// Whether a text is a place as slots are written, and no number or expression.
fn is_place(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']');
    let starts = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts && text.replace("->", ".").chars().all(is_part)
}

impl FromStr for Clause {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Clause, Self::Err> {
        let text = text.trim();
        let parts: Vec<&str> = text.split("<=").map(str::trim).collect();
        let place = |text: &str| is_place(text).then(|| text.to_owned());
        let clause = match parts.as_slice() {
            [one] => one
                .strip_suffix("!= NULL")
                .and_then(|one| place(one.trim()))
                .map(|place| Clause::NotNull { place }),
            [smaller, larger] => {
                let of = larger.strip_prefix("length(");
                match of.and_then(|rest| rest.strip_suffix(')')) {
                    Some(pointer) => place(pointer)
                        .zip(place(smaller))
                        .map(|(pointer, length)| Clause::Length { pointer, length }),
                    None => place(smaller)
                        .zip(place(larger))
                        .map(|(smaller, larger)| Clause::Ordered { smaller, larger }),
                }
            }
            [low, middle, high] => match (low.parse(), place(middle), high.parse()) {
                (Ok(low), Some(place), Ok(high)) => Some(Clause::Between { place, low, high }),
                _ => None,
            },
            _ => None,
        };
        Ok(clause.unwrap_or_else(|| Clause::Condition {
            text: text.to_owned(),
        }))
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Basis::Followed { line } => write!(
                formatter,
                "the function follows it on line {line} before it does anything else"
            ),
            Basis::CallSites { count: 1 } => {
                formatter.write_str("the only call in the file sees to it")
            }
            Basis::CallSites { count } => {
                write!(formatter, "all {count} calls in the file see to it")
            }
            Basis::Names => formatter.write_str("the parameters are called so"),
            Basis::Asserted { line } => write!(formatter, "line {line} asserts it"),
            Basis::Contexts { count: 1 } => formatter.write_str("it holds in the recorded context"),
            Basis::Contexts { count } => write!(formatter, "it holds in {count} recorded contexts"),
            Basis::Configured => formatter.write_str("the configuration says it"),
        }
    }
}

/// The preconditions that a module tells of its units, by their names.
pub(crate) fn of_module(
    module: &Module,
    debug: Debug,
    units: &[Unit],
    types: &Types,
    source: &str,
) -> IndexMap<String, Vec<Precondition>> {
    let mut found: IndexMap<String, Vec<Precondition>> = IndexMap::new();
    for unit in units {
        let mut own = lengths::of_names(unit, types);
        let functions = &module.functions;
        if let Some(function) = functions.iter().find(|one| one.name == unit.name) {
            own.extend(followed::of_body(function, debug, unit));
            own.extend(followed::of_assertions(function, debug, unit, source));
        }
        found.insert(unit.name.clone(), own);
    }
    calls::add(&mut found, module, debug, units, types);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: &Clause) {
        let Ok(clause) = text.parse::<Clause>();
        assert_eq!(clause, *wanted);
        assert_eq!(clause.to_string(), text);
    }

    #[test]
    fn clauses_are_written_as_they_are_read() {
        let word = |text: &str| text.to_owned();
        check(
            "list->head != NULL",
            &Clause::NotNull {
                place: word("list->head"),
            },
        );
        check(
            "size <= length(buffer)",
            &Clause::Length {
                pointer: word("buffer"),
                length: word("size"),
            },
        );
        check(
            "-3 <= n <= 9",
            &Clause::Between {
                place: word("n"),
                low: -3,
                high: 9,
            },
        );
        check(
            "b->used <= b->size",
            &Clause::Ordered {
                smaller: word("b->used"),
                larger: word("b->size"),
            },
        );
        check(
            "a + 1 <= b",
            &Clause::Condition {
                text: word("a + 1 <= b"),
            },
        );
    }
}
