//! Simpler texts: plainer characters, fewer places.

use everypath_trace::{Input, Slot, Step};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive};

use crate::size::{character_size, like, number, place};

/// Plainer characters than the given one, `a` first.
pub(super) fn simpler_characters(character: &BigInt) -> Vec<BigInt> {
    let own = character_size(character);
    let plain = ['a', 'b', '0', 'A', ' ', '\n'];
    let code = |character: char| BigInt::from(u32::from(character));
    plain
        .into_iter()
        .map(code)
        .filter(|simpler| character_size(simpler) < own)
        .collect()
}

/// The input with one place of a text deleted: those after it move down and
/// the length is one less. `None` if the text has no such place.
pub(super) fn without_place(input: &Input, base: &str, index: usize) -> Option<Input> {
    let length_slot = Slot::from(Step::Length.of(base));
    let known = input.values.get(&length_slot)?;
    let length = number(known)?;
    let count = length.to_usize()?;
    if index >= count {
        return None;
    }
    let mut shorter = input.clone();
    shorter
        .values
        .insert(length_slot, like(known, length - BigInt::one()));
    let slot = |index: usize| Slot::from(Step::Index(index as u64).of(base));
    for at in index + 1..count {
        let next = input.values.get(&slot(at))?;
        shorter.values.insert(slot(at - 1), next.clone());
    }
    // What was the last place is none any more.
    shorter.values.shift_remove(&slot(count - 1));
    Some(shorter)
}

/// Drops the places beyond a length, if the slot is one.
pub(super) fn drop_places(input: &mut Input, slot: &Slot) {
    let Some((text, Step::Length)) = slot.split_last() else {
        return;
    };
    let length = input.values.get(slot).and_then(number);
    let Some(length) = length.as_ref().and_then(ToPrimitive::to_usize) else {
        return;
    };
    input.values.retain(|slot, _| match place(slot) {
        Some((base, index)) => base != text || index < length,
        None => true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use everypath_trace::text::{parse_input, print_input};

    fn check_characters(character: char, expected: &str) {
        let simpler = simpler_characters(&BigInt::from(u32::from(character)));
        let code = |character: char| BigInt::from(u32::from(character));
        let expected: Vec<BigInt> = expected.chars().map(code).collect();
        assert_eq!(simpler, expected, "{character:?}");
    }

    #[test]
    fn characters() {
        check_characters('a', "");
        check_characters('q', "a");
        check_characters('7', "ab");
        check_characters('Q', "ab0");
        check_characters('\0', "ab0A \n");
    }

    #[test]
    fn places() {
        let input = parse_input("value 2: s#length\nvalue 7: s[0]\nvalue 8: s[1]").unwrap();
        let shorter = without_place(&input, "s", 0).unwrap();
        assert_eq!(print_input(&shorter), "value 1: s#length\nvalue 8: s[0]\n");
        assert_eq!(without_place(&input, "s", 2), None);
        assert_eq!(without_place(&input, "t", 0), None);
    }
}
