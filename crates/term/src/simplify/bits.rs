//! Simplification of bit-vector operations.

use super::{applied, compare_choice};
use crate::op::Op;
use crate::terms::{TermId, Terms};
use crate::value::{Value, mask};

fn bits(terms: &Terms, term: TermId) -> Option<u64> {
    match terms.as_constant(term) {
        Some(Value::BitVec { bits, .. }) => Some(*bits),
        _ => None,
    }
}

fn width(terms: &Terms, term: TermId) -> u8 {
    terms.sort(term).width().expect("a bit-vector")
}

/// A term as another term and a constant.
fn constant_part(terms: &Terms, term: TermId, op: Op) -> Option<(TermId, u64)> {
    let [a, b, _] = applied(terms, term, op)?;
    match (bits(terms, a), bits(terms, b)) {
        (Some(value), _) => Some((b, value)),
        (_, Some(value)) => Some((a, value)),
        _ => None,
    }
}

pub(super) fn simplify(terms: &mut Terms, op: Op, operands: &[TermId]) -> Option<TermId> {
    use Op::*;
    let a = operands[0];
    match op {
        BvNot | BvNeg => applied(terms, a, op).map(|[inner, ..]| inner),
        BvAnd | BvOr | BvXor => bitwise(terms, op, a, operands[1]),
        BvAdd | BvSub | BvMul => arithmetic(terms, op, a, operands[1]),
        BvUdiv | BvSdiv if bits(terms, operands[1]) == Some(1) && width(terms, a) > 1 => Some(a),
        BvUrem if bits(terms, operands[1]) == Some(1) => {
            Some(terms.constant(Value::bit_vec(width(terms, a), 0)))
        }
        BvShl | BvLshr | BvAshr => shift(terms, op, a, operands[1]),
        BvUlt | BvUle | BvSlt | BvSle => comparison(terms, op, a, operands[1]),
        BvExtract { high, low } => extract(terms, a, high, low),
        BvZeroExtend(to) | BvSignExtend(to) if to == width(terms, a) => Some(a),
        BvZeroExtend(to) => {
            let inner = match terms.node(a) {
                crate::Node::Apply(BvZeroExtend(_), [inner, ..]) => inner,
                _ => return None,
            };
            Some(terms.apply(BvZeroExtend(to), &[inner]))
        }
        _ => None,
    }
}

fn bitwise(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let width = width(terms, a);
    if a == b {
        return Some(match op {
            Op::BvXor => terms.constant(Value::bit_vec(width, 0)),
            _ => a,
        });
    }
    let (constant, value, other) = match (bits(terms, a), bits(terms, b)) {
        (Some(value), _) => (a, value, b),
        (_, Some(value)) => (b, value, a),
        _ => return None,
    };
    match (op, value) {
        (Op::BvAnd, 0) => Some(constant),
        (Op::BvOr | Op::BvXor, 0) => Some(other),
        (Op::BvAnd, value) if value == mask(width) => Some(other),
        (Op::BvOr, value) if value == mask(width) => Some(constant),
        (Op::BvXor, value) if value == mask(width) => Some(terms.apply(Op::BvNot, &[other])),
        _ => None,
    }
}

fn arithmetic(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let width = width(terms, a);
    if op == Op::BvSub {
        if a == b {
            return Some(terms.constant(Value::bit_vec(width, 0)));
        }
        let value = bits(terms, b)?;
        let negated = terms.constant(Value::bit_vec(width, value.wrapping_neg()));
        return Some(terms.apply(Op::BvAdd, &[a, negated]));
    }
    let (value, other) = match (bits(terms, a), bits(terms, b)) {
        (Some(value), _) => (value, b),
        (_, Some(value)) => (value, a),
        _ => return None,
    };
    match (op, value) {
        (Op::BvAdd, 0) | (Op::BvMul, 1) => Some(other),
        (Op::BvMul, 0) => Some(terms.constant(Value::bit_vec(width, 0))),
        _ => {
            let (inner, more) = constant_part(terms, other, op)?;
            let folded = match op {
                Op::BvAdd => value.wrapping_add(more),
                _ => value.wrapping_mul(more),
            };
            let constant = terms.constant(Value::bit_vec(width, folded));
            Some(terms.apply(op, &[inner, constant]))
        }
    }
}

fn shift(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let width = width(terms, a);
    match bits(terms, b)? {
        0 => Some(a),
        amount if amount >= width.into() && op != Op::BvAshr => {
            Some(terms.constant(Value::bit_vec(width, 0)))
        }
        _ => None,
    }
}

/// Strict comparisons with constants become comparisons that are not.
fn comparison(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> Option<TermId> {
    let strict = matches!(op, Op::BvUlt | Op::BvSlt);
    if a == b {
        return Some(terms.bool(!strict));
    }
    if let Some(simpler) = compare_choice(terms, op, a, b) {
        return Some(simpler);
    }
    let width = width(terms, a);
    let signed = matches!(op, Op::BvSlt | Op::BvSle);
    let sign = 1u64 << (width - 1);
    let (least, most) = if signed {
        (sign, sign - 1)
    } else {
        (0, mask(width))
    };
    let weak = if signed { Op::BvSle } else { Op::BvUle };
    match (bits(terms, a), bits(terms, b)) {
        (_, Some(value)) if strict && value == least => Some(terms.bool(false)),
        (Some(value), _) if strict && value == most => Some(terms.bool(false)),
        (_, Some(value)) if strict => {
            let high = terms.constant(Value::bit_vec(width, value.wrapping_sub(1)));
            Some(terms.apply(weak, &[a, high]))
        }
        (Some(value), _) if strict => {
            let low = terms.constant(Value::bit_vec(width, value.wrapping_add(1)));
            Some(terms.apply(weak, &[low, b]))
        }
        (_, Some(value)) if value == most => Some(terms.bool(true)),
        (Some(value), _) if value == least => Some(terms.bool(true)),
        _ => None,
    }
}

fn extract(terms: &mut Terms, a: TermId, high: u8, low: u8) -> Option<TermId> {
    if low == 0 && high + 1 == width(terms, a) {
        return Some(a);
    }
    match terms.node(a) {
        crate::Node::Apply(Op::BvExtract { low: inner_low, .. }, [inner, ..]) => {
            let op = Op::BvExtract {
                high: high + inner_low,
                low: low + inner_low,
            };
            Some(terms.apply(op, &[inner]))
        }
        crate::Node::Apply(Op::BvConcat, [above, below, _]) => {
            let split = width(terms, below);
            if high < split {
                Some(terms.apply(Op::BvExtract { high, low }, &[below]))
            } else if low >= split {
                let op = Op::BvExtract {
                    high: high - split,
                    low: low - split,
                };
                Some(terms.apply(op, &[above]))
            } else {
                None
            }
        }
        crate::Node::Apply(Op::BvZeroExtend(_) | Op::BvSignExtend(_), [inner, ..])
            if high < width(terms, inner) =>
        {
            Some(terms.apply(Op::BvExtract { high, low }, &[inner]))
        }
        _ => None,
    }
}

pub(super) fn equality(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    let (value, other) = match (bits(terms, a), bits(terms, b)) {
        (Some(value), _) => (value, b),
        (_, Some(value)) => (value, a),
        _ => return None,
    };
    let full = width(terms, other);
    if let Some((inner, more)) = constant_part(terms, other, Op::BvAdd) {
        let constant = terms.constant(Value::bit_vec(full, value.wrapping_sub(more)));
        return Some(terms.eq(inner, constant));
    }
    let crate::Node::Apply(op, [inner, ..]) = terms.node(other) else {
        return None;
    };
    let narrow = match op {
        Op::BvZeroExtend(_) => width(terms, inner),
        Op::BvSignExtend(_) => width(terms, inner),
        _ => return None,
    };
    let low = terms.constant(Value::bit_vec(narrow, value));
    let widened = terms.apply(op, &[low]);
    if bits(terms, widened) == Some(value) {
        Some(terms.eq(inner, low))
    } else {
        Some(terms.bool(false))
    }
}
