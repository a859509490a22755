//! Simplification of float operations. Few identities of the reals hold.

use super::applied;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Node, TermId, Terms};
use crate::value::Value;

/// The number, if the term is a float constant; exact for both widths.
fn number(terms: &Terms, term: TermId) -> Option<f64> {
    match terms.as_constant(term)? {
        Value::Float32(bits) => Some(f32::from_bits(*bits).into()),
        Value::Float64(bits) => Some(f64::from_bits(*bits)),
        _ => None,
    }
}

fn is(terms: &Terms, term: TermId, value: f64) -> bool {
    number(terms, term).is_some_and(|number| number.to_bits() == value.to_bits())
}

pub(super) fn simplify(terms: &mut Terms, op: Op, operands: &[TermId]) -> Option<TermId> {
    use Op::*;
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(a);
    match op {
        FpNeg => applied(terms, a, FpNeg).map(|[inner, ..]| inner),
        FpAbs => {
            if applied(terms, a, FpAbs).is_some() {
                return Some(a);
            }
            let [inner, ..] = applied(terms, a, FpNeg)?;
            Some(terms.apply(FpAbs, &[inner]))
        }
        FpAdd if is(terms, a, -0.0) => Some(b),
        FpAdd if is(terms, b, -0.0) => Some(a),
        FpSub if is(terms, b, 0.0) => Some(a),
        FpMul if is(terms, a, 1.0) => Some(b),
        FpMul | FpDiv if is(terms, b, 1.0) => Some(a),
        FpLt if a == b => Some(terms.bool(false)),
        FpLt | FpLe | FpEq
            if number(terms, a).is_some_and(f64::is_nan)
                || number(terms, b).is_some_and(f64::is_nan) =>
        {
            Some(terms.bool(false))
        }
        FpLe | FpEq if a == b => {
            let nan = terms.apply(FpIsNan, &[a]);
            Some(terms.not(nan))
        }
        FpIsNan => match terms.node(a) {
            Node::Apply(FpFromInt | FpFromSigned(_) | FpFromUnsigned(_), _) => {
                Some(terms.bool(false))
            }
            Node::Apply(FpNeg | FpAbs | FpRound(_) | FpToFp(_), [inner, ..]) => {
                Some(terms.apply(FpIsNan, &[inner]))
            }
            _ => None,
        },
        FpIsInfinite => match terms.node(a) {
            Node::Apply(FpNeg | FpAbs | FpRound(_), [inner, ..]) => {
                Some(terms.apply(FpIsInfinite, &[inner]))
            }
            _ => None,
        },
        FpToFp(target) if terms.sort(a) == Sort::Scalar(target) => Some(a),
        FpFromBits => applied(terms, a, FpToBits).map(|[inner, ..]| inner),
        _ => None,
    }
}
