//! Simplification of integer operations.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{applied, compare_choice};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::Value;

fn number(terms: &Terms, term: TermId) -> Option<&BigInt> {
    terms.as_constant(term).and_then(Value::as_int)
}

/// A term as another term and a constant: `x + 3`; the constant is last.
fn constant_part(terms: &Terms, term: TermId, op: Op) -> Option<(TermId, BigInt)> {
    let [a, b, _] = applied(terms, term, op)?;
    match (number(terms, a), number(terms, b)) {
        (Some(value), _) => Some((b, value.clone())),
        (_, Some(value)) => Some((a, value.clone())),
        _ => None,
    }
}

/// A term as a base and an offset.
fn offset(terms: &Terms, term: TermId) -> (TermId, BigInt) {
    constant_part(terms, term, Op::IntAdd).unwrap_or((term, BigInt::ZERO))
}

pub(super) fn simplify(terms: &mut Terms, op: Op, operands: &[TermId]) -> Option<TermId> {
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(a);
    match op {
        Op::IntNeg => neg(terms, a),
        Op::IntAdd => add(terms, a, b),
        Op::IntSub => sub(terms, a, b),
        Op::IntMul => mul(terms, a, b),
        Op::IntFloorDiv | Op::IntFloorMod => divide(terms, op, a, b),
        Op::IntLt | Op::IntLe => comparison(terms, op, a, b),
        Op::IntAnd | Op::IntOr | Op::IntXor => bitwise(terms, op, a, b),
        Op::IntShl | Op::IntShr => shift(terms, op, a, b),
        Op::IntToBv(width) => {
            let same = |op| {
                let [bits, ..] = applied(terms, a, op)?;
                (terms.sort(bits).width() == Some(width)).then_some(bits)
            };
            same(Op::IntFromSigned).or_else(|| same(Op::IntFromUnsigned))
        }
        _ => None,
    }
}

fn plus(terms: &mut Terms, term: TermId, value: BigInt) -> TermId {
    let value = terms.int(value);
    terms.apply(Op::IntAdd, &[term, value])
}

fn neg(terms: &mut Terms, a: TermId) -> Option<TermId> {
    if let Some([inner, ..]) = applied(terms, a, Op::IntNeg) {
        return Some(inner);
    }
    if let Some([b, c, _]) = applied(terms, a, Op::IntSub) {
        return Some(terms.apply(Op::IntSub, &[c, b]));
    }
    if let Some((inner, factor)) = constant_part(terms, a, Op::IntMul) {
        let factor = terms.int(-factor);
        return Some(terms.apply(Op::IntMul, &[inner, factor]));
    }
    let (inner, value) = constant_part(terms, a, Op::IntAdd)?;
    let negated = terms.apply(Op::IntNeg, &[inner]);
    Some(plus(terms, negated, -value))
}

fn add(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    for (one, other) in [(a, b), (b, a)] {
        if number(terms, one).is_some_and(Zero::is_zero) {
            return Some(other);
        }
        if let Some((inner, value)) = constant_part(terms, one, Op::IntAdd) {
            // Constants move outwards, where they meet.
            let value = match number(terms, other) {
                Some(more) => return Some(plus(terms, inner, value + more)),
                None => value,
            };
            let sum = terms.apply(Op::IntAdd, &[inner, other]);
            return Some(plus(terms, sum, value));
        }
        if let Some([inner, ..]) = applied(terms, one, Op::IntNeg)
            && number(terms, other).is_none()
        {
            return Some(terms.apply(Op::IntSub, &[other, inner]));
        }
        if let Some([c, d, _]) = applied(terms, one, Op::IntSub)
            && d == other
        {
            return Some(c);
        }
    }
    same_multiples(terms, a, b, BigInt::one())
}

/// The sum of multiples of one term, the second taken `sign` times.
fn same_multiples(terms: &mut Terms, a: TermId, b: TermId, sign: BigInt) -> Option<TermId> {
    let multiple = |term| constant_part(terms, term, Op::IntMul).unwrap_or((term, BigInt::one()));
    let ((base_a, factor_a), (base_b, factor_b)) = (multiple(a), multiple(b));
    (base_a == base_b).then(|| {
        let factor = terms.int(factor_a + sign * factor_b);
        terms.apply(Op::IntMul, &[base_a, factor])
    })
}

fn sub(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(terms.int(0));
    }
    if let Some(value) = number(terms, b) {
        let value = -value;
        return Some(plus(terms, a, value));
    }
    if let Some([inner, ..]) = applied(terms, b, Op::IntNeg) {
        return Some(terms.apply(Op::IntAdd, &[a, inner]));
    }
    if let Some(value) = number(terms, a) {
        let value = value.clone();
        let negated = terms.apply(Op::IntNeg, &[b]);
        return Some(plus(terms, negated, value));
    }
    let ((base_a, offset_a), (base_b, offset_b)) = (offset(terms, a), offset(terms, b));
    if (base_a, base_b) != (a, b) {
        let difference = terms.apply(Op::IntSub, &[base_a, base_b]);
        return Some(plus(terms, difference, offset_a - offset_b));
    }
    // (c + d) - c, and c - (c - d).
    if let Some([c, d, _]) = applied(terms, a, Op::IntAdd) {
        if c == b {
            return Some(d);
        }
        if d == b {
            return Some(c);
        }
    }
    match applied(terms, b, Op::IntSub) {
        Some([c, d, _]) if c == a => Some(d),
        _ => same_multiples(terms, a, b, -BigInt::one()),
    }
}

fn mul(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (factor, other) = match (number(terms, a), number(terms, b)) {
        (Some(factor), _) => (factor.clone(), b),
        (_, Some(factor)) => (factor.clone(), a),
        _ => return None,
    };
    if factor.is_zero() {
        return Some(terms.int(0));
    }
    if factor.is_one() {
        return Some(other);
    }
    if (-&factor).is_one() {
        return Some(terms.apply(Op::IntNeg, &[other]));
    }
    if let Some([inner, ..]) = applied(terms, other, Op::IntNeg) {
        let factor = terms.int(-factor);
        return Some(terms.apply(Op::IntMul, &[inner, factor]));
    }
    if let Some((inner, more)) = constant_part(terms, other, Op::IntMul) {
        let factor = terms.int(factor * more);
        return Some(terms.apply(Op::IntMul, &[inner, factor]));
    }
    let (inner, value) = constant_part(terms, other, Op::IntAdd)?;
    let constant = terms.int(factor.clone());
    let product = terms.apply(Op::IntMul, &[inner, constant]);
    Some(plus(terms, product, factor * value))
}

fn divide(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if number(terms, a).is_some_and(Zero::is_zero) {
        return Some(a);
    }
    let divisor = number(terms, b)?;
    let quotient = op == Op::IntFloorDiv;
    if divisor.is_zero() {
        return Some(if quotient { terms.int(0) } else { a });
    }
    if divisor.is_one() {
        return Some(if quotient { a } else { terms.int(0) });
    }
    if (-divisor).is_one() {
        return Some(match quotient {
            true => terms.apply(Op::IntNeg, &[a]),
            false => terms.int(0),
        });
    }
    match applied(terms, a, Op::IntFloorMod) {
        Some([_, same, _]) if same == b && !quotient => Some(a),
        _ => None,
    }
}

/// A comparison in canonical form, or what it comes to.
enum Canonical {
    Decided(bool),
    Compare(Op, TermId, TermId),
}

fn comparison(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if let Some(simpler) = compare_choice(terms, op, a, b) {
        return Some(simpler);
    }
    let strict = BigInt::from(u8::from(op == Op::IntLt));
    let canonical = match (number(terms, a).cloned(), number(terms, b).cloned()) {
        (Some(low), _) => bounded(terms, b, low + strict, true),
        (None, Some(high)) => bounded(terms, a, high - strict, false),
        (None, None) => {
            let ((base_a, more), (base_b, less)) = (offset(terms, a), offset(terms, b));
            before(terms, base_a, base_b, more - less + strict)
        }
    };
    match canonical {
        Canonical::Decided(value) => Some(terms.bool(value)),
        Canonical::Compare(same, left, right) if (same, left, right) == (op, a, b) => None,
        Canonical::Compare(op, left, right) => Some(terms.apply(op, &[left, right])),
    }
}

/// `a + distance <= b`.
fn before(terms: &mut Terms, a: TermId, b: TermId, distance: BigInt) -> Canonical {
    if a == b {
        return Canonical::Decided(!distance.is_positive());
    }
    if distance.is_one() {
        return Canonical::Compare(Op::IntLt, a, b);
    }
    let left = plus(terms, a, distance);
    Canonical::Compare(Op::IntLe, left, b)
}

/// `limit <= term` if `least`, else `term <= limit`, with the constants of the
/// term moved into the limit.
fn bounded(terms: &mut Terms, mut term: TermId, mut limit: BigInt, mut least: bool) -> Canonical {
    loop {
        if let Some((inner, value)) = constant_part(terms, term, Op::IntAdd) {
            (term, limit) = (inner, limit - value);
        } else if let Some([inner, ..]) = applied(terms, term, Op::IntNeg) {
            (term, limit, least) = (inner, -limit, !least);
        } else if let Some((inner, factor)) = constant_part(terms, term, Op::IntMul) {
            // Dividing by a negative factor turns the comparison round.
            let low = least == factor.is_positive();
            limit = match low {
                true => limit.div_ceil(&factor),
                false => limit.div_floor(&factor),
            };
            (term, least) = (inner, low);
        } else if let Some((inner, divisor)) = positive_divisor(terms, term) {
            limit = match least {
                true => limit * divisor,
                false => (limit + 1) * divisor - 1,
            };
            term = inner;
        } else if let Some([a, b, _]) = applied(terms, term, Op::IntSub) {
            return match least {
                true => before(terms, b, a, limit),
                false => before(terms, a, b, -limit),
            };
        } else {
            break;
        }
    }
    if let Some(greatest) = greatest_remainder(terms, term) {
        // A remainder is between 0 and the divisor less one.
        let (always, never) = match least {
            true => (!limit.is_positive(), limit > greatest),
            false => (limit >= greatest, limit.is_negative()),
        };
        if always || never {
            return Canonical::Decided(always);
        }
    }
    let limit = terms.int(limit);
    match least {
        true => Canonical::Compare(Op::IntLe, limit, term),
        false => Canonical::Compare(Op::IntLe, term, limit),
    }
}

/// The greatest value of a remainder by a positive constant.
fn greatest_remainder(terms: &Terms, term: TermId) -> Option<BigInt> {
    let [_, b, _] = applied(terms, term, Op::IntFloorMod)?;
    let divisor = number(terms, b).filter(|divisor| divisor.is_positive())?;
    Some(divisor - 1)
}

/// The dividend and divisor of a division by a positive constant.
fn positive_divisor(terms: &Terms, term: TermId) -> Option<(TermId, BigInt)> {
    let [a, b, _] = applied(terms, term, Op::IntFloorDiv)?;
    let divisor = number(terms, b).filter(|divisor| divisor.is_positive())?;
    Some((a, divisor.clone()))
}

pub(super) fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let canonical = match (number(terms, a).cloned(), number(terms, b).cloned()) {
        (Some(value), _) => is_number(terms, b, value),
        (None, Some(value)) => is_number(terms, a, value),
        (None, None) => {
            let ((base_a, more), (base_b, less)) = (offset(terms, a), offset(terms, b));
            apart(terms, base_a, base_b, more - less)
        }
    };
    match canonical {
        Canonical::Decided(value) => Some(terms.bool(value)),
        Canonical::Compare(_, left, right) if [left, right] == [a, b] => None,
        Canonical::Compare(_, left, right) if [left, right] == [b, a] => None,
        Canonical::Compare(op, left, right) => Some(terms.apply(op, &[left, right])),
    }
}

/// `a + distance = b`.
fn apart(terms: &mut Terms, a: TermId, b: TermId, distance: BigInt) -> Canonical {
    if a == b {
        return Canonical::Decided(distance.is_zero());
    }
    let (a, b, distance) = if a < b {
        (a, b, distance)
    } else {
        (b, a, -distance)
    };
    let left = plus(terms, a, distance);
    Canonical::Compare(Op::Eq, left, b)
}

/// `term = value`, with the constants of the term moved into the value.
fn is_number(terms: &mut Terms, mut term: TermId, mut value: BigInt) -> Canonical {
    loop {
        if let Some((inner, more)) = constant_part(terms, term, Op::IntAdd) {
            (term, value) = (inner, value - more);
        } else if let Some([inner, ..]) = applied(terms, term, Op::IntNeg) {
            (term, value) = (inner, -value);
        } else if let Some((inner, factor)) = constant_part(terms, term, Op::IntMul) {
            if !value.is_multiple_of(&factor) {
                return Canonical::Decided(false);
            }
            (term, value) = (inner, value / factor);
        } else if let Some([a, b, _]) = applied(terms, term, Op::IntSub) {
            return apart(terms, a, b, -value);
        } else {
            break;
        }
    }
    if let Some(greatest) = greatest_remainder(terms, term)
        && (value.is_negative() || value > greatest)
    {
        return Canonical::Decided(false);
    }
    let value = terms.int(value);
    Canonical::Compare(Op::Eq, term, value)
}

fn bitwise(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if a == b {
        return Some(match op {
            Op::IntXor => terms.int(0),
            _ => a,
        });
    }
    let (constant, value, other) = match (number(terms, a), number(terms, b)) {
        (Some(value), _) => (a, value.clone(), b),
        (_, Some(value)) => (b, value.clone(), a),
        _ => return None,
    };
    let all_ones = (-&value).is_one();
    match op {
        Op::IntAnd if value.is_zero() => Some(constant),
        Op::IntAnd if all_ones => Some(other),
        Op::IntAnd if value.is_positive() => {
            // A mask of low ones is a remainder, which is linear.
            let modulus: BigInt = value + 1u8;
            let power = modulus.trailing_zeros().unwrap_or(0);
            (modulus == BigInt::one() << power).then(|| {
                let modulus = terms.int(modulus);
                terms.apply(Op::IntFloorMod, &[other, modulus])
            })
        }
        Op::IntOr if value.is_zero() => Some(other),
        Op::IntOr if all_ones => Some(constant),
        Op::IntXor if value.is_zero() => Some(other),
        _ => None,
    }
}

/// Shifts by constants are products and quotients, which are linear.
fn shift(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    if number(terms, a).is_some_and(Zero::is_zero) {
        return Some(a);
    }
    let amount = number(terms, b)?;
    if amount.is_negative() {
        return Some(terms.int(0));
    }
    let power = BigInt::one() << amount.to_u64().filter(|&amount| amount <= 64)?;
    let power = terms.int(power);
    let op = match op {
        Op::IntShl => Op::IntMul,
        _ => Op::IntFloorDiv,
    };
    Some(terms.apply(op, &[a, power]))
}
