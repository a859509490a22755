//! Inputs that differ from a given one in a value or a length: what may show a difference
//! between two programs where the input itself shows none.

use everypath_term::Value;
use everypath_trace::{Input, Slot, Step};
use num_bigint::BigInt;

use crate::byte_texts::{byte_texts, other_texts};
use crate::size::{character, is_length, like, number};
use crate::telling::of_the_sort;

/// How much longer texts and containers become.
const LONGER: [u32; 2] = [1, 2];
/// Options of a choice beyond its own that are tried.
const OPTIONS: u32 = 3;

/// What a program itself speaks of.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    /// Short texts.
    pub words: Vec<String>,
    /// Their letters.
    pub letters: Vec<char>,
    /// Whole numbers.
    pub numbers: Vec<BigInt>,
}

/// The variants of an input, the most promising first. All that can vary takes turns: of an
/// input with texts, the numbers vary as early as the texts do.
pub fn variants(input: &Input, spoken: &Spoken) -> Vec<Input> {
    let (letters, numbers) = (&spoken.letters, &spoken.numbers);
    let mut kinds: Vec<Vec<Input>> = Vec::new();
    for (slot, value) in input.values.iter().filter(|(slot, _)| is_length(slot)) {
        let words = spoken.words.iter();
        kinds.push(
            words
                .map(|word| with_word(input, slot, value, word))
                .collect(),
        );
    }
    kinds.push(other_texts(input, &spoken.words, letters));
    let texts = byte_texts(input);
    let is_letter = |slot: &Slot| {
        let place = slot.split_last();
        place.is_some_and(|(of, _)| texts.iter().any(|(base, _)| base == of))
    };
    for (slot, &taken) in &input.choices {
        if slot.steps().last() == Some(Step::Length) {
            let longer = LONGER.map(|more| chosen(input, slot, taken + more));
            kinds.push(longer.into());
        }
    }
    for (slot, value) in input.values.iter().filter(|(slot, _)| !is_letter(slot)) {
        if !is_length(slot) && is_in_word(input, slot, &spoken.words) {
            continue;
        }
        if is_length(slot) {
            kinds.push(longer_texts(input, slot, value, letters));
        } else if let Some(own) = character(input, slot, value) {
            let others = letters
                .iter()
                .map(|&letter| BigInt::from(u32::from(letter)));
            let others = others.filter(|other| *other != own);
            kinds.push(
                others
                    .map(|other| with(input, slot, like(value, other)))
                    .collect(),
            );
        } else {
            let others = other_values(value, numbers);
            kinds.push(others.map(|other| with(input, slot, other)).collect());
        }
    }
    for (slot, &taken) in &input.choices {
        if slot.steps().last() != Some(Step::Length) {
            let options = (0..OPTIONS).filter(|option| *option != taken);
            kinds.push(options.map(|option| chosen(input, slot, option)).collect());
        }
    }
    let mut found = in_turns(kinds);
    found.retain(|variant| variant != input);
    found
}

/// The first of each list, then the second of each, and so on.
fn in_turns(lists: Vec<Vec<Input>>) -> Vec<Input> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut found = Vec::new();
    loop {
        let before = found.len();
        found.extend(lists.iter_mut().filter_map(Iterator::next));
        if found.len() == before {
            return found;
        }
    }
}

/// Whether a slot is of a text that is a word of the program: no letter of it is by chance.
fn is_in_word(input: &Input, slot: &Slot, words: &[String]) -> bool {
    let Some((base, _)) = slot.split_last() else {
        return false;
    };
    let place = |step: Step| input.values.get(&Slot::from(step.of(base)));
    let length = place(Step::Length).and_then(number);
    let Some(length) = length.and_then(|length| u64::try_from(length).ok()) else {
        return false;
    };
    let letter = |index: u64| {
        let code = u32::try_from(number(place(Step::Index(index))?)?).ok()?;
        char::from_u32(code)
    };
    let text: Option<String> = (0..length).map(letter).collect();
    text.is_some_and(|text| words.contains(&text))
}

fn with(input: &Input, slot: &Slot, value: Value) -> Input {
    let mut changed = input.clone();
    changed.values.insert(slot.clone(), value);
    changed
}

fn chosen(input: &Input, slot: &Slot, option: u32) -> Input {
    let mut changed = input.clone();
    changed.choices.insert(slot.clone(), option);
    changed
}

/// The input with another text, whose length is in a slot.
fn with_word(input: &Input, slot: &Slot, length: &Value, word: &str) -> Input {
    let Some((base, _)) = slot.split_last() else {
        return input.clone();
    };
    let mut changed = input.clone();
    changed.values.retain(|slot, _| {
        let place = slot.split_last();
        !place.is_some_and(|(of, step)| of == base && matches!(step, Step::Index(_)))
    });
    // Texts of bits are in UTF-16.
    let letters: Vec<Value> = match length {
        Value::BitVec { .. } => {
            let units = word.encode_utf16();
            units.map(|unit| Value::bit_vec(16, unit.into())).collect()
        }
        _ => {
            let letters = word.chars().map(u32::from);
            letters
                .map(|letter| Value::Int(BigInt::from(letter)))
                .collect()
        }
    };
    let count = like(length, BigInt::from(letters.len()));
    changed.values.insert(slot.clone(), count);
    for (index, letter) in (0..).zip(letters) {
        let place = Slot::from(Step::Index(index).of(base));
        changed.values.insert(place, letter);
    }
    changed
}

/// The input with a longer text: one more letter in front, in the middle or behind.
fn longer_texts(input: &Input, slot: &Slot, value: &Value, letters: &[char]) -> Vec<Input> {
    let (Some((base, _)), Some(length)) = (slot.split_last(), number(value)) else {
        return Vec::new();
    };
    let Ok(length) = u64::try_from(&length) else {
        return Vec::new();
    };
    let place = |index: u64| Slot::from(Step::Index(index).of(base));
    let like_others = |letter: char| {
        let code = BigInt::from(u32::from(letter));
        match input.values.get(&place(0)) {
            Some(known) => like(known, code),
            None => Value::Int(code),
        }
    };
    let mut found = Vec::new();
    for &letter in letters {
        for at in places(length) {
            let mut longer = input.clone();
            longer
                .values
                .insert(slot.clone(), like(value, BigInt::from(length + 1)));
            for index in (at..length).rev() {
                if let Some(moved) = input.values.get(&place(index)) {
                    longer.values.insert(place(index + 1), moved.clone());
                }
            }
            longer.values.insert(place(at), like_others(letter));
            found.push(longer);
        }
    }
    found
}

/// Where a letter may be put into a text: behind, in front and in the middle.
pub(crate) fn places(length: u64) -> Vec<u64> {
    let mut places = vec![length];
    places.extend((length > 0).then_some(0));
    places.extend((length > 1).then_some(length / 2));
    places
}

/// What two give, by turns.
fn in_turn<T>(one: impl Iterator<Item = T>, other: impl Iterator<Item = T>) -> Vec<T> {
    let (mut one, mut other) = (one.fuse(), other.fuse());
    let mut found = Vec::new();
    loop {
        let before = found.len();
        found.extend(one.next());
        found.extend(other.next());
        if found.len() == before {
            return found;
        }
    }
}

/// Other numbers and truth values: those beside it, its opposite, small ones, and those that
/// the program speaks of.
fn other_values(value: &Value, numbers: &[BigInt]) -> impl Iterator<Item = Value> {
    let own = match value {
        Value::Float64(bits) => Some(BigInt::from(f64::from_bits(*bits) as i64)),
        Value::Float32(bits) => Some(BigInt::from(f32::from_bits(*bits) as i64)),
        Value::BitVec { width, bits } => Some(BigInt::from(crate::size::signed(*width, *bits))),
        other => number(other),
    };
    let mut others: Vec<Value> = match value {
        Value::Bool(value) => vec![Value::Bool(!value)],
        _ => Vec::new(),
    };
    if let Some(own) = own {
        // Of what is computed from a number, more is seen if it is not small.
        let large: &[i64] = match value {
            Value::BitVec { width: 8, .. } => &[100, -1, -56],
            _ => &[100],
        };
        let near = [&own + 1, &own - 1].into_iter();
        let near = near.chain(large.iter().copied().map(BigInt::from));
        let near = near.chain([-&own, &own * 2, &own + 10]);
        let small = [0, 1, 2, 3, -1, -2, 10, 1000].map(BigInt::from);
        let spoken_of = numbers.iter().flat_map(|number| {
            let around = [number.clone(), number + 1, number - 1];
            around.into_iter().chain([-number, number / 2])
        });
        // Where one unit is so many of another, as hours are minutes, a day is a product.
        let pairs = numbers.iter().zip(numbers.iter().skip(1));
        let products = pairs.flat_map(|(one, other)| [one * other - 1, one * other]);
        let all = near.chain(in_turn(spoken_of, products)).chain(small);
        others.extend(all.map(|number| of_the_sort(value, &number)));
        if let Value::Float64(bits) = value {
            let own = f64::from_bits(*bits);
            let beside = [own + 0.5, own - 0.5, own * 1.25];
            others.extend(beside.map(|float| Value::Float64(float.to_bits())));
        }
    }
    let mut seen: Vec<Value> = vec![value.clone()];
    others.retain(|other| {
        let is_new = !seen.contains(other);
        seen.push(other.clone());
        is_new
    });
    others.into_iter()
}

#[cfg(test)]
mod tests {
    use everypath_trace::text::{parse_input, print_input};

    use super::*;

    fn check(input: &str, letters: &[char], numbers: &[i64], expected: &[&str]) {
        let spoken = Spoken {
            words: vec!["net".to_owned()],
            letters: letters.to_vec(),
            numbers: numbers.iter().copied().map(BigInt::from).collect(),
        };
        let found = variants(&parse_input(input).unwrap(), &spoken);
        let words = |input: &Input| print_input(input).trim_end().replace('\n', ", ");
        let found: Vec<String> = found.iter().map(words).collect();
        for one in expected {
            assert!(found.contains(&(*one).to_owned()), "{one} in {found:?}");
        }
    }

    #[test]
    fn numbers_vary_as_early_as_texts() {
        let spoken = Spoken {
            words: vec!["net".to_owned(), "gross".to_owned()],
            letters: vec!['d', 'e'],
            numbers: Vec::new(),
        };
        let input = parse_input("value 0: s#length\nvalue 5: x").unwrap();
        let found = variants(&input, &spoken);
        let varies = |variant: &Input| variant.values.get("x") != input.values.get("x");
        assert!(found[..3].iter().any(varies), "{found:?}");
    }

    #[test]
    fn numbers_texts_and_lengths_vary() {
        check(
            "value 5: x",
            &[],
            &[40],
            &["value 6: x", "value 41: x", "value -5: x"],
        );
        check("value true: b", &[], &[], &["value false: b"]);
        check("chosen 1: xs#length", &[], &[], &["chosen 2: xs#length"]);
        check(
            "value 1: s#length\nvalue 97: s[0]",
            &['d'],
            &[],
            &[
                "value 3: s#length, value 110: s[0], value 101: s[1], value 116: s[2]",
                "value 1: s#length, value 100: s[0]",
                "value 2: s#length, value 97: s[0], value 100: s[1]",
                "value 2: s#length, value 100: s[0], value 97: s[1]",
            ],
        );
    }
}
