//! The text form of outcomes.

use super::TextProblem;
use super::quote::{quote, unquote};
use crate::outcome::{Bound, Outcome};

const BOUNDS: &[(Bound, &str)] = &[
    (Bound::Decisions, "decisions"),
    (Bound::Objects, "objects"),
    (Bound::Length, "length"),
    (Bound::Alternatives, "alternatives"),
    (Bound::CallDepth, "call-depth"),
    (Bound::Memory, "memory"),
    (Bound::SetUp, "set-up"),
];

/// The text of an outcome.
pub fn print_outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned => "returned".to_owned(),
        Outcome::Threw { kind, message } => format!("threw {} {}", quote(kind), quote(message)),
        Outcome::Violated { clause } => format!("violated {}", quote(clause)),
        Outcome::Rejected { clause } => format!("rejected {}", quote(clause)),
        Outcome::Pruned(bound) => {
            let (_, name) = BOUNDS
                .iter()
                .find(|(known, _)| known == bound)
                .expect("every bound has a name");
            format!("pruned {name}")
        }
        Outcome::TimedOut => "timed-out".to_owned(),
        Outcome::Unsupported { construct } => format!("unsupported {}", quote(construct)),
        Outcome::Crashed { how } => format!("crashed {}", quote(how)),
    }
}

/// The outcome of a text.
pub fn parse_outcome(text: &str) -> Result<Outcome, TextProblem> {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let string = |text| {
        let (string, _) = unquote(text).ok_or(TextProblem::Expected("a quoted string"))?;
        Ok(string)
    };
    Ok(match name {
        "returned" => Outcome::Returned,
        "threw" => {
            let (kind, rest) = unquote(rest).ok_or(TextProblem::Expected("a quoted string"))?;
            let message = string(rest)?;
            Outcome::Threw { kind, message }
        }
        "violated" => Outcome::Violated {
            clause: string(rest)?,
        },
        "rejected" => Outcome::Rejected {
            clause: string(rest)?,
        },
        "pruned" => {
            let bound = BOUNDS.iter().find(|(_, name)| *name == rest);
            Outcome::Pruned(bound.ok_or(TextProblem::Expected("a bound"))?.0)
        }
        "timed-out" => Outcome::TimedOut,
        "unsupported" => Outcome::Unsupported {
            construct: string(rest)?,
        },
        "crashed" => Outcome::Crashed { how: string(rest)? },
        _ => return Err(TextProblem::Expected("an outcome")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        assert_eq!(print_outcome(&parse_outcome(text).expect(text)), text);
    }

    #[test]
    fn round_trips() {
        check("returned");
        check(r#"threw "ValueError" "not \"a\" number""#);
        check(r#"violated "len(self) >= 0""#);
        check(r#"rejected "x > 0""#);
        check("pruned call-depth");
        check("timed-out");
        check(r#"unsupported "await""#);
        check(r#"crashed "SIGSEGV""#);
    }

    #[test]
    fn errors() {
        let expected = TextProblem::Expected("a bound");
        assert_eq!(parse_outcome("pruned trees"), Err(expected));
        let expected = TextProblem::Expected("an outcome");
        assert_eq!(parse_outcome("left"), Err(expected));
    }
}
