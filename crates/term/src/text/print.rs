//! Printing terms. Shared parts are printed again where they occur.

use std::fmt::Write;

use super::names::{op_name, scalar_name, sort_name};
use crate::terms::{Node, TermId, Terms};
use crate::value::Value;

/// The text of a term.
pub fn print(terms: &Terms, term: TermId) -> String {
    /// What is still to be written.
    enum Rest {
        Term(TermId),
        Close,
    }
    let mut text = String::new();
    let mut stack = vec![Rest::Term(term)];
    while let Some(rest) = stack.pop() {
        let term = match rest {
            Rest::Close => {
                text.push(')');
                continue;
            }
            Rest::Term(term) => term,
        };
        if !text.is_empty() {
            text.push(' ');
        }
        match terms.node(term) {
            Node::Constant(_) => {
                print_value(&mut text, terms.as_constant(term).expect("a constant"));
            }
            Node::Variable(variable) => {
                let variable = terms.variable_of(variable);
                print_name(&mut text, &variable.name);
                text.push(':');
                text.push_str(&sort_name(variable.sort));
            }
            Node::Apply(op, operands) => {
                text.push('(');
                text.push_str(&op_name(op));
                stack.push(Rest::Close);
                for &operand in operands[..op.arity()].iter().rev() {
                    stack.push(Rest::Term(operand));
                }
            }
        }
    }
    text
}

/// Writes a name, in bars if it would read as something else.
fn print_name(text: &mut String, name: &str) {
    let starts_like_number = name.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    let plain = !name.is_empty()
        && !starts_like_number
        && !matches!(name, "true" | "false" | "NaN" | "inf")
        && !name.contains(|letter: char| letter.is_whitespace() || "()|:\\".contains(letter));
    if plain {
        text.push_str(name);
        return;
    }
    text.push('|');
    for letter in name.chars() {
        if matches!(letter, '|' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push('|');
}

fn print_value(text: &mut String, value: &Value) {
    match value {
        Value::Bool(value) => write!(text, "{value}"),
        Value::BitVec { width, bits } => write!(text, "{bits}:bv{width}"),
        Value::Float32(bits) => write!(text, "{:?}:f32", f32::from_bits(*bits)),
        Value::Float64(bits) => write!(text, "{:?}:f64", f64::from_bits(*bits)),
        Value::Int(number) => write!(text, "{number}"),
        Value::Array(array) => {
            text.push_str("(array ");
            text.push_str(&scalar_name(array.index));
            text.push(' ');
            print_value(text, &array.default);
            for (index, element) in &array.entries {
                text.push_str(" (");
                print_value(text, index);
                text.push(' ');
                print_value(text, element);
                text.push(')');
            }
            text.push(')');
            Ok(())
        }
    }
    .expect("writing to a string succeeds");
}
