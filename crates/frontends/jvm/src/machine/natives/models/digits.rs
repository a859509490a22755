//! The digits of whole numbers: each is a quotient's remainder, instead of an
//! element of a table at an index that is one of a chain of quotients.

use everypath_term::{Op, TermId, Value as TermValue};
use everypath_trace::Origin;

use super::super::super::heap::Body;
use super::super::super::value::Value;
use super::super::super::{Machine, Run};
use super::super::Outcome;
use crate::code::Kind;

/// Writes the characters of an `int` before an index of an array; the index
/// where they begin.
pub(super) fn print_int(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let number = arguments[0];
    let value = i64::from(number.as_int());
    print(machine, number, value, Kind::Int, &arguments[1..])
}

/// The same for a `long`.
pub(super) fn print_long(machine: &mut Machine, arguments: &[Value]) -> Run<Outcome> {
    let number = arguments[0];
    print(
        machine,
        number,
        number.as_long(),
        Kind::Long,
        &arguments[2..],
    )
}

fn print(
    machine: &mut Machine,
    number: Value,
    value: i64,
    kind: Kind,
    place: &[Value],
) -> Run<Outcome> {
    let (end, buffer) = (place[0], place[1].as_ref());
    if !number.is_symbolic() || end.is_symbolic() || machine.array_length(buffer).is_symbolic() {
        return Ok(Outcome::Interpret);
    }
    let Body::Bytes(bytes) = &machine.heap.get(buffer).body else {
        return Ok(Outcome::Interpret);
    };
    let room = bytes.len();
    let digits = value.unsigned_abs().to_string().into_bytes();
    let end = end.as_int() as usize;
    let Some(start) = end.checked_sub(digits.len() + usize::from(value < 0)) else {
        return Ok(Outcome::Interpret);
    };
    if end > room {
        return Ok(Outcome::Interpret);
    }
    let width = match kind {
        Kind::Long => 64,
        _ => 32,
    };
    let term = machine.term_of(number, kind);
    let magnitude = match value < 0 {
        true => machine.terms.apply(Op::BvNeg, &[term]),
        false => term,
    };
    let condition = has_digits(machine, term, magnitude, value < 0, digits.len(), width);
    machine.decide(condition, true, Origin::Branch, None)?;
    let ten = constant(machine, width, 10);
    let mut power: u64 = 1;
    for (index, digit) in digits.iter().rev().enumerate() {
        let divisor = constant(machine, width, power);
        let quotient = machine.terms.apply(Op::BvUdiv, &[magnitude, divisor]);
        let mut rest = machine.terms.apply(Op::BvUrem, &[quotient, ten]);
        if width > 32 {
            rest = machine
                .terms
                .apply(Op::BvExtract { high: 31, low: 0 }, &[rest]);
        }
        let zero = machine.int_constant(i32::from(b'0'));
        let character = machine.terms.apply(Op::BvAdd, &[rest, zero]);
        let character = machine.with_term(Value::int(i32::from(*digit)), character);
        let object = machine.heap.get_mut(buffer);
        object.set(end - 1 - index, character);
        power = power.wrapping_mul(10);
    }
    if value < 0 {
        let minus = Value::int(i32::from(b'-'));
        machine.heap.get_mut(buffer).set(start, minus);
    }
    Ok(Outcome::Value(Value::int(start as i32)))
}

fn constant(machine: &mut Machine, width: u8, value: u64) -> TermId {
    machine.terms.constant(TermValue::bit_vec(width, value))
}

/// Whether a number has a sign and this many digits.
fn has_digits(
    machine: &mut Machine,
    number: TermId,
    magnitude: TermId,
    is_negative: bool,
    digits: usize,
    width: u8,
) -> TermId {
    let zero = constant(machine, width, 0);
    let negative = machine.terms.apply(Op::BvSlt, &[number, zero]);
    let mut all = match is_negative {
        true => negative,
        false => machine.terms.not(negative),
    };
    let power = |digits: usize| 10_u64.checked_pow(digits as u32);
    if let Some(least) = power(digits - 1).filter(|_| digits > 1) {
        let least = constant(machine, width, least);
        let enough = machine.terms.apply(Op::BvUle, &[least, magnitude]);
        all = machine.terms.and(all, enough);
    }
    let highest = 1_u64 << (width - 1);
    if let Some(beyond) = power(digits).filter(|&beyond| beyond <= highest) {
        let beyond = constant(machine, width, beyond);
        let few = machine.terms.apply(Op::BvUlt, &[magnitude, beyond]);
        all = machine.terms.and(all, few);
    }
    all
}
