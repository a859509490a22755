//! Inputs to start from: the strings that the code itself names, where an
//! input has strings. A comparison with one of them may be far down a path.

use everypath_term::{Sort, Value};
use everypath_trace::{Input, Slot};

use crate::program::{Scope, Unit};

/// Inputs of one unit, at most.
const MOST: usize = 48;

/// The strings of an input: their slots.
fn strings(input: &Input) -> Vec<&str> {
    let is_character = |slot: &str| {
        let value = input.values.get(format!("{slot}[0]").as_str());
        value.is_some_and(|value| value.sort() == Sort::bit_vec(16))
    };
    let slots = input.values.keys();
    slots
        .filter_map(|slot| slot.strip_suffix(".length"))
        .filter(|slot| is_character(slot))
        .collect()
}

fn with(input: &Input, slot: &str, text: &[u16]) -> Input {
    let mut changed = input.clone();
    let mut set = |slot: String, value: Value| {
        changed.values.insert(Slot::from(slot.as_str()), value);
    };
    let length = Value::bit_vec(32, text.len() as u64);
    set(format!("{slot}.length"), length);
    for (index, unit) in text.iter().enumerate() {
        let character = Value::bit_vec(16, u64::from(*unit));
        set(format!("{slot}[{index}]"), character);
    }
    changed
}

/// Inputs like the given one, each with one of its strings replaced by one
/// that the unit's code names.
pub fn seeds(unit: &Unit, scope: &Scope, input: &Input) -> Vec<Input> {
    let slots = strings(input);
    let longest = scope.string_length as usize;
    let fits = |text: &&Vec<u16>| !text.is_empty() && text.len() <= longest;
    let literals: Vec<&Vec<u16>> = unit.literals.iter().filter(fits).collect();
    let count = slots.len() * literals.len();
    let step = count.div_ceil(MOST).max(1);
    let all = literals
        .iter()
        .flat_map(|text| slots.iter().map(|slot| with(input, slot, text)));
    all.step_by(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_told_from_arrays_of_ints() {
        let mut input = Input::open();
        let mut set = |slot: &str, value: Value| input.values.insert(slot.into(), value);
        set("a.length", Value::bit_vec(32, 0));
        set("a[0]", Value::bit_vec(16, 97));
        set("b.length", Value::bit_vec(32, 1));
        set("b[0]", Value::bit_vec(32, 7));
        assert_eq!(strings(&input), ["a"]);
        let changed = with(&input, "a", &[104, 105]);
        assert_eq!(changed.values["a.length"], Value::bit_vec(32, 2));
        assert_eq!(changed.values["a[1]"], Value::bit_vec(16, 105));
        assert_eq!(changed.values["b[0]"], Value::bit_vec(32, 7));
    }
}
