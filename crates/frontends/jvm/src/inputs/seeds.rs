//! Inputs to start from: the strings that the code itself names, where an
//! input has strings, and numbers that are none, where it has fractions. A
//! comparison with one of them may be far down a path.

use std::collections::BTreeSet;

use everypath_term::{Scalar, Sort, Value};
use everypath_trace::{Input, Outcome, Scope, Slot, Step, Trace};

use crate::program::Unit;

/// Inputs for one string, at most.
const MOST: usize = 96;
/// Inputs of one unit, at most.
const MOST_OF_ALL: usize = 400;

/// Fractions that code tells from others, and queries come to late.
const FRACTIONS: [f64; 4] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];

/// Which strings and fractions of a unit's inputs have been seen.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Slots, and whether they were part of an input that the unit was run on.
    seen: BTreeSet<(String, bool)>,
    given: usize,
}

impl Seeds {
    /// Inputs like that of a run, each with one string replaced by one that
    /// the unit's code names: for strings that no run before it had, and once
    /// more for those that no run had before which came to the call.
    pub fn after(&mut self, unit: &Unit, scope: &Scope, run: &Trace) -> Vec<Input> {
        let arrived = !matches!(run.outcome, Outcome::Rejected { .. } | Outcome::Pruned(_));
        let longest = scope.text as usize;
        let fits = |text: &&Vec<u16>| !text.is_empty() && text.len() <= longest;
        let literals: Vec<&Vec<u16>> = unit.literals.iter().filter(fits).collect();
        let step = literals.len().div_ceil(MOST).max(1);
        let mut inputs = Vec::new();
        for slot in strings(&run.input) {
            let is_new = self.seen.insert((slot.to_owned(), arrived));
            if is_new && self.given < MOST_OF_ALL {
                let some = literals.iter().step_by(step);
                inputs.extend(some.map(|text| with(&run.input, slot, text)));
            }
        }
        for (slot, is_double) in fractions(&run.input) {
            let is_new = self.seen.insert((slot.to_string(), arrived));
            if is_new && arrived && self.given + inputs.len() < MOST_OF_ALL {
                inputs.extend(FRACTIONS.iter().map(|fraction| {
                    let mut changed = run.input.clone();
                    let value = match is_double {
                        true => Value::float64(*fraction),
                        false => Value::float32(*fraction as f32),
                    };
                    changed.values.insert(slot.clone(), value);
                    changed
                }));
            }
        }
        self.given += inputs.len();
        inputs
    }
}

/// The floats and doubles of an input: their slots, and which they are.
fn fractions(input: &Input) -> Vec<(Slot, bool)> {
    let slots = input.values.iter();
    slots
        .filter_map(|(slot, value)| match value.sort() {
            Sort::Scalar(Scalar::Float64) => Some((slot.clone(), true)),
            Sort::Scalar(Scalar::Float32) => Some((slot.clone(), false)),
            _ => None,
        })
        .collect()
}

/// The strings of an input: their slots.
fn strings(input: &Input) -> Vec<&str> {
    let is_character = |slot: &str| {
        let value = input.values.get(Step::Index(0).of(slot).as_str());
        value.is_some_and(|value| value.sort() == Sort::bit_vec(16))
    };
    let slots = input.values.keys();
    slots
        .filter_map(|slot| match slot.split_last()? {
            (text, Step::Length) => Some(text),
            _ => None,
        })
        .filter(|slot| is_character(slot))
        .collect()
}

fn with(input: &Input, slot: &str, text: &[u16]) -> Input {
    let mut changed = input.clone();
    let mut set = |slot: String, value: Value| {
        changed.values.insert(Slot::from(slot), value);
    };
    let length = Value::bit_vec(32, text.len() as u64);
    set(Step::Length.of(slot), length);
    for (index, unit) in text.iter().enumerate() {
        let character = Value::bit_vec(16, u64::from(*unit));
        set(Step::Index(index as u64).of(slot), character);
    }
    // How it is stored, if that is a choice.
    let is_wide = text.iter().any(|unit| *unit > 0xFF);
    if let Some(wide) = changed.choices.get_mut(Step::Wide.of(slot).as_str()) {
        *wide = u32::from(is_wide);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_told_from_numbers() {
        let mut input = Input::open();
        input.values.insert("a".into(), Value::bit_vec(64, 7));
        input.values.insert("b".into(), Value::float64(0.0));
        input.values.insert("c".into(), Value::float32(0.0));
        let found = [("b".into(), true), ("c".into(), false)];
        assert_eq!(fractions(&input), found);
    }

    #[test]
    fn strings_are_told_from_arrays_of_ints() {
        let mut input = Input::open();
        let mut set = |slot: &str, value: Value| input.values.insert(slot.into(), value);
        set("a#length", Value::bit_vec(32, 0));
        set("a[0]", Value::bit_vec(16, 97));
        set("b#length", Value::bit_vec(32, 1));
        set("b[0]", Value::bit_vec(32, 7));
        assert_eq!(strings(&input), ["a"]);
        let changed = with(&input, "a", &[104, 105]);
        assert_eq!(changed.values["a#length"], Value::bit_vec(32, 2));
        assert_eq!(changed.values["a[1]"], Value::bit_vec(16, 105));
        assert_eq!(changed.values["b[0]"], Value::bit_vec(32, 7));
        input.choices.insert("a#wide".into(), 0);
        assert_eq!(with(&input, "a", &[0x3B1]).choices["a#wide"], 1);
    }
}
