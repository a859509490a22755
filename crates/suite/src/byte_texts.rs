//! Texts of bytes that a zero ends, as C has them: other texts in their place.

use everypath_term::Value;
use everypath_trace::{Input, Slot, Step};

use crate::variants::places;

/// The texts of bytes of an input: what they are places of, and their letters.
pub(crate) fn byte_texts(input: &Input) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<(String, Vec<u8>)> = Vec::new();
    for slot in input.values.keys() {
        let Some((base, Step::Index(_))) = slot.split_last() else {
            continue;
        };
        if found.iter().any(|(known, _)| known == base) {
            continue;
        }
        let byte = |index: u64| {
            let place = Step::Index(index).of(base);
            match input.values.get(place.as_str()) {
                Some(Value::BitVec { width: 8, bits }) => Some(*bits as u8),
                _ => None,
            }
        };
        let letters: Vec<u8> = (0..)
            .map_while(byte)
            .take_while(|byte| *byte != 0)
            .collect();
        // One without an end is a buffer of bytes.
        if byte(letters.len() as u64) == Some(0) {
            found.push((base.to_owned(), letters));
        }
    }
    found
}

/// The input with another text of bytes.
fn with_text(input: &Input, base: &str, letters: &[u8]) -> Input {
    let mut changed = input.clone();
    let is_place =
        |slot: &Slot| matches!(slot.split_last(), Some((of, Step::Index(_))) if of == base);
    changed.values.retain(|slot, _| !is_place(slot));
    for (index, letter) in (0..).zip(letters.iter().chain(&[0])) {
        let place = Slot::from(Step::Index(index).of(base));
        changed
            .values
            .insert(place, Value::bit_vec(8, (*letter).into()));
    }
    changed
}

/// The input with other texts: words that the program speaks of, one that is repeated, and
/// letters behind, before, between and in place of its own.
pub(crate) fn other_texts(input: &Input, words: &[String], letters: &[char]) -> Vec<Input> {
    let letters: Vec<u8> = letters
        .iter()
        .filter_map(|letter| u8::try_from(*letter).ok())
        .collect();
    let mut found = Vec::new();
    for (base, own) in byte_texts(input) {
        let mut add = |text: Vec<u8>| found.push(with_text(input, &base, &text));
        // Two letters after each other that differ show what becomes of a second one.
        let pairs = letters.iter().zip(letters.iter().skip(1));
        for (first, second) in pairs.take(6) {
            add([own.as_slice(), &[*first, *second]].concat());
        }
        words.iter().for_each(|word| add(word.as_bytes().to_vec()));
        for letter in letters.iter().take(8) {
            for place in places(own.len() as u64) {
                let (before, behind) = own.split_at(place as usize);
                add([before, &[*letter], behind].concat());
            }
        }
        if !own.is_empty() {
            add([own.as_slice(), own.as_slice()].concat());
        }
        for place in 0..own.len() {
            for letter in letters
                .iter()
                .take(8)
                .copied()
                .chain([own[place].wrapping_add(1)])
            {
                let mut text = own.clone();
                text[place] = letter;
                add(text);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use everypath_trace::text::{parse_input, print_input};

    use super::*;

    #[test]
    fn what_a_zero_ends_is_a_text() {
        let input = "value 52:bv8: s[0]\nvalue 0:bv8: s[1]\nvalue 7:bv8: b[0]\nvalue 3:bv32: n";
        let input = parse_input(input).unwrap();
        assert_eq!(byte_texts(&input), [("s".to_owned(), vec![52])]);
        let others = other_texts(&input, &[], &['-']);
        let said: Vec<String> = others.iter().map(print_input).collect();
        let longer = said.iter().any(|text| {
            text.contains("52:bv8: s[0]")
                && text.contains("45:bv8: s[1]")
                && text.contains("0:bv8: s[2]")
        });
        assert!(longer, "{said:?}");
    }
}
