//! Names of tests, which say the case.

use everypath_recipe::{Expression, Statement};

use super::observed::{Case, Outcome, Value};
use super::scene::simple_name;
use crate::conditions::Conditions;
use crate::test_names::{Told, distinct};
use crate::words::{LONGEST_WORD, number, number_word, snake, text_word};

/// The longest name of a test.
const LONGEST: usize = 80;

/// The names of all tests of a file, in the order of the cases.
pub(super) fn test_names(cases: &[&Case], conditions: &Conditions) -> Vec<String> {
    let tests: Vec<Told> = cases
        .iter()
        .map(|case| Told {
            unit: case.unit.as_str(),
            stem: stem(case),
            is_enough: false,
            conditions: conditions.get(&case.id).map_or(&[], Vec::as_slice),
            parts: parts(case),
            spelled: Vec::new(),
        })
        .collect();
    let mut names = distinct(&tests, LONGEST, &camel);
    for name in &mut names {
        // A test must not override what every object has.
        if OF_OBJECTS.contains(&name.as_str()) {
            name.push_str("Works");
        }
    }
    names
}

/// Methods without parameters that every object has.
const OF_OBJECTS: [&str; 8] = [
    "clone",
    "finalize",
    "getClass",
    "hashCode",
    "notify",
    "notifyAll",
    "toString",
    "wait",
];

/// `parse_returns_one` as `parseReturnsOne`.
fn camel(name: &str) -> String {
    let mut result = String::new();
    let mut raise = false;
    for c in name.chars() {
        if c == '_' {
            // A digit after a digit would read as one number.
            raise = !result.is_empty();
        } else if raise {
            if c.is_ascii_digit() && result.ends_with(|last: char| last.is_ascii_digit()) {
                result.push('_');
            }
            result.extend(c.to_uppercase());
            raise = false;
        } else {
            result.push(c);
        }
    }
    result
}

/// The unit and what became of it.
fn stem(case: &Case) -> String {
    let method = &case.recipe.method;
    let name = match method.is_constructor() {
        true => format!("new_{}", snake(simple_name(&method.class))),
        false => snake(&method.name),
    };
    let words = outcome_words(case);
    match words.is_empty() {
        true => name,
        false => format!("{name}_{words}"),
    }
}

fn outcome_words(case: &Case) -> String {
    match &case.outcome {
        Outcome::Returned { value: Some(value) } if !case.recipe.method.is_constructor() => {
            word(value).map_or_else(String::new, |word| format!("returns_{word}"))
        }
        Outcome::Returned { .. } => String::new(),
        Outcome::Threw { class, .. } => format!("throws_{}", snake(simple_name(class))),
        Outcome::Violated { .. } => match case.recipe.promise {
            Some(_) => "keeps_its_promise".to_owned(),
            None => "keeps_its_invariant".to_owned(),
        },
        Outcome::TimedOut => "ends".to_owned(),
        Outcome::Crashed => "does_not_crash".to_owned(),
    }
}

/// The parts of an input, each with what it is about.
fn parts(case: &Case) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for argument in &case.recipe.arguments {
        if let Some(word) = input_word(&argument.value, case) {
            let name = snake(&argument.name);
            parts.push((argument.name.clone(), format!("{name}_is_{word}")));
        }
    }
    if let Some(words) = receiver_words(case) {
        parts.push(("receiver".to_owned(), words));
    }
    parts
}

/// How the receiver came to be.
fn receiver_words(case: &Case) -> Option<String> {
    let receiver = case.recipe.receiver.as_ref()?;
    let made = definition(receiver, case)?;
    let calls: Vec<String> = case
        .recipe
        .arrange
        .iter()
        .filter_map(|statement| match statement {
            Statement::Evaluate {
                call:
                    Expression::Call {
                        receiver: of,
                        method,
                        ..
                    },
            } if **of == *receiver => Some(snake(&method.name)),
            _ => None,
        })
        .collect();
    if let Some(first) = calls.first() {
        if calls.len() > 1 && calls.iter().all(|call| call == first) {
            return Some(format!("after_{}_times_{first}", number(calls.len())));
        }
        return Some(format!("after_{}", calls.join("_and_")));
    }
    let arguments = match made {
        Expression::New { arguments, .. } | Expression::CallStatic { arguments, .. } => arguments,
        _ => return None,
    };
    let words: Vec<String> = arguments
        .iter()
        .filter_map(|argument| input_word(argument, case))
        .take(2)
        .collect();
    (!words.is_empty()).then(|| format!("of_{}", words.join("_and_")))
}

/// What a local stands for.
fn definition<'a>(expression: &'a Expression, case: &'a Case) -> Option<&'a Expression> {
    let Expression::Local { id } = expression else {
        return Some(expression);
    };
    case.recipe
        .arrange
        .iter()
        .find_map(|statement| match statement {
            Statement::Define { local, value, .. } if local == id => Some(value),
            _ => None,
        })
}

/// An input value in a word or two.
fn input_word(expression: &Expression, case: &Case) -> Option<String> {
    let definition = definition(expression, case)?;
    Some(match definition {
        Expression::Null => "null".to_owned(),
        Expression::String { units } => text_word(&String::from_utf16_lossy(units)),
        Expression::Boxed { value } => return input_word(value, case),
        Expression::Enum { constant, .. } => snake(constant),
        Expression::StaticField { field, .. } => snake(field),
        Expression::Array { items, .. } => items_word(items, case, "array"),
        Expression::NewArray { length: 0, .. } => "empty_array".to_owned(),
        Expression::NewArray { .. } => "array".to_owned(),
        Expression::Collection { class, items } => {
            let kind = snake(simple_name(class));
            let kind = kind.rsplit('_').next().unwrap_or("collection").to_owned();
            items_word(items, case, &kind)
        }
        Expression::Map { entries, .. } => match entries.len() {
            0 => "empty_map".to_owned(),
            n => format!("map_of_{}", number(n)),
        },
        Expression::New {
            constructor,
            arguments,
            ..
        } => {
            let class = snake(simple_name(&constructor.class));
            let words: Option<Vec<String>> = arguments
                .iter()
                .map(|argument| input_word(argument, case))
                .collect();
            match words.map(|words| words.join("_")) {
                Some(words) if !words.is_empty() && words.len() <= LONGEST_WORD => {
                    format!("{class}_{words}")
                }
                _ => class,
            }
        }
        _ => return primitive_word(definition),
    })
}

fn items_word(items: &[Expression], case: &Case, kind: &str) -> String {
    if items.is_empty() {
        return format!("empty_{kind}");
    }
    let words: Option<Vec<String>> = items.iter().map(|item| input_word(item, case)).collect();
    match words.map(|words| words.join("_")) {
        Some(joined) if joined.len() <= LONGEST_WORD => joined,
        _ => format!("{kind}_of_{}", number(items.len())),
    }
}

fn integer_word(value: i64) -> String {
    const NAMED: [(i64, &str); 4] = [
        (i32::MIN as i64, "the_least_int"),
        (i32::MAX as i64, "the_greatest_int"),
        (i64::MIN, "the_least_long"),
        (i64::MAX, "the_greatest_long"),
    ];
    match NAMED.iter().find(|(named, _)| *named == value) {
        Some((_, word)) => (*word).to_owned(),
        None => number_word(&value.to_string()),
    }
}

fn float_word(value: f64) -> String {
    match value {
        v if v.is_nan() => "not_a_number".to_owned(),
        v if v == f64::INFINITY => "infinity".to_owned(),
        v if v == f64::NEG_INFINITY => "minus_infinity".to_owned(),
        v => {
            let word = number_word(&format!("{v:?}"));
            word.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_")
        }
    }
}

/// A primitive in a word or two.
fn primitive_word(expression: &Expression) -> Option<String> {
    Some(match expression {
        Expression::Boolean { value } => value.to_string(),
        Expression::Byte { value } => number_word(&value.to_string()),
        Expression::Short { value } => number_word(&value.to_string()),
        Expression::Int { value } => integer_word(i64::from(*value)),
        Expression::Long { value } => integer_word(*value),
        Expression::Char { value } => text_word(&String::from_utf16_lossy(&[*value])),
        Expression::Float { bits } => float_word(f64::from(f32::from_bits(*bits))),
        Expression::Double { bits } => float_word(f64::from_bits(*bits)),
        _ => return None,
    })
}

/// An observed value in a word or two.
fn word(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => "null".to_owned(),
        Value::Boxed { of } => return word(of),
        Value::String { units } => text_word(&String::from_utf16_lossy(units)),
        Value::LongString { .. } => "a_long_text".to_owned(),
        Value::Enum { constant, .. } => snake(constant),
        Value::Number { text, .. } => {
            number_word(text).replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_")
        }
        Value::Same { with } => match with.what {
            super::observed::Role::Receiver => "itself".to_owned(),
            _ => return None,
        },
        Value::Array { items, .. } => values_word(items, "array"),
        Value::List { items } => values_word(items, "list"),
        Value::Set { items } => values_word(items, "set"),
        Value::Map { entries } => match entries.len() {
            0 => "empty_map".to_owned(),
            n => format!("map_of_{}", number(n)),
        },
        Value::Optional { of: None } => "nothing".to_owned(),
        Value::Optional { of: Some(of) } => return word(of),
        _ => return primitive_word(&value.primitive()?),
    })
}

fn values_word(items: &[Value], kind: &str) -> String {
    if items.is_empty() {
        return format!("empty_{kind}");
    }
    let words: Option<Vec<String>> = items.iter().map(word).collect();
    match words.map(|words| words.join("_")) {
        Some(joined) if joined.len() <= LONGEST_WORD => joined,
        _ => format!("{kind}_of_{}", number(items.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_camel_case() {
        assert_eq!(camel("parse_returns_minus_1"), "parseReturnsMinus1");
        assert_eq!(camel("f_1_2"), "f1_2");
        assert_eq!(camel("a__b_"), "aB");
    }

    #[test]
    fn numbers_have_names() {
        assert_eq!(integer_word(-1), "minus_1");
        assert_eq!(integer_word(i64::from(i32::MAX)), "the_greatest_int");
        assert_eq!(float_word(f64::NAN), "not_a_number");
    }
}
