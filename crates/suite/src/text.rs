//! The text form of a suite, which parses back to the same.
//!
//! ```text
//! test: abs
//!   value -1: x
//!   goals: 0 2
//!   features: 1f 2e
//!   kills: 4
//!   outcome: returned
//!   size: 3
//! failure: abs
//!   ...
//! ```

use std::fmt::Write;

use everypath_trace::text::{
    TextError, TextProblem, escape, input_lines, lines, parse_outcome, print_outcome,
    read_input_line, unescape,
};
use everypath_trace::{GoalId, Input, MutantId, Outcome};

use crate::candidate::Candidate;
use crate::minimise::Suite;

/// The text of a suite.
pub fn print_suite(suite: &Suite) -> String {
    let mut text = String::new();
    for (kind, candidates) in [("test", &suite.tests), ("failure", &suite.failures)] {
        for candidate in candidates {
            let _ = writeln!(text, "{kind}: {}", escape(&candidate.unit));
            print_candidate(candidate, &mut text);
        }
    }
    text
}

fn print_candidate(candidate: &Candidate, text: &mut String) {
    for line in input_lines(&candidate.input) {
        let _ = writeln!(text, "  {line}");
    }
    if !candidate.goals.is_empty() {
        let goals: Vec<String> = candidate.goals.iter().map(|g| g.0.to_string()).collect();
        let _ = writeln!(text, "  goals: {}", goals.join(" "));
    }
    if !candidate.features.is_empty() {
        let features: Vec<String> = candidate
            .features
            .iter()
            .map(|f| format!("{f:x}"))
            .collect();
        let _ = writeln!(text, "  features: {}", features.join(" "));
    }
    if !candidate.kills.is_empty() {
        let kills: Vec<String> = candidate.kills.iter().map(|m| m.0.to_string()).collect();
        let _ = writeln!(text, "  kills: {}", kills.join(" "));
    }
    let _ = writeln!(text, "  outcome: {}", print_outcome(&candidate.outcome));
    let _ = writeln!(text, "  size: {}", candidate.size);
}

/// The suite of a text.
pub fn parse_suite(text: &str) -> Result<Suite, TextError> {
    let mut suite = Suite::default();
    let mut in_failures = false;
    for (number, head, tail) in lines(text) {
        if head == "test" || head == "failure" {
            in_failures = head == "failure";
            let list = if in_failures {
                &mut suite.failures
            } else {
                &mut suite.tests
            };
            list.push(Candidate {
                unit: unescape(tail),
                input: Input::open(),
                goals: Vec::new(),
                features: Vec::new(),
                kills: Vec::new(),
                outcome: Outcome::Returned,
                size: 0,
            });
            continue;
        }
        let list = if in_failures {
            &mut suite.failures
        } else {
            &mut suite.tests
        };
        let candidate = list
            .last_mut()
            .ok_or(TextProblem::Expected("`test:`").at(number))?;
        read_line(candidate, head, tail).map_err(|problem| problem.at(number))?;
    }
    Ok(suite)
}

fn read_line(candidate: &mut Candidate, head: &str, tail: &str) -> Result<(), TextProblem> {
    if read_input_line(&mut candidate.input, head, tail)? {
        return Ok(());
    }
    let expected = TextProblem::Expected("numbers");
    match head {
        "goals" => {
            let goals = tail.split_whitespace().map(|word| word.parse().map(GoalId));
            candidate.goals = goals.collect::<Result<_, _>>().map_err(|_| expected)?;
        }
        "kills" => {
            let kills = tail.split_whitespace().map(|n| n.parse().map(MutantId));
            candidate.kills = kills.collect::<Result<_, _>>().map_err(|_| expected)?;
        }
        "features" => {
            let features = tail
                .split_whitespace()
                .map(|word| u64::from_str_radix(word, 16));
            candidate.features = features.collect::<Result<_, _>>().map_err(|_| expected)?;
        }
        "outcome" => candidate.outcome = parse_outcome(tail)?,
        "size" => candidate.size = tail.trim().parse().map_err(|_| expected)?,
        _ => return Err(TextProblem::UnknownLine),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let suite = parse_suite(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(print_suite(&suite), text);
    }

    fn check_error(text: &str, expected: &str) {
        let error = parse_suite(text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn round_trips() {
        check("");
        check(concat!(
            "test: Stack.push\n",
            "  value -1: x\n",
            "  chosen 1: self.top\n",
            "  goals: 0 2\n",
            "  features: 1f 2e\n",
            "  kills: 4 6\n",
            "  outcome: returned\n",
            "  size: 7\n",
            "failure: Stack.pop\n",
            "  outcome: violated \"len(self) >= 0\"\n",
            "  size: 0\n",
        ));
    }

    #[test]
    fn errors_say_where() {
        check_error("size: 3", "line 1: expected `test:`");
        check_error("test: f\ngoals: a", "line 2: expected numbers");
        check_error("test: f\nfoo: a", "line 2: no line begins like this");
    }
}
