//! The text form of traces.

use std::fmt::Write;

use everypath_term::{TermId, Terms, parse, print};

use super::input::{print_input, read_input_line};
use super::outcome::{parse_outcome, print_outcome};
use super::quote::{escape, quote, unescape, unquote};
use super::{TextError, TextProblem, lines};
use crate::input::Input;
use crate::outcome::Outcome;
use crate::premise::Premise;
use crate::slot::Slot;
use crate::trace::{Decision, GoalId, Loss, Origin, Trace};

/// The text of a trace.
pub fn print_trace(terms: &Terms, trace: &Trace) -> String {
    let mut text = print_input(&trace.input);
    for &assumption in &trace.assumptions {
        line(&mut text, "assume", &print(terms, assumption));
    }
    for &bound in &trace.bounds {
        line(&mut text, "bound", &print(terms, bound));
    }
    for (index, decision) in trace.decisions.iter().enumerate() {
        if index == trace.entry {
            text.push_str("entry\n");
        }
        print_completion(trace, index, &mut text);
        print_decision(terms, decision, &mut text);
    }
    print_completion(trace, trace.decisions.len(), &mut text);
    // At the start or in the middle the line above has said it.
    if trace.entry > 0 && trace.entry == trace.decisions.len() {
        text.push_str("entry\n");
    }
    if !trace.covered.is_empty() {
        let covered: Vec<String> = trace
            .covered
            .iter()
            .map(|goal| goal.0.to_string())
            .collect();
        line(&mut text, "covered", &covered.join(" "));
    }
    for loss in &trace.losses {
        let what = format!("{} {}", quote(&loss.file), escape(&loss.construct));
        line(&mut text, &format!("loss {}", loss.line), &what);
    }
    for premise in &trace.premises {
        let (kind, of) = premise.parts();
        line(&mut text, &format!("premise {kind}"), &escape(of));
    }
    for effect in &trace.effects {
        line(&mut text, "effect", &escape(effect));
    }
    line(&mut text, "outcome", &print_outcome(&trace.outcome));
    text
}

fn print_completion(trace: &Trace, index: usize, text: &mut String) {
    let completion = &trace.completion;
    if !completion.is_empty() && index == completion.start {
        text.push_str("completion\n");
    }
    if !completion.is_empty() && index == completion.end {
        text.push_str("completed\n");
    }
}

fn line(text: &mut String, head: &str, tail: &str) {
    let _ = writeln!(text, "{head}: {tail}");
}

fn print_decision(terms: &Terms, decision: &Decision, text: &mut String) {
    match decision {
        Decision::Condition {
            term,
            taken,
            origin,
            other_side,
        } => {
            let name = match origin {
                Origin::Branch => "branch".to_owned(),
                Origin::Implicit => "implicit".to_owned(),
                Origin::Check(place) => format!("check {place}"),
                Origin::Pin => "pin".to_owned(),
            };
            let goal = other_side.map_or(String::new(), |goal| format!(" else {}", goal.0));
            line(text, &format!("{name} {taken}{goal}"), &print(terms, *term));
        }
        Decision::Choice {
            slot,
            taken,
            options,
            bounded,
        } => {
            let bounded = if *bounded { " bounded" } else { "" };
            let head = format!("choice {taken} of {options}{bounded}");
            line(text, &head, &escape(slot.as_str()));
        }
    }
}

/// The trace of a text; its terms are made in the pool.
pub fn parse_trace(terms: &mut Terms, text: &str) -> Result<Trace, TextError> {
    let mut trace = Trace::ended(Input::open(), Outcome::Returned);
    let mut has_outcome = false;
    for (number, head, tail) in lines(text) {
        has_outcome |= head == "outcome";
        read_line(terms, &mut trace, head, tail).map_err(|problem| problem.at(number))?;
    }
    if has_outcome {
        Ok(trace)
    } else {
        Err(TextProblem::Expected("an outcome").at(0))
    }
}

fn read_line(
    terms: &mut Terms,
    trace: &mut Trace,
    head: &str,
    tail: &str,
) -> Result<(), TextProblem> {
    if read_input_line(&mut trace.input, head, tail)? {
        return Ok(());
    }
    let mut words = head.split_whitespace();
    match words.next().unwrap_or("") {
        "assume" => trace.assumptions.push(term(terms, tail)?),
        "bound" => trace.bounds.push(term(terms, tail)?),
        "entry" => trace.entry = trace.decisions.len(),
        "completion" => trace.completion.start = trace.decisions.len(),
        "completed" => trace.completion.end = trace.decisions.len(),
        "covered" => {
            for goal in tail.split_whitespace() {
                trace.covered.push(GoalId(number(Some(goal))?));
            }
        }
        "loss" => {
            let line = number(words.next())?;
            let (file, construct) =
                unquote(tail).ok_or(TextProblem::Expected("a file in quotes"))?;
            trace.losses.push(Loss {
                construct: unescape(construct),
                file,
                line,
            });
        }
        "premise" => {
            let kind = words.next().unwrap_or("");
            let premise = Premise::from_parts(kind, unescape(tail));
            let premise = premise.ok_or(TextProblem::Expected("a kind of premise"))?;
            trace.premises.push(premise);
        }
        "effect" => trace.effects.push(unescape(tail)),
        "outcome" => trace.outcome = parse_outcome(tail)?,
        "choice" => {
            let taken = number(words.next())?;
            if words.next() != Some("of") {
                return Err(TextProblem::Expected("`of`"));
            }
            trace.decisions.push(Decision::Choice {
                slot: Slot::from(unescape(tail)),
                taken,
                options: number(words.next())?,
                bounded: words.next() == Some("bounded"),
            });
        }
        name => {
            let origin = match name {
                "branch" => Origin::Branch,
                "implicit" => Origin::Implicit,
                "check" => Origin::Check(number(words.next())?),
                "pin" => Origin::Pin,
                _ => return Err(TextProblem::UnknownLine),
            };
            let taken = match words.next() {
                Some("true") => true,
                Some("false") => false,
                _ => return Err(TextProblem::Expected("true or false")),
            };
            let other_side = match words.next() {
                None => None,
                Some("else") => Some(GoalId(number(words.next())?)),
                Some(_) => return Err(TextProblem::Expected("`else`")),
            };
            let term = term(terms, tail)?;
            trace.decisions.push(Decision::Condition {
                term,
                taken,
                origin,
                other_side,
            });
        }
    }
    Ok(())
}

fn term(terms: &mut Terms, text: &str) -> Result<TermId, TextProblem> {
    parse(terms, text).map_err(TextProblem::Term)
}

fn number(word: Option<&str>) -> Result<u32, TextProblem> {
    let number = word.and_then(|word| word.parse().ok());
    number.ok_or(TextProblem::Expected("a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let mut terms = Terms::new();
        let trace = parse_trace(&mut terms, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(print_trace(&terms, &trace), text);
    }

    fn check_error(text: &str, expected: &str) {
        let error = parse_trace(&mut Terms::new(), text).expect_err(text);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn round_trips() {
        check("outcome: returned\n");
        check("branch false: x:bool\nentry\noutcome: returned\n");
        check(concat!(
            "value 3: x\n",
            "value 5:bv8: odd: name\n",
            "value (array int 0 (3 7)): a\n",
            "chosen 1: list\n",
            "assume: (<= x:int 9)\n",
            "choice 1 of 3 bounded: list\n",
            "choice 0 of 2: two\\nlines\n",
            "entry\n",
            "branch true else 4: (<= x:int 5)\n",
            "implicit false: (<= x:int 2)\n",
            "completion\n",
            "pin true: (= x:int 3)\n",
            "completed\n",
            "covered: 0 1\n",
            "loss 12: \"a.py\" float(s)\n",
            "outcome: threw \"ValueError\" \"\"\n",
        ));
    }

    #[test]
    fn errors_say_where() {
        check_error("", "line 0: expected an outcome");
        check_error("value 3: x\nfoo: y", "line 2: no line begins like this");
        check_error(
            "# c\n\nbranch maybe: x:bool",
            "line 3: expected true or false",
        );
        check_error("choice 1: x", "line 1: expected `of`");
        check_error("value z: x", "line 1: at byte 0: z is new and has no sort");
    }
}
