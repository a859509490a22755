//! The names of tests: what is called, how it ends, and with what.

use std::fmt::Write;

use super::literal;
use super::recipe::{Case, Ending, Kind, Seen};
use crate::conditions::Conditions;
use crate::test_names::{Told, distinct};
use crate::words::{number_word, snake, squeeze, text_word};

/// The longest name of a test.
const LONGEST: usize = 76;

/// The names of all tests of a file, in the order of the cases.
pub(super) fn test_names(cases: &[Case], conditions: &Conditions) -> Vec<String> {
    let tests: Vec<Told> = cases
        .iter()
        .map(|case| Told {
            unit: case.unit.as_str(),
            stem: stem(case),
            is_enough: case.recipe.failing_allocation.is_some(),
            conditions: conditions.get(&case.id).map_or(&[], Vec::as_slice),
            parts: case.recipe.words.clone(),
            spelled: Vec::new(),
        })
        .collect();
    distinct(&tests, LONGEST, &squeeze)
}

fn stem(case: &Case) -> String {
    let mut stem = ending_stem(case);
    if let Some(number) = &case.recipe.failing_allocation {
        let _ = write!(stem, "_if_allocation_{number}_fails");
    }
    stem
}

fn ending_stem(case: &Case) -> String {
    let unit = snake(&case.unit.replace(' ', "_"));
    match &case.ending {
        Ending::Exits(status) => format!("test_{unit}_exits_with_{status}"),
        Ending::Fails(_) => format!("test_{unit}_fails"),
        Ending::Returns => {
            let result = case
                .seen
                .iter()
                .find(|(place, _)| case.recipe.places[*place].expression == "result");
            let word = result
                .and_then(|(place, seen)| result_word(&case.recipe.places[*place].kind, seen));
            word.map_or_else(
                || format!("test_{unit}"),
                |word| format!("test_{unit}_returns_{word}"),
            )
        }
    }
}

fn result_word(kind: &Kind, seen: &Seen) -> Option<String> {
    Some(match (seen, kind) {
        (Seen::Null, _) => "null".to_owned(),
        (Seen::Text(text), _) => text_word(&String::from_utf8_lossy(text)),
        (Seen::Into(..) | Seen::Other, _) => "a_pointer".to_owned(),
        (Seen::Number(number), Kind::Boolean) => {
            if number == "1" { "true" } else { "false" }.to_owned()
        }
        (Seen::Number(number), Kind::Enumeration(_)) => {
            snake(&literal::seen(number, kind)?.replace('-', "minus_")).to_lowercase()
        }
        (Seen::Number(number), Kind::Character) => match number.parse::<u8>() {
            Ok(byte) if byte.is_ascii_alphanumeric() => {
                (byte as char).to_ascii_lowercase().to_string()
            }
            _ => number_word(number),
        },
        (Seen::Number(number), Kind::Float | Kind::Double) => {
            let value = match kind {
                Kind::Float => f64::from(f32::from_bits(number.parse().ok()?)),
                _ => f64::from_bits(number.parse().ok()?),
            };
            number_word(&format!("{value:?}"))
        }
        (Seen::Number(_), Kind::LongDouble) => "a_number".to_owned(),
        (Seen::Number(number), _) => number_word(number),
    })
}
