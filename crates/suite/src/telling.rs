//! Values that tell: of zeros and equal numbers nobody sees what was computed from them, and
//! of `aa` nobody sees which letter was taken. Where nothing else decides, numbers are small,
//! but neither zero nor one, and all different, and so are the letters of texts.

use everypath_term::Value;
use everypath_trace::{Input, Slot};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::size::{character, is_length, like, number, signed};

/// What tells one number from the others: no product of two of them is a sum of two.
const NUMBERS: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
/// Slots that are changed one at a time, where they cannot be changed together.
const MOST_ALONE: usize = 8;

/// An input with values that tell more, for which `still` holds; `None` if there is none.
/// All are changed at once, or those that can be, one after the other.
pub fn tell(input: &Input, still: &mut dyn FnMut(&Input) -> bool) -> Option<Input> {
    let changes = telling(input);
    if changes.is_empty() {
        return None;
    }
    let with = |from: &Input, changes: &[(Slot, Value)]| {
        let mut changed = from.clone();
        for (slot, value) in changes {
            changed.values.insert(slot.clone(), value.clone());
        }
        changed
    };
    let all = with(input, &changes);
    if still(&all) {
        return Some(all);
    }
    if changes.len() == 1 {
        return None;
    }
    let mut best = input.clone();
    for change in changes.iter().take(MOST_ALONE) {
        let one = with(&best, std::slice::from_ref(change));
        if still(&one) {
            best = one;
        }
    }
    (best != *input).then_some(best)
}

/// The slots whose values tell little, with others that tell more.
fn telling(input: &Input) -> Vec<(Slot, Value)> {
    let mut changes = Vec::new();
    let (mut numbers, mut letters): (Vec<BigInt>, Vec<BigInt>) = Default::default();
    for (slot, value) in &input.values {
        if is_length(slot) {
            continue;
        }
        if let Some(letter) = character(input, slot, value) {
            match other_letter(&letter, &letters) {
                Some(other) => {
                    letters.push(other.clone());
                    changes.push((slot.clone(), like(value, other)));
                }
                None => letters.push(letter),
            }
            continue;
        }
        let Some(known) = whole(value) else { continue };
        let tells = known.abs() > BigInt::from(1) && !numbers.contains(&known.abs());
        let fresh = NUMBERS.map(BigInt::from);
        let fresh = fresh.into_iter().find(|one| !numbers.contains(one));
        match fresh {
            Some(fresh) if !tells => {
                numbers.push(fresh.clone());
                let fresh = if known.is_negative() { -fresh } else { fresh };
                changes.push((slot.clone(), of_the_sort(value, &fresh)));
            }
            _ => numbers.push(known.abs()),
        }
    }
    changes
}

/// Another letter or digit for one that was there before, or for a zero.
fn other_letter(letter: &BigInt, known: &[BigInt]) -> Option<BigInt> {
    let letter = letter.to_u32().and_then(char::from_u32)?;
    let is_known = |one: char| known.contains(&BigInt::from(u32::from(one)));
    let fresh = |mut all: std::ops::RangeInclusive<char>| all.find(|one| !is_known(*one));
    let other = match letter {
        '0' | '1' => fresh('2'..='9'),
        '2'..='9' if is_known(letter) => fresh('2'..='9'),
        'a'..='z' if is_known(letter) => fresh('a'..='z'),
        'A'..='Z' if is_known(letter) => fresh('A'..='Z'),
        _ => None,
    };
    other.map(|other| BigInt::from(u32::from(other)))
}

/// A value as a whole number, if it is one that a reader takes for a number.
fn whole(value: &Value) -> Option<BigInt> {
    match value {
        Value::BitVec { width: 0..=8, .. } => None,
        Value::BitVec { width, bits } => Some(BigInt::from(signed(*width, *bits))),
        Value::Float64(bits) => integral(f64::from_bits(*bits)),
        Value::Float32(bits) => integral(f64::from(f32::from_bits(*bits))),
        other => number(other),
    }
}

fn integral(float: f64) -> Option<BigInt> {
    (float.fract() == 0.0 && float.abs() < 1e15).then(|| BigInt::from(float as i64))
}

/// A number as a value of the same sort as another one.
pub(crate) fn of_the_sort(value: &Value, number: &BigInt) -> Value {
    match value {
        Value::Float64(_) => Value::Float64(number.to_f64().unwrap_or(0.0).to_bits()),
        Value::Float32(_) => Value::Float32(number.to_f32().unwrap_or(0.0).to_bits()),
        Value::BitVec { width, .. } => {
            Value::bit_vec(*width, number.to_i64().unwrap_or(0).cast_unsigned())
        }
        _ => Value::Int(number.clone()),
    }
}

#[cfg(test)]
mod tests {
    use everypath_trace::text::{parse_input, print_input};

    use super::*;

    fn check(input: &str, expected: &str, still: impl Fn(&Input) -> bool) {
        let input = parse_input(input).unwrap();
        let told = tell(&input, &mut |input| still(input));
        let words = told.map(|input| print_input(&input).trim_end().replace('\n', ", "));
        assert_eq!(words.as_deref().unwrap_or("nothing"), expected);
    }

    #[test]
    fn numbers_are_neither_zero_nor_equal() {
        check("value 0: x\nvalue 0: y", "value 2: x, value 3: y", |_| true);
        check("value 9: x\nvalue -1: y", "value 9: x, value -2: y", |_| {
            true
        });
        check("value 0.0:f64: x", "value 2.0:f64: x", |_| true);
        check("value 7: x\nvalue 8: y", "nothing", |_| true);
    }

    #[test]
    fn what_decides_stays() {
        let zero = |input: &Input| input.values["x"] == Value::int(0);
        check("value 0: x\nvalue 0: y", "value 0: x, value 3: y", zero);
        check("value 0: x", "nothing", zero);
    }

    #[test]
    fn letters_differ() {
        check(
            "value 3: s#length\nvalue 97: s[0]\nvalue 97: s[1]\nvalue 48: s[2]",
            "value 3: s#length, value 97: s[0], value 98: s[1], value 50: s[2]",
            |_| true,
        );
    }
}
