//! The text form of inputs.

use everypath_term::{Terms, Value, parse, print};

use super::quote::{escape, unescape};
use super::{TextError, TextProblem, lines};
use crate::input::Input;
use crate::slot::Slot;

/// The text of an input.
pub fn print_input(input: &Input) -> String {
    let mut text = String::new();
    for line in input_lines(input) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The lines of an input's text.
pub fn input_lines(input: &Input) -> impl Iterator<Item = String> + '_ {
    let values = input
        .values
        .iter()
        .map(|(slot, value)| format!("value {}: {}", print_value(value), escape(slot.as_str())));
    let choices = input
        .choices
        .iter()
        .map(|(slot, option)| format!("chosen {option}: {}", escape(slot.as_str())));
    values.chain(choices)
}

/// The input of a text.
pub fn parse_input(text: &str) -> Result<Input, TextError> {
    let mut input = Input::open();
    for (line, head, tail) in lines(text) {
        match read_input_line(&mut input, head, tail) {
            Ok(true) => {}
            Ok(false) => return Err(TextProblem::UnknownLine.at(line)),
            Err(problem) => return Err(problem.at(line)),
        }
    }
    Ok(input)
}

/// Reads a line into an input, if it is about one.
pub fn read_input_line(input: &mut Input, head: &str, tail: &str) -> Result<bool, TextProblem> {
    let slot = || Slot::from(unescape(tail));
    if let Some(value) = head.strip_prefix("value ") {
        input.values.insert(slot(), parse_value(value)?);
    } else if let Some(option) = head.strip_prefix("chosen ") {
        let option = option.parse();
        let option = option.map_err(|_| TextProblem::Expected("an option's number"))?;
        input.choices.insert(slot(), option);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Values have the text of constant terms; a pool of its own makes one.
fn print_value(value: &Value) -> String {
    let mut terms = Terms::new();
    let constant = terms.constant(value.clone());
    print(&terms, constant)
}

fn parse_value(text: &str) -> Result<Value, TextProblem> {
    let mut terms = Terms::new();
    let term = parse(&mut terms, text).map_err(TextProblem::Term)?;
    let value = terms.as_constant(term).cloned();
    value.ok_or(TextProblem::Expected("a value"))
}
