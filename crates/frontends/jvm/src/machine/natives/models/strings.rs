//! Comparisons of strings as one condition instead of one for each character.

use everypath_term::{Op, TermId};

use super::super::super::value::{NULL, Ref, Value};
use super::super::super::{Machine, Run};
use super::super::Outcome;
use super::texts::{Text, is_string, text};
use crate::code::{Comparison, Kind};

/// The condition that the first bytes of a text are another's, all of them.
fn same_bytes(
    machine: &mut Machine,
    text: &Text,
    other: &Text,
    same: fn(&mut Machine, TermId, TermId, u8) -> TermId,
) -> Option<TermId> {
    let count = other.concrete.len();
    if text.bytes.len() < count {
        return None;
    }
    let mut all = machine.terms.bool(true);
    for index in 0..count {
        let equal = same(
            machine,
            text.bytes[index],
            other.bytes[index],
            other.concrete[index],
        );
        all = machine.terms.and(all, equal);
    }
    Some(all)
}

fn exactly(machine: &mut Machine, a: TermId, b: TermId, _: u8) -> TermId {
    machine.terms.eq(a, b)
}

/// Equal but for the case, for a second byte that is known.
fn ignoring_case(machine: &mut Machine, a: TermId, b: TermId, byte: u8) -> TermId {
    let same = machine.terms.eq(a, b);
    let letter = byte & !0x20;
    let is_letter = letter.is_ascii_uppercase() || (0xC0..=0xDE).contains(&letter);
    if !is_letter || letter == 0xD7 {
        return same;
    }
    let other = machine.int_constant(i32::from((byte ^ 0x20) as i8));
    let other = machine.terms.eq(a, other);
    machine.terms.or(same, other)
}

/// Two strings of which at most one has an open length, that one first.
fn pair(machine: &mut Machine, a: Ref, b: Ref) -> Run<Option<(Text, Text)>> {
    let (Some(first), Some(second)) = (text(machine, a)?, text(machine, b)?) else {
        return Ok(None);
    };
    Ok(
        match (
            first.is_symbolic || second.is_symbolic,
            second.length.is_symbolic(),
        ) {
            (false, _) => None,
            (true, false) => Some((first, second)),
            (true, true) if !first.length.is_symbolic() => Some((second, first)),
            _ => None,
        },
    )
}

fn whole(
    machine: &mut Machine,
    text: &Text,
    other: &Text,
    same: fn(&mut Machine, TermId, TermId, u8) -> TermId,
) -> Option<TermId> {
    if !text.length.is_symbolic() && text.concrete.len() != other.concrete.len() {
        return Some(machine.terms.bool(false));
    }
    let bytes = same_bytes(machine, text, other, same)?;
    let length = machine.term_of(text.length, Kind::Int);
    let wanted = machine.int_constant(other.concrete.len() as i32);
    let as_long = machine.terms.eq(length, wanted);
    Some(machine.terms.and(as_long, bytes))
}

/// Whether two strings are equal, as a term; `None` if it takes the JDK's code.
pub(crate) fn equality(machine: &mut Machine, a: Ref, b: Ref) -> Run<Option<(TermId, bool)>> {
    if a == b || !is_string(machine, a) || !is_string(machine, b) {
        return Ok(None);
    }
    let Some((text, other)) = pair(machine, a, b)? else {
        return Ok(None);
    };
    let condition = whole(machine, &text, &other, exactly);
    Ok(condition.map(|condition| (condition, text.concrete == other.concrete)))
}

/// `String.equals`.
pub(super) fn equals(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let (a, b) = (arguments[0].as_ref(), arguments[1].as_ref());
    Ok(match equality(machine, a, b)? {
        Some((condition, side)) => Outcome::Value(machine.boolean_of(condition, side)),
        None => Outcome::Interpret,
    })
}

/// `String.equalsIgnoreCase`, if one of the two is known.
pub(super) fn equals_ignoring_case(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let (a, b) = (arguments[0].as_ref(), arguments[1].as_ref());
    if a == b || !is_string(machine, b) {
        return Ok(Outcome::Interpret);
    }
    let (Some(first), Some(second)) = (text(machine, a)?, text(machine, b)?) else {
        return Ok(Outcome::Interpret);
    };
    let (text, other) = match (first.is_symbolic, second.is_symbolic) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return Ok(Outcome::Interpret),
    };
    // Two characters of Latin-1 have a capital outside it, and one has none.
    let plain = |byte: &u8| !matches!(byte, 0xB5 | 0xDF | 0xFF);
    if !other.concrete.iter().all(plain) {
        return Ok(Outcome::Interpret);
    }
    let fold = |byte: u8| match byte {
        b'a'..=b'z' => byte ^ 0x20,
        0xE0..=0xFE if byte != 0xF7 => byte ^ 0x20,
        _ => byte,
    };
    let folded = |bytes: &[u8]| bytes.iter().map(|byte| fold(*byte)).collect::<Vec<u8>>();
    let side = folded(&text.concrete) == folded(&other.concrete);
    Ok(match whole(machine, &text, &other, ignoring_case) {
        Some(condition) => Outcome::Value(machine.boolean_of(condition, side)),
        None => Outcome::Interpret,
    })
}

/// `String.startsWith`, if the prefix has a known length.
pub(super) fn starts_with(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let (a, b) = (arguments[0].as_ref(), arguments[1].as_ref());
    if b == NULL {
        return Ok(Outcome::Interpret);
    }
    let (Some(text), Some(prefix)) = (text(machine, a)?, text(machine, b)?) else {
        return Ok(Outcome::Interpret);
    };
    let known = !prefix.length.is_symbolic() && (text.is_symbolic || prefix.is_symbolic);
    if !known || (!text.length.is_symbolic() && text.concrete.len() < prefix.concrete.len()) {
        return Ok(Outcome::Interpret);
    }
    let Some(bytes) = same_bytes(machine, &text, &prefix, exactly) else {
        return Ok(Outcome::Interpret);
    };
    let length = machine.term_of(text.length, Kind::Int);
    let least = machine.int_constant(prefix.concrete.len() as i32);
    let long_enough = machine.comparison(Comparison::GreaterOrEqual, length, least);
    let condition = machine.terms.apply(Op::And, &[long_enough, bytes]);
    let side = text.concrete.starts_with(&prefix.concrete);
    Ok(Outcome::Value(machine.boolean_of(condition, side)))
}
