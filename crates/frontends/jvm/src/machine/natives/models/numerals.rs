//! Whole numbers in strings: whether a string is one is one condition instead of
//! several for each character, and its value is one term.

use everypath_term::{Op, TermId, Value as TermValue};
use everypath_trace::Origin;

use super::super::super::value::{NULL, Value};
use super::super::super::{Machine, Run, Stop};
use super::super::Outcome;
use super::texts::{Text, text};
use crate::code::Kind;

/// What holds digits and values: no number that is looked at needs more.
const WIDTH: u8 = 64;
/// The bits that a number's magnitude may need.
const MOST_BITS: u32 = 62;

/// `Integer.parseInt` of a string.
pub(super) fn parse_int(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    parse(machine, arguments, Kind::Int)
}

/// `Long.parseLong` of a string.
pub(super) fn parse_long(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    parse(machine, arguments, Kind::Long)
}

fn parse(machine: &mut Machine, arguments: &[Value], kind: Kind) -> Run<Outcome> {
    let string = arguments[0].as_ref();
    let radix = arguments.get(1).copied().unwrap_or(Value::int(10));
    if string == NULL || radix.is_symbolic() || !(2..=36).contains(&radix.as_int()) {
        return Ok(Outcome::Interpret);
    }
    let base = radix.as_int() as u64;
    let Some(text) = text(machine, string)?.filter(|text| text.is_symbolic) else {
        return Ok(Outcome::Interpret);
    };
    fork_by_length(machine, &text)?;
    let count = text.concrete.len();
    let fits = base
        .checked_pow(count as u32)
        .is_some_and(|beyond| beyond <= 1 << MOST_BITS);
    if count == 0 || !fits {
        return Ok(Outcome::Interpret);
    }
    let (condition, value) = number(machine, &text, base, kind);
    let known = concrete(&text.concrete, base, kind);
    machine.decide(condition, known.is_some(), Origin::Branch, None)?;
    match (known, kind) {
        (Some(known), Kind::Long) => {
            let result = machine.with_term(Value::long(known), value);
            Ok(Outcome::Value(result))
        }
        (Some(known), _) => {
            let low = Op::BvExtract { high: 31, low: 0 };
            let value = machine.terms.apply(low, &[value]);
            let result = machine.with_term(Value::int(known as i32), value);
            Ok(Outcome::Value(result))
        }
        (None, _) => refuse(machine, arguments[0], radix),
    }
}

/// Makes a text's length concrete. Runs ask for each length up to their own, so
/// that they fork in the same places; other lengths than a few are tried, too.
fn fork_by_length(machine: &mut Machine, text: &Text) -> Run<()> {
    let Some(length) = text.length.symbol() else {
        return Ok(());
    };
    let count = text.concrete.len();
    for candidate in 0..=count {
        let wanted = machine.int_constant(candidate as i32);
        let is_it = machine.terms.eq(length, wanted);
        machine.decide(is_it, candidate == count, Origin::Branch, None)?;
    }
    Ok(())
}

/// Throws what the JDK's own code would.
fn refuse(machine: &mut Machine, string: Value, radix: Value) -> Run<Outcome> {
    let class = machine.load("java/lang/NumberFormatException")?;
    machine.initialise(class)?;
    let made = "Ljava/lang/NumberFormatException;";
    let both = format!("(Ljava/lang/String;I){made}");
    let only = format!("(Ljava/lang/String;){made}");
    let thrown = if let Some(method) = machine.find_own_method(class, "forInputString", &both) {
        machine.call(method, &[string, radix])?
    } else if let Some(method) = machine.find_own_method(class, "forInputString", &only) {
        machine.call(method, &[string])?
    } else {
        return Ok(Outcome::Interpret);
    };
    Err(Stop::Throw(thrown.as_ref()))
}

fn constant(machine: &mut Machine, value: i64) -> TermId {
    let value = TermValue::bit_vec(WIDTH, value as u64);
    machine.terms.constant(value)
}

/// Whether a byte is between two others, and how far it is above the first.
fn between(machine: &mut Machine, byte: TermId, first: u8, count: u64) -> (TermId, TermId) {
    let first = machine.int_constant(i32::from(first));
    let above = machine.terms.apply(Op::BvSub, &[byte, first]);
    let count = machine.int_constant(count as i32);
    let inside = machine.terms.apply(Op::BvUlt, &[above, count]);
    let above = machine.terms.apply(Op::BvZeroExtend(WIDTH), &[above]);
    (inside, above)
}

/// Whether a byte is a digit, and which.
fn digit(machine: &mut Machine, byte: TermId, base: u64) -> (TermId, TermId) {
    let (mut is_digit, mut value) = between(machine, byte, b'0', base.min(10));
    if base > 10 {
        for first in [b'a', b'A'] {
            let (is_letter, above) = between(machine, byte, first, base - 10);
            let ten = constant(machine, 10);
            let letter = machine.terms.apply(Op::BvAdd, &[above, ten]);
            value = machine.terms.ite(is_letter, letter, value);
            is_digit = machine.terms.or(is_digit, is_letter);
        }
    }
    (is_digit, value)
}

/// Whether a text is a number of a kind, and which.
fn number(machine: &mut Machine, text: &Text, base: u64, kind: Kind) -> (TermId, TermId) {
    let count = text.concrete.len();
    let factor = constant(machine, base as i64);
    let first = text.bytes[0];
    let (is_digit, mut value) = digit(machine, first, base);
    let minus = machine.int_constant(i32::from(b'-'));
    let is_minus = machine.terms.eq(first, minus);
    let plus = machine.int_constant(i32::from(b'+'));
    let is_plus = machine.terms.eq(first, plus);
    let mut is_number = is_digit;
    if count > 1 {
        let is_sign = machine.terms.or(is_minus, is_plus);
        is_number = machine.terms.or(is_digit, is_sign);
        let zero = constant(machine, 0);
        value = machine.terms.ite(is_digit, value, zero);
    }
    for &byte in &text.bytes[1..count] {
        let (is_digit, of) = digit(machine, byte, base);
        is_number = machine.terms.and(is_number, is_digit);
        value = machine.terms.apply(Op::BvMul, &[value, factor]);
        value = machine.terms.apply(Op::BvAdd, &[value, of]);
    }
    if count > 1 {
        let negative = machine.terms.apply(Op::BvNeg, &[value]);
        value = machine.terms.ite(is_minus, negative, value);
    }
    let may_overflow = base.pow(count as u32) > 1 << 31;
    if kind == Kind::Int && may_overflow {
        for (bound, is_least) in [(i64::from(i32::MIN), true), (i64::from(i32::MAX), false)] {
            let bound = constant(machine, bound);
            let pair = match is_least {
                true => [bound, value],
                false => [value, bound],
            };
            let inside = machine.terms.apply(Op::BvSle, &pair);
            is_number = machine.terms.and(is_number, inside);
        }
    }
    (is_number, value)
}

/// The number that a text is in this run.
fn concrete(bytes: &[u8], base: u64, kind: Kind) -> Option<i64> {
    let (is_negative, digits) = match bytes {
        [b'-', rest @ ..] if !rest.is_empty() => (true, rest),
        [b'+', rest @ ..] if !rest.is_empty() => (false, rest),
        all => (false, all),
    };
    let mut value: i64 = 0;
    for &byte in digits {
        let digit = char::from(byte).to_digit(base as u32)?;
        value = value * base as i64 + i64::from(digit);
    }
    let value = if is_negative { -value } else { value };
    match kind {
        Kind::Long => Some(value),
        _ => i32::try_from(value).ok().map(i64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_other_texts() {
        let check = |text: &str, base: u64, kind: Kind, expected: Option<i64>| {
            assert_eq!(concrete(text.as_bytes(), base, kind), expected, "{text}");
        };
        check("-12", 10, Kind::Int, Some(-12));
        check("+7", 10, Kind::Int, Some(7));
        check("-", 10, Kind::Int, None);
        check("1 ", 10, Kind::Int, None);
        check("2147483648", 10, Kind::Int, None);
        check("-2147483648", 10, Kind::Int, Some(-2_147_483_648));
        check("2147483648", 10, Kind::Long, Some(2_147_483_648));
        check("bEeF", 16, Kind::Int, Some(0xBEEF));
        check("8", 8, Kind::Int, None);
    }
}
