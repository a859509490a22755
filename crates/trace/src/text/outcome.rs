//! The text form of outcomes.

use super::TextProblem;
use super::quote::{quote, unquote};
use crate::fault::Fault;
use crate::outcome::{Bound, Outcome};
use crate::program::Location;

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
        Outcome::Exited { status } => format!("exited {status}"),
        Outcome::Crashed { fault, at } => {
            let place = at.as_ref().map(|at| {
                let Location { file, line, column } = at;
                format!(" at {line} {column} {}", quote(file))
            });
            format!(
                "crashed {}{}",
                print_fault(fault),
                place.unwrap_or_default()
            )
        }
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
        "exited" => Outcome::Exited {
            status: number(rest)?,
        },
        "crashed" => {
            let (fault, rest) = parse_fault(rest)?;
            let at = parse_place(rest)?;
            Outcome::Crashed { fault, at }
        }
        _ => return Err(TextProblem::Expected("an outcome")),
    })
}

/// The faults that a name says all of.
const FAULTS: &[(Fault, &str)] = &[
    (Fault::NullPointer, "null-pointer"),
    (Fault::InFront, "in-front"),
    (Fault::UseAfterFree, "use-after-free"),
    (Fault::BadFree, "bad-free"),
    (Fault::ConstantWritten, "constant-written"),
    (Fault::DivisionByZero, "division-by-zero"),
    (Fault::Overflow, "overflow"),
    (Fault::BadShift, "bad-shift"),
    (Fault::Aborted, "aborted"),
    (Fault::StackExhausted, "stack-exhausted"),
    (Fault::NoResult, "no-result"),
    (Fault::OutOfBounds { object: None }, "out-of-bounds"),
];

fn print_fault(fault: &Fault) -> String {
    match fault {
        Fault::OutOfBounds { object: Some(size) } => format!("out-of-object {size}"),
        Fault::Signal(number) => format!("signal {number}"),
        Fault::Exit(code) => format!("exit {code}"),
        Fault::Assertion { condition } => format!("assertion {}", quote(condition)),
        Fault::NoAnswer { why } => format!("no-answer {}", quote(why)),
        plain => {
            let (_, name) = FAULTS
                .iter()
                .find(|(known, _)| known == plain)
                .expect("every other fault has a name");
            (*name).to_owned()
        }
    }
}

/// The fault that a text begins with, and the rest.
fn parse_fault(text: &str) -> Result<(Fault, &str), TextProblem> {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    if let Some((fault, _)) = FAULTS.iter().find(|(_, known)| *known == name) {
        return Ok((fault.clone(), rest));
    }
    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let quoted = || unquote(rest).ok_or(TextProblem::Expected("a quoted string"));
    Ok(match name {
        "out-of-object" => {
            let object = Some(number(word)?);
            (Fault::OutOfBounds { object }, behind)
        }
        "signal" => (Fault::Signal(number(word)?), behind),
        "exit" => (Fault::Exit(number(word)?), behind),
        "assertion" => {
            let (condition, rest) = quoted()?;
            (Fault::Assertion { condition }, rest)
        }
        "no-answer" => {
            let (why, rest) = quoted()?;
            (Fault::NoAnswer { why }, rest)
        }
        _ => return Err(TextProblem::Expected("a fault")),
    })
}

fn parse_place(text: &str) -> Result<Option<Location>, TextProblem> {
    let text = text.trim_start();
    if text.is_empty() {
        return Ok(None);
    }
    let place = text.strip_prefix("at ").and_then(|text| {
        let (line, rest) = text.split_once(' ')?;
        let (column, rest) = rest.split_once(' ')?;
        Some((line, column, unquote(rest)?.0))
    });
    let (line, column, file) = place.ok_or(TextProblem::Expected("a place"))?;
    Ok(Some(Location {
        file,
        line: number(line)?,
        column: number(column)?,
    }))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, TextProblem> {
    let number = text.parse();
    number.map_err(|_| TextProblem::Expected("a number"))
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
        check("exited 3");
        check("crashed null-pointer");
        check(r#"crashed null-pointer at 3 0 "list.c""#);
        check(r#"crashed out-of-object 16 at 12 4 "a \"b\".c""#);
        check("crashed out-of-bounds");
        check("crashed signal 11");
        check("crashed exit -1");
        check(r#"crashed assertion "x at 1 > 0" at 7 0 "f.c""#);
        check(r#"crashed no-answer "closed its pipe""#);
        for (_, name) in FAULTS {
            check(&format!("crashed {name}"));
        }
    }

    #[test]
    fn errors() {
        let expected = TextProblem::Expected("a bound");
        assert_eq!(parse_outcome("pruned trees"), Err(expected));
        let expected = TextProblem::Expected("an outcome");
        assert_eq!(parse_outcome("left"), Err(expected));
        let expected = TextProblem::Expected("a fault");
        assert_eq!(parse_outcome("crashed badly"), Err(expected));
        let expected = TextProblem::Expected("a place");
        assert_eq!(parse_outcome("crashed overflow near"), Err(expected));
        let expected = TextProblem::Expected("a number");
        assert_eq!(parse_outcome("exited soon"), Err(expected));
    }
}
