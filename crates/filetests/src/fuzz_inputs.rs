//! Random inputs of the functions of random modules.

use everypath_term::Value;
use everypath_trace::Input;

use crate::fuzz::Dice;

/// Whether the module of a seed speaks of characters beyond ASCII, so that inputs have some.
pub(crate) fn is_wide(seed: u64) -> bool {
    seed.is_multiple_of(2)
}

pub(crate) fn input(dice: &mut Dice, is_wide: bool) -> Input {
    let mut input = Input::open();
    for slot in ["a", "b"] {
        let value = match dice.roll(12) {
            0 => i64::MAX - dice.roll(3) as i64,
            1 => (1 << 53) + dice.roll(3) as i64 - 1,
            2 => -(dice.roll(100_000) as i64),
            _ => dice.roll(16) as i64 - 6,
        };
        input.values.insert(slot.into(), Value::int(value));
    }
    for slot in ["x", "z"] {
        let numbers = [
            0.0,
            -0.0,
            0.5,
            1.0,
            -1.5,
            2.5,
            3.0,
            1e16,
            1e308,
            f64::NAN,
            f64::INFINITY,
        ];
        let value = numbers[dice.roll(numbers.len())] * [1.0, -1.0][dice.roll(2)];
        input.values.insert(slot.into(), Value::float64(value));
    }
    for slot in ["p", "q"] {
        input
            .values
            .insert(slot.into(), Value::Bool(dice.roll(2) == 0));
    }
    let letters = if is_wide {
        "a Éßæ\u{a0}²ǅµ一\u{2028}٣7"
    } else {
        "ab, AZ7-_.\n\tz"
    };
    for (slot, alphabet) in [("s", letters), ("t", "ab,A7 "), ("y", "ab,\u{7f}7 ")] {
        let length = dice.roll(5);
        input
            .values
            .insert(format!("{slot}#length").into(), Value::int(length as i64));
        input
            .choices
            .insert(format!("{slot}#length").into(), length as u32);
        let letters: Vec<char> = alphabet.chars().collect();
        for place in 0..length {
            let letter = letters[dice.roll(letters.len())] as i64;
            input
                .values
                .insert(format!("{slot}[{place}]").into(), Value::int(letter));
        }
    }
    input
}
