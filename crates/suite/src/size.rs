//! How large an input is: what a reader has to take in.

use everypath_term::Value;
use everypath_trace::{Input, Slot, Step};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// A unit of structure (a node, an element, a character) weighs as much as
/// a number of this many bits.
const STRUCTURE: u64 = 4;

/// The size of an input.
pub fn size(input: &Input) -> u64 {
    let choices: u64 = input
        .choices
        .values()
        .map(|&option| STRUCTURE * u64::from(option))
        .sum();
    let values: u64 = input
        .values
        .iter()
        .map(|(slot, value)| match value {
            other if is_length(slot) => match number(other) {
                Some(length) => STRUCTURE * length.abs().to_u64().unwrap_or(u64::from(u32::MAX)),
                None => value_size(other),
            },
            other => character(input, slot, other)
                .map_or_else(|| value_size(other), |character| character_size(&character)),
        })
        .sum();
    choices + values
}

/// Whether a slot is the length of a text or container.
pub(crate) fn is_length(slot: &Slot) -> bool {
    last(slot) == Some(Step::Length)
}

/// Whether a choice is the reference of a structure's field, and not a length,
/// a type or a call that sets an object up.
pub(crate) fn is_link(slot: &Slot) -> bool {
    let is_field = slot.steps().any(|step| matches!(step, Step::Field(_)));
    is_field && !sets_up(slot) && !last(slot).is_some_and(is_question)
}

/// Whether a choice says what the input looks like: not which calls set it up or how
/// often its functions answer, nor the types of what its parts hold.
pub(crate) fn is_shape(slot: &Slot) -> bool {
    let last = last(slot);
    let answers = matches!(last, Some(Step::Again(_)));
    !(sets_up(slot) || answers || is_inner(slot) && last == Some(Step::Type))
}

/// Whether a choice is about what a container holds.
pub(crate) fn is_inner(slot: &Slot) -> bool {
    let inner = |step| matches!(step, Step::Index(_) | Step::Value(_));
    slot.steps().any(inner)
}

/// Whether a slot is about the calls that set an object up.
fn sets_up(slot: &Slot) -> bool {
    let call = |step| matches!(step, Step::Call(_) | Step::Calls);
    slot.steps().any(call)
}

/// Whether a step asks something about a place, and leads to no place itself.
fn is_question(step: Step<'_>) -> bool {
    matches!(
        step,
        Step::Length
            | Step::Type
            | Step::Others
            | Step::Among
            | Step::Class
            | Step::Way
            | Step::Calls
            | Step::Grows
            | Step::Told
            | Step::Has(_)
            | Step::Wide
            | Step::Offset
            | Step::Size
    )
}

fn last(slot: &Slot) -> Option<Step<'_>> {
    slot.steps().last()
}

/// The part of the input that a slot belongs to: at depth 1 a parameter or the
/// receiver, at depth 2 what these consist of. What a pointer leads to is a part
/// of its own, and so is each call of a replaced function.
pub(crate) fn part(slot: &Slot, depth: usize) -> &str {
    let mut steps = slot.steps();
    let mut deep = 0;
    loop {
        let here = steps.so_far();
        match steps.next() {
            Some(Step::Pointee(_) | Step::Occurrence(_) | Step::Offset) => {}
            Some(_) => deep += 1,
            None => return slot.as_str(),
        }
        if deep == depth {
            return here;
        }
    }
}

/// The text and the place, if a slot is one place of a text or container.
pub(crate) fn place(slot: &Slot) -> Option<(&str, usize)> {
    match slot.split_last()? {
        (text, Step::Index(index)) => Some((text, index.try_into().ok()?)),
        _ => None,
    }
}

/// A whole number, of whatever sort; bit-vectors without a sign.
pub(crate) fn number(value: &Value) -> Option<BigInt> {
    match value {
        Value::Int(number) => Some(number.clone()),
        Value::BitVec { bits, .. } => Some(BigInt::from(*bits)),
        _ => None,
    }
}

/// A number as a value of the same sort as another one.
pub(crate) fn like(value: &Value, number: BigInt) -> Value {
    match value {
        Value::BitVec { width, .. } => Value::bit_vec(*width, number.to_u64().unwrap_or(0)),
        _ => Value::Int(number),
    }
}

/// Bit-vectors of this many bits are often characters, and hold no large numbers.
const NARROW: u8 = 16;

/// The slots that hold whole numbers which may be hard to read, and these: no
/// lengths or characters; bit-vectors with a sign.
pub fn numbers(input: &Input) -> Vec<(&Slot, BigInt)> {
    let values = input.values.iter();
    values
        .filter(|(slot, value)| !is_length(slot) && character(input, slot, value).is_none())
        .filter_map(|(slot, value)| match value {
            Value::Int(number) => Some((slot, number.clone())),
            Value::BitVec { width, bits } if *width > NARROW => {
                Some((slot, BigInt::from(signed(*width, *bits))))
            }
            _ => None,
        })
        .collect()
}

/// A bit-vector as a number with a sign: that is how they are mostly read.
pub(crate) fn signed(width: u8, bits: u64) -> i64 {
    let unused = 64 - u32::from(width);
    ((bits << unused) as i64) >> unused
}

/// The character of a slot, if it is one: a place of a text, whose length is
/// a value. The length of a container is a choice, and its places are what
/// they are; so are those of arrays whose elements are no UTF-16 units.
pub(crate) fn character(input: &Input, slot: &Slot, value: &Value) -> Option<BigInt> {
    let (base, _) = place(slot)?;
    let length = Step::Length.of(base);
    input.values.get(length.as_str()).and_then(number)?;
    match value {
        Value::Int(character) => Some(character.clone()),
        Value::BitVec { width: 16, bits } => Some(BigInt::from(*bits)),
        _ => None,
    }
}

/// The size of a character: `a` is the simplest, then letters and digits,
/// then what a keyboard has.
pub(crate) fn character_size(character: &BigInt) -> u64 {
    let character = character.to_u32().and_then(char::from_u32);
    match character {
        Some('a') => 0,
        Some('b'..='z') => 1,
        Some('0'..='9') => 2,
        Some('A'..='Z') => 3,
        Some(' '..='~') => 4,
        Some('\t' | '\n') => 5,
        _ => 8,
    }
}

/// The size of a value.
fn value_size(value: &Value) -> u64 {
    match value {
        Value::Bool(value) => u64::from(*value),
        Value::BitVec { width, bits } => int_size(&BigInt::from(signed(*width, *bits))),
        Value::Float32(bits) => float_size(f64::from(f32::from_bits(*bits))),
        Value::Float64(bits) => float_size(f64::from_bits(*bits)),
        Value::Int(value) => int_size(value),
        Value::Array(array) => {
            let entries = array.entries.iter();
            let entries = entries.map(|(_, element)| STRUCTURE + value_size(element));
            value_size(&array.default) + entries.sum::<u64>()
        }
    }
}

/// Twice the bits, and one more for a sign: 0, then 1, then -1.
fn int_size(value: &BigInt) -> u64 {
    2 * value.bits() + u64::from(value.is_negative())
}

fn float_size(value: f64) -> u64 {
    let sign = u64::from(value.is_sign_negative());
    if value.is_nan() || value.is_infinite() {
        140
    } else if value.fract() == 0.0 && value.abs() < 1e15 {
        int_size(&BigInt::from(value.abs() as u64)) + sign
    } else {
        130 + sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_trace::text::parse_input;

    /// Each input is smaller than the next.
    fn check(inputs: &[&str]) {
        let sizes: Vec<u64> = inputs
            .iter()
            .map(|text| size(&parse_input(text).unwrap()))
            .collect();
        assert!(sizes.is_sorted_by(|a, b| a < b), "{inputs:?}: {sizes:?}");
    }

    #[test]
    fn smaller_is_easier_to_read() {
        check(&[
            "value 0: x",
            "value 1: x",
            "value -1: x",
            "value 2: x",
            "value 100: x",
        ]);
        check(&[
            "value 0.0:f64: x",
            "value 1.0:f64: x",
            "value 0.1:f64: x",
            "value nan:f64: x",
        ]);
        check(&[
            "value 0:bv8: x",
            "value 1:bv8: x",
            "value 255:bv8: x",
            "value 2:bv8: x",
        ]);
        check(&["chosen 0: list", "chosen 1: list"]);
        check(&[
            "value 0: s#length\nvalue 97: s[0]",
            "value 1: s#length\nvalue 97: s[0]",
            "value 1: s#length\nvalue 98: s[0]",
            "value 1: s#length\nvalue 0: s[0]",
        ]);
    }

    #[test]
    fn names_of_fields_do_not_matter() {
        let told = |name: &str| {
            let field = Step::Field(name).of("node1");
            let slot = Slot::from(field.as_str());
            let inside = slot.then(Step::Type);
            let input = format!("value 9: {field}\nchosen 2: {field}[0]\nvalue 3: {field}[1]");
            let input = parse_input(&input).unwrap();
            (
                size(&input),
                numbers(&input).len(),
                [is_length(&slot), is_link(&slot), is_shape(&slot)],
                [is_inner(&slot), is_shape(&inside), is_link(&inside)],
                [1, 2].map(|depth| part(&inside, depth).replace(name, "next")),
            )
        };
        let names = [
            "call", "call0", "callee", "calls", "class", "length", "type", "value", "value0", "x2",
        ];
        for name in names {
            assert_eq!(told(name), told("next"), "{name}");
        }
    }

    #[test]
    fn kinds_of_slots() {
        let check = |text: &str, link: bool, shape: bool, inner: bool| {
            let slot = Slot::from(text);
            let found = (is_link(&slot), is_shape(&slot), is_inner(&slot));
            assert_eq!(found, (link, shape, inner), "{text}");
        };
        check("node1.next", true, true, false);
        check("node1.next#among", false, true, false);
        check("self.items#length", false, true, false);
        check("self#calls", false, false, false);
        check("self#call0.other", false, false, false);
        check("d#value0#type", false, false, true);
        check("xs[1]#type", false, false, true);
        check("x#type", false, true, false);
    }

    fn check_numbers(input: &str, expected: &str) {
        let input = parse_input(input).unwrap();
        let numbers = numbers(&input).into_iter();
        let words: Vec<String> = numbers.map(|(slot, n)| format!("{slot} {n}")).collect();
        assert_eq!(words.join(", "), expected);
    }

    #[test]
    fn numbers_are_neither_lengths_nor_characters() {
        check_numbers("value 7: x\nvalue 4294967295:bv32: y", "x 7, y -1");
        check_numbers("value 1: s#length\nvalue 97: s[0]\nvalue true: b", "");
        check_numbers("value 97:bv8: c\nvalue 97:bv16: d\nvalue 1.0:f64: x", "");
        check_numbers("chosen 1: xs#length\nvalue 97: xs[0]", "xs[0] 97");
    }
}
